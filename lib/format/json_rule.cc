#include "format/json_rule.h"

#include "base/letters.h"
#include "format/json_walker.h"
#include "format/key_scan.h"

namespace steptail::format {
namespace {

// The object that begins at the first byte that is not blank at or behind `at`.
std::string_view object_at(std::string_view line, std::size_t at) {
  const std::size_t begin = line.find_first_not_of(" \t", at);
  if (begin == std::string_view::npos || line[begin] != '{') return {};
  JsonWalker walker(line.substr(begin));
  return walker.skip_value() ? line.substr(begin, walker.position()) : std::string_view{};
}

// "tensor(0.5)", "np.float64(0.5)": what is printed of numbers that are no plain ones.
std::string_view without_call(std::string_view text) {
  const std::size_t open = text.find('(');
  const bool is_call =
      !text.empty() && base::is_letter(text.front()) && open != std::string_view::npos;
  return is_call ? text.substr(open + 1) : text;
}

}  // namespace

std::string_view find_object(std::string_view line, const Rule& rule) {
  if (auto object = object_at(line, 0); !object.empty()) return object;
  for (const Literal& literal : rule.when) {
    const std::size_t at = literal.find(line);
    if (at == std::string_view::npos) continue;
    const std::size_t brace = literal.text().find('{');
    const std::size_t begin = brace == std::string::npos ? literal.text().size() : brace;
    if (auto object = object_at(line, at + begin); !object.empty()) return object;
  }
  return {};
}

std::optional<Number> number_at_path(std::string_view object, std::string_view path,
                                     const Unit& unit) {
  JsonWalker walker(object);
  const auto value = walker.find(path);
  return value ? number_in(without_call(*value), unit) : std::nullopt;
}

}  // namespace steptail::format
