#include "format/field_loader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "format/label_name.h"

namespace steptail::format {
namespace {

constexpr std::size_t kMaxLiteralBytes = 256;
constexpr std::array<std::string_view, 5> kLabels = {"component", "split", "phase", "kind", "key"};
constexpr std::array<std::string_view, 2> kSplits = {"train", "validation"};
constexpr std::string_view kBlockLabelGroup = "label";
constexpr std::string_view kUnreadable = "unreadable";

std::string_view dimension_text(Dimension dimension) {
  switch (dimension) {
    case Dimension::Seconds:
      return "time";
    case Dimension::Bytes:
      return "bytes";
    case Dimension::Ratio:
      return "a ratio";
    case Dimension::FlopsPerSecond:
      return "FLOP/s";
    default:
      return "a plain number";
  }
}

std::string load_label_value(const yaml::Cursor& cursor, Field field) {
  if (field == Field::AccuracyRatio) {
    const auto split = cursor.one_of(kSplits);
    return split ? std::string(kSplits[*split]) : "train";
  }
  auto text = cursor.text();
  if (!text) return std::string(kUnreadable);
  if (!is_label_name(*text)) {
    cursor.complain("a label is lower case letters, digits and '_' (at most " +
                    std::to_string(kMaxLabelBytes) + "), not " + base::quoted(*text));
  }
  return *std::move(text);
}

// The label keys of a source: asks for all of them, takes the field's own.
std::string load_label(yaml::Mapping& keys, Field field) {
  std::string label;
  for (std::string_view name : kLabels) {
    const auto value = keys.find(name);
    if (!value) continue;
    if (name == field_label(field)) {
      label = load_label_value(*value, field);
    } else if (field_label(field).empty()) {
      value->complain(base::quoted(field_name(field)) + " has no label; remove it");
    } else {
      value->complain("the label of " + base::quoted(field_name(field)) + " is " +
                      base::quoted(field_label(field)));
      label = kUnreadable;  // so that it is not reported as missing too
    }
  }
  return label;
}

// Which group of the rule's pattern a source reads; 0: none.
int load_group(const yaml::Cursor& place, const std::string& name, const LoadContext& context) {
  if (context.broken_regex) return 0;
  if (context.regex == nullptr) {
    place.complain("there is no 'regex' in this rule to have groups");
    return 0;
  }
  const auto& groups = context.regex->groups();
  if (const auto found = groups.find(name); found != groups.end()) return found->second;
  place.complain("the pattern has no group " + base::quoted(name) + "; write (?P<" + name +
                 ">...)");
  return 0;
}

void load_place(const yaml::Cursor& cursor, yaml::Mapping& keys, Field field,
                const LoadContext& context, FieldSource& source) {
  const auto after = keys.find("after");
  const auto group = keys.find("group");
  const auto path = keys.find("path");
  const auto number = keys.find("number");
  const int places = int{after.has_value()} + int{group.has_value()} + int{path.has_value()} +
                     int{number.has_value()};
  if (places > 1) cursor.complain("one of 'after', 'group', 'path' and 'number' is enough");
  if (after) {
    for (Literal& literal : load_literals(*after)) source.after.push_back({std::move(literal)});
  }
  if (number) source.constant = number->number().value_or(0);
  if (group) {
    if (const auto name = group->text()) source.group = load_group(*group, *name, context);
  }
  if (path) {
    source.path = path->text().value_or("");
    if (!context.json) path->complain("needs 'json: true' in its rule");
  }
  if (places > 0 || !(cursor.is_mapping() || cursor.is_null())) return;
  if (context.regex != nullptr || context.broken_regex) {
    source.group = load_group(cursor, std::string(field_name(field)), context);
  } else if (context.json) {
    cursor.complain("'path' is missing: the key of the number in the object");
  } else {
    cursor.complain("'after' is missing: the text in front of the number");
  }
}

void load_counting(yaml::Mapping& keys, Field field, FieldSource& source) {
  if (const auto sum = keys.find("sum")) {
    source.sum = sum->boolean().value_or(false);
    if (field_kind(field) != FieldKind::Counter && field != Field::Value) {
      sum->complain("only counters and 'value' are summed");
    }
  }
  if (const auto absolute = keys.find("absolute")) {
    source.absolute = absolute->boolean().value_or(false);
    if (field != Field::SkippedIterations && field != Field::NonfiniteIterations) {
      absolute->complain("only for 'skipped_iterations' and 'nonfinite_iterations'");
    }
  }
}

FieldSource load_source(const yaml::Cursor& cursor, Field field, const LoadContext& context) {
  FieldSource source;
  yaml::Mapping keys(cursor);
  load_place(cursor, keys, field, context, source);
  source.unit = default_unit(field_dimension(field));
  if (const auto unit = keys.find("unit")) source.unit = load_unit(*unit, field);
  if (const auto plus = keys.find("plus")) source.plus = plus->number().value_or(0);
  source.label = load_label(keys, field);
  if (const auto stat = keys.find("stat")) source.stat = load_stat(*stat, field);
  load_counting(keys, field, source);
  return source;
}

FieldRule* find_rule(std::vector<FieldRule>& fields, Field field) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [field](const FieldRule& rule) { return rule.field == field; });
  return found == fields.end() ? nullptr : &*found;
}

