#include "format/format_loader.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/letters.h"
#include "format/rule_loader.h"
#include "format/sample_loader.h"
#include "yaml/document.h"

namespace steptail::format {

bool is_format_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return base::is_digit(c) || c == '-' || (c >= 'a' && c <= 'z');
  });
}

namespace {

void load_includes(const yaml::Cursor& cursor, const LoadContext& context, Format& format) {
  for (const yaml::Cursor& item : cursor.list()) {
    auto name = item.text();
    if (name) format.include.push_back({.place = context.place(item), .name = *std::move(name)});
  }
}

void load_head(yaml::Mapping& keys, const LoadContext& context, Format& format) {
  if (const auto name = keys.require("format")) {
    format.name = name->text().value_or("");
    if (!is_format_name(format.name)) {
      name->complain("a name is lower case letters, digits and '-', not '" + format.name + "'");
    } else if (format.name != format_name_of(format.file)) {
      name->complain("the file is called '" + std::string(format_name_of(format.file)) +
                     "'; give both the same name");
    }
  }
  if (const auto title = keys.require("title")) {
    format.title = title->text().value_or("");
    if (format.title.empty()) title->complain("the name of the framework, for people");
  }
  if (const auto common = keys.find("common")) {
    format.common = common->boolean().value_or(false);
  }
  if (const auto include = keys.find("include")) load_includes(*include, context, format);
}

void load_rules(yaml::Mapping& keys, const LoadContext& context, Format& format) {
  const auto rules = format.include.empty() ? keys.require("rules") : keys.find("rules");
  std::map<std::string, int> lines;
  for (const yaml::Cursor& item : rules ? rules->list() : std::vector<yaml::Cursor>{}) {
    auto rule = load_rule(item, context);
    const auto [first, added] = lines.emplace(rule->name, rule->place.line);
    if (!added && !rule->name.empty()) {
      item.error("a rule named '" + rule->name + "' stands in line " +
                 std::to_string(first->second) + " already");
    }
    format.rules.push_back(std::move(rule));
  }
  format.own_rules = format.rules.size();
  if (rules && format.rules.empty()) rules->complain("the list is empty");
}

bool has_sample(const Format& format, const std::string& rule) {
  return std::any_of(format.samples.begin(), format.samples.end(),
                     [&rule](const Sample& sample) { return sample.rule == rule; });
}

void load_needed_samples(yaml::Mapping& keys, const LoadContext& context, Format& format) {
  const auto samples = keys.require("samples");
  if (!samples) return;
  format.samples = load_samples(*samples, context);
  if (!has_sample(format, "")) {
    samples->complain("none says 'rule: none'; add a line that looks alike and must not match");
  }
}

// Rules without a sample are reported where they stand.
void report_unproved_rules(yaml::Mapping& keys, const Format& format) {
  const auto rules = keys.find("rules");
  const auto items = rules ? rules->list() : std::vector<yaml::Cursor>{};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string& name = format.rules[i]->name;
    if (name.empty() || has_sample(format, name)) continue;
    items[i].error("no sample shows rule '" + name + "'; add one under 'samples'");
  }
}

base::Checked<yaml::Document> open(const FormatSource& source) {
  if (source.compiled.empty()) return yaml::Document::parse(source.file, source.text);
  if (auto document = yaml::Document::from_compiled(source.file, source.compiled)) {
    return *std::move(document);
  }
  return tl::unexpected(base::Errors{{.message = "damaged in the binary", .file = source.file}});
}

}  // namespace

std::string_view format_name_of(std::string_view file) {
  file.remove_prefix(file.rfind('/') + 1);
  return file.substr(0, file.rfind('.'));
}

base::Checked<std::unique_ptr<Format>> load_format(const FormatSource& source, Samples samples) {
  auto document = open(source);
  if (!document) return tl::unexpected(document.error());
  auto format = std::make_unique<Format>();
  format->file = source.file;
  if (samples == Samples::Required) format->text = source.text;
  const LoadContext context{.file = source.file, .proved = !source.compiled.empty()};
  {
    yaml::Mapping keys(document->root());
    load_head(keys, context, *format);
    load_rules(keys, context, *format);
    if (samples == Samples::Required) {
      load_needed_samples(keys, context, *format);
      report_unproved_rules(keys, *format);
    } else {
      (void)keys.find("samples");
    }
  }
  if (auto errors = document->errors(); !errors.empty()) return tl::unexpected(std::move(errors));
  return format;
}

}  // namespace steptail::format
