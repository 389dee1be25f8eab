#include "format/format_links.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "yaml/suggest.h"

namespace steptail::format {
namespace {

using Formats = std::vector<std::unique_ptr<Format>>;

const Format* find(const Formats& formats, std::string_view name) {
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [name](const auto& format) { return format->name == name; });
  return found == formats.end() ? nullptr : found->get();
}

bool has_rule(const Format& format, std::string_view name) {
  return std::any_of(format.rules.begin(), format.rules.end(),
                     [name](const auto& rule) { return rule->name == name; });
}

class Includer {
 public:
  explicit Includer(const Formats& formats) : formats_(formats) {}

  void add_rules(Format& format) {
    seen_ = {format.name};
    for (const Include& include : format.include) add_from(format, include);
  }
  base::Errors take_errors() { return std::move(errors_); }

 private:
  // A format that includes itself, over others, adds nothing a second time.
  void add_from(Format& format, const Include& include) {
    if (!seen_.insert(include.name).second) return;
    const Format* other = find(formats_, include.name);
    if (other == nullptr) {
      report_unknown(include);
      return;
    }
    for (std::size_t i = 0; i < other->own_rules; ++i) {
      if (!has_rule(format, other->rules[i]->name)) format.rules.push_back(other->rules[i]);
    }
    for (const Include& next : other->include) add_from(format, next);
  }

  void report_unknown(const Include& include) {
    std::vector<std::string_view> names;
    for (const auto& known : formats_) names.push_back(known->name);
    errors_.push_back(
        base::error_at(include.place, "there is no format '" + include.name + "'" +
                                          yaml::did_you_mean_or("", include.name, names)));
  }

  const Formats& formats_;
  std::set<std::string> seen_;
  base::Errors errors_;
};

void check_samples_name_rules(const Format& format, base::Errors& errors) {
  std::vector<std::string_view> names = {"none"};
  for (const auto& rule : format.rules) names.push_back(rule->name);
  for (const Sample& sample : format.samples) {
    if (sample.rule.empty() || has_rule(format, sample.rule)) continue;
    errors.push_back(base::error_at(sample.place, "there is no rule '" + sample.rule + "'" +
                                                      yaml::did_you_mean(sample.rule, names)));
  }
}

// A block that no rule stands in is in order: it ends at once, and with it the one before.
void check_blocks(const Format& format, base::Errors& errors) {
  std::vector<std::string_view> opened;
  for (const auto& rule : format.rules) {
    if (!rule->opens.empty()) opened.push_back(rule->opens);
  }
  for (std::size_t i = 0; i < format.own_rules; ++i) {
    const Rule& rule = *format.rules[i];
    if (rule.in.empty() || std::find(opened.begin(), opened.end(), rule.in) != opened.end()) {
      continue;
    }
    errors.push_back(base::error_at(rule.place, "no rule opens the block '" + rule.in + "'" +
                                                    yaml::did_you_mean(rule.in, opened)));
  }
}

}  // namespace

base::Errors link_formats(Formats& formats) {
  Includer includer(formats);
  for (auto& format : formats) includer.add_rules(*format);
  base::Errors errors = includer.take_errors();
  for (const auto& format : formats) {
    check_samples_name_rules(*format, errors);
    check_blocks(*format, errors);
  }
  std::sort(errors.begin(), errors.end(), [](const base::Error& a, const base::Error& b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  });
  return errors;
}

}  // namespace steptail::format
