#include "format/regex.h"

#include <re2/re2.h>

#include <array>
#include <cassert>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

namespace steptail::format {
namespace {

constexpr std::int64_t kMaxMemoryBytes = 1 << 20;

re2::RE2::Options options() {
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_max_mem(kMaxMemoryBytes);
  options.set_log_errors(false);
  return options;
}

// Behind a class such as [^]a-z[:digit:]]; `at` is its '['.
std::size_t end_of_class(std::string_view pattern, std::size_t at) {
  ++at;
  if (pattern.substr(at).starts_with('^')) ++at;
  if (pattern.substr(at).starts_with(']')) ++at;
  while (at < pattern.size() && pattern[at] != ']') {
    if (pattern.substr(at).starts_with("[:")) at = pattern.find(":]", at) + 1;
    at += pattern[at] == '\\' ? 2U : 1U;
  }
  return at + 1;
}

// As RE2 counts them, of a pattern that is valid and has no \Q...\E.
std::pair<std::map<std::string, int>, int> groups_of(std::string_view pattern) {
  constexpr std::string_view kNamed = "(?P<";
  std::map<std::string, int> names;
  int count = 0;
  for (std::size_t at = 0; at < pattern.size();) {
    if (pattern[at] == '[') {
      at = end_of_class(pattern, at);
      continue;
    }
    const std::string_view rest = pattern.substr(at);
    if (rest.starts_with(kNamed)) {
      const std::string_view name = rest.substr(kNamed.size());
      names.emplace(name.substr(0, name.find('>')), ++count);
    } else if (rest.front() == '(' && !rest.starts_with("(?")) {
      ++count;
    }
    at += rest.front() == '\\' ? 2U : 1U;
  }
  return {std::move(names), count};
}

}  // namespace

struct Regex::Impl {
  // The first to search compiles it, whatever the thread.
  [[nodiscard]] const re2::RE2& compiled() const {
    std::call_once(once, [this] { re.emplace(pattern, options()); });
    return *re;
  }

  std::string pattern;
  std::map<std::string, int> names{};
  int count = 0;
  mutable std::once_flag once{};
  mutable std::optional<re2::RE2> re{};
};

base::Result<Regex> Regex::compile(const std::string& pattern) {
  auto impl = std::make_unique<Impl>();
  impl->pattern = pattern;
  const re2::RE2& re = impl->compiled();
  if (!re.ok()) return base::fail(re.error());
  if (re.NumberOfCapturingGroups() > kMaxGroups) {
    return base::fail("more than " + std::to_string(kMaxGroups) + " groups");
  }
  impl->names = re.NamedCapturingGroups();
  impl->count = re.NumberOfCapturingGroups();
  return Regex(std::move(impl));
}

Regex Regex::deferred(std::string pattern) {
  auto impl = std::make_unique<Impl>();
  std::tie(impl->names, impl->count) = groups_of(pattern);
  impl->pattern = std::move(pattern);
  return Regex(std::move(impl));
}

Regex::Regex(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;
Regex::~Regex() = default;

const std::map<std::string, int>& Regex::groups() const { return impl_->names; }

int Regex::group_count() const { return impl_->count; }

bool Regex::search(std::string_view text, std::span<std::string_view> groups) const {
  assert(groups.size() <= kMaxGroups + 1);
  std::array<re2::StringPiece, kMaxGroups + 1> found;
  const auto wanted = static_cast<int>(groups.size());
  if (!impl_->compiled().Match({text.data(), text.size()}, 0, text.size(), re2::RE2::UNANCHORED,
                               found.data(), wanted)) {
    return false;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = {found[i].data(), found[i].size()};
  return true;
}

}  // namespace steptail::format