bool reads_group(const std::vector<FieldRule>& fields, int group) {
  return std::any_of(fields.begin(), fields.end(), [group](const FieldRule& rule) {
    return std::any_of(rule.sources.begin(), rule.sources.end(),
                       [group](const FieldSource& source) { return source.group == group; });
  });
}

FieldRule make_rule(Field field) { return {.field = field, .every = is_labelled(field)}; }

}  // namespace

std::string load_stat(const yaml::Cursor& stat, Field field) {
  constexpr std::array<std::string_view, 2> kStats = {"min", "max"};
  if (field != Field::PhaseSeconds) stat.complain("only 'phase_seconds' has it");
  const auto choice = stat.one_of(kStats);
  return choice ? std::string(kStats[*choice]) : std::string();
}

std::optional<Field> load_field_name(const yaml::Cursor& name) {
  constexpr std::array<std::string_view, kFieldCount> kNames = {
#define STEPTAIL_FIELD(id, text, kind) text,
#include "format/field.def"
#undef STEPTAIL_FIELD
  };
  const auto index = name.one_of(kNames);
  return index ? std::optional(static_cast<Field>(*index)) : std::nullopt;
}

std::vector<Literal> load_literals(const yaml::Cursor& cursor) {
  std::vector<Literal> literals;
  for (const yaml::Cursor& item : cursor.list_or_one()) {
    auto text = item.text();
    if (!text) continue;
    if (text->empty()) {
      item.complain("an empty text is in every line");
    } else if (text->size() > kMaxLiteralBytes) {
      item.complain("longer than " + std::to_string(kMaxLiteralBytes) + " bytes");
    } else {
      literals.emplace_back(*std::move(text));
    }
  }
  if (cursor.is_list() && cursor.list().empty()) cursor.complain("the list is empty");
  return literals;
}

Unit load_unit(const yaml::Cursor& cursor, Field field) {
  const Dimension dimension = field_dimension(field);
  const auto name = cursor.text();
  if (!name) return default_unit(dimension);
  const auto unit = unit_from_name(*name);
  if (!unit) {
    cursor.complain(base::quoted(*name) + " is no unit; known: " + std::string(unit_names()));
    return default_unit(dimension);
  }
  if (!unit_fits(*unit, dimension)) {
    cursor.complain(base::quoted(*name) + " is a unit of " +
                    std::string(dimension_text(unit->dimension)) + ", but " +
                    base::quoted(field_name(field)) + " is " +
                    std::string(dimension_text(dimension)));
  }
  return *unit;
}

std::vector<FieldRule> load_fields(const yaml::Cursor& cursor, const LoadContext& context) {
  std::vector<FieldRule> fields;
  yaml::Mapping names(cursor);
  for (const auto& [name, value] : names.entries()) {
    const auto field = load_field_name(name);
    if (!field) continue;
    FieldRule rule = make_rule(*field);
    for (const yaml::Cursor& source : value.list_or_one()) {
      rule.sources.push_back(load_source(source, *field, context));
    }
    fields.push_back(std::move(rule));
  }
  return fields;
}

void add_group_fields(const yaml::Cursor& regex, const LoadContext& context,
                      std::vector<FieldRule>& fields) {
  for (const auto& [name, group] : context.regex->groups()) {
    if (name == kBlockLabelGroup || reads_group(fields, group)) continue;
    const auto field = field_from_name(name);
    if (!field) {
      regex.complain("group " + base::quoted(name) +
                     " is no field, and no field in 'fields' names it");
      continue;
    }
    FieldRule* rule = find_rule(fields, *field);
    if (rule == nullptr) rule = &fields.emplace_back(make_rule(*field));
    rule->sources.push_back({.group = group, .unit = default_unit(field_dimension(*field))});
  }
}

void add_group_labels(const yaml::Cursor& labels, std::vector<FieldRule>& fields) {
  yaml::Mapping names(labels);
  for (const auto& [name, value] : names.entries()) {
    const auto field = load_field_name(name);
    if (!field) continue;
    yaml::Mapping keys(value);
    const std::string label = load_label(keys, *field);
    FieldRule* rule = find_rule(fields, *field);
    if (rule == nullptr) {
      name.error(base::quoted(field_name(*field)) + " is read by no group of the pattern");
      continue;
    }
    for (FieldSource& source : rule->sources) {
      if (source.group > 0 && source.label.empty()) source.label = label;
    }
  }
}

void require_labels(const yaml::Cursor& rule, const std::vector<FieldRule>& fields) {
  for (const FieldRule& field : fields) {
    const std::string_view label = field_label(field.field);
    if (label.empty()) continue;
    for (const FieldSource& source : field.sources) {
      if (!source.label.empty()) continue;
      rule.error(base::quoted(field_name(field.field)) + " needs a label: " + std::string(label));
    }
  }
}

}  // namespace steptail::format
