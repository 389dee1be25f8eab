#include "format/rule_loader.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "format/each_loader.h"
#include "format/field_loader.h"
#include "format/label_name.h"
#include "format/record.h"

namespace steptail::format {
namespace {

bool load_flag(yaml::Mapping& keys, std::string_view name) {
  const auto value = keys.find(name);
  return value && value->boolean().value_or(false);
}

std::string load_name(const std::optional<yaml::Cursor>& cursor) {
  if (!cursor) return {};
  auto text = cursor->text();
  if (text && !is_label_name(*text)) {
    cursor->complain("a name is lower case letters, digits and '_', not '" + *text + "'");
  }
  return text.value_or("");
}

// A run's end is an event, not a state that a line begins.
std::optional<State> load_state(const yaml::Cursor& cursor) {
  constexpr std::array<std::string_view, 7> kNames = {
      "starting", "compiling", "queued", "loading", "training", "evaluating", "checkpointing"};
  const auto choice = cursor.one_of(kNames);
  return choice ? state_from_name(kNames[*choice]) : std::nullopt;
}

Event load_event(const yaml::Cursor& cursor) {
  constexpr std::array<std::string_view, 4> kNames = {"checkpoint_saved", "evaluation_done",
                                                      "finished", "failure"};
  const auto choice = cursor.one_of(kNames);
  return choice ? event_from_name(kNames[*choice]).value_or(Event::None) : Event::None;
}

FailureClass load_class(const yaml::Cursor& cursor) {
  std::array<std::string_view, kFailureClassCount> names{};
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = failure_class_name(static_cast<FailureClass>(i));
  }
  const auto choice = cursor.one_of(names);
  return choice ? static_cast<FailureClass>(*choice) : FailureClass::Other;
}

void load_failure(yaml::Mapping& keys, Rule& rule) {
  constexpr std::array<std::string_view, 2> kRoles = {"root", "cascade"};
  const auto failure = keys.find("class");
  const auto role = keys.find("role");
  if (failure) rule.failure = load_class(*failure);
  if (role && role->one_of(kRoles) == std::size_t{1}) rule.role = FailureRole::Cascade;
  if (rule.event == Event::Failure) {
    if (!failure) keys.cursor().error("'class' is missing: which failure it is");
    return;
  }
  if (failure) failure->complain("needs 'event: failure'");
  if (role) role->complain("needs 'event: failure'");
}

void load_meaning(yaml::Mapping& keys, Rule& rule) {
  rule.progress = load_flag(keys, "progress");
  rule.attempt = load_flag(keys, "attempt");
  rule.weak = load_flag(keys, "weak");
  rule.per_step = load_flag(keys, "per_step");
  if (const auto early = keys.find("early")) {
    rule.early = early->boolean().value_or(false);
    if (rule.early && !rule.weak) early->complain("only a weak rule waits for a strong one");
  }
  if (const auto state = keys.find("state")) rule.state = load_state(*state);
  if (const auto event = keys.find("event")) rule.event = load_event(*event);
  load_failure(keys, rule);
  rule.opens = load_name(keys.find("opens"));
  rule.in = load_name(keys.find("in"));
}

void load_gate(yaml::Mapping& keys, Rule& rule) {
  rule.json = load_flag(keys, "json");
  const auto when = keys.find("when");
  if (when) {
    rule.when = load_literals(*when);
  } else if (!rule.json) {
    keys.cursor().error("'when' is missing: a literal that must be in the line");
  }
  if (const auto unless = keys.find("unless")) rule.unless = load_literals(*unless);
}

void load_rank(yaml::Mapping& keys, Rule& rule) {
  const auto rank = keys.find("rank");
  if (!rank) return;
  yaml::Mapping inside(*rank);
  if (const auto after = inside.require("after")) rule.rank_after = load_literals(*after);
}

void load_regex(const yaml::Cursor& cursor, const LoadContext& context, Rule& rule) {
  const auto pattern = cursor.text();
  if (!pattern) return;
  if (context.proved) {
    rule.regex = Regex::deferred(*pattern);
    return;
  }
  auto regex = Regex::compile(*pattern);
  if (regex) {
    rule.regex = *std::move(regex);
  } else {
    cursor.complain("no valid RE2 pattern: " + regex.error().message);
  }
}

// False: the pattern is unusable, so that nothing can be said about the rule as a whole.
bool load_numbers(yaml::Mapping& keys, LoadContext context, Rule& rule) {
  const auto regex = keys.find("regex");
  const auto labels = keys.find("labels");
  const auto fields = keys.find("fields");
  const auto each = keys.find("each");
  if (regex) load_regex(*regex, context, rule);
  context.regex = rule.regex ? &*rule.regex : nullptr;
  context.json = rule.json;
  context.broken_regex = regex && !rule.regex;
  if (fields) rule.fields = load_fields(*fields, context);
  if (rule.regex) add_group_fields(*regex, context, rule.fields);
  if (labels && !regex) labels->complain("labels groups of a 'regex', and there is none");
  if (labels && rule.regex) add_group_labels(*labels, rule.fields);
  if (each) rule.each = load_each(*each, rule.when);
  if (!context.broken_regex) require_labels(keys.cursor(), rule.fields);
  return !regex || rule.regex;
}

bool reads(const Rule& rule, Field field) {
  return std::any_of(rule.fields.begin(), rule.fields.end(),
                     [field](const FieldRule& entry) { return entry.field == field; }) ||
         std::any_of(rule.each.begin(), rule.each.end(),
                     [field](const EachRule& entry) { return entry.field == field; });
}

// One pass for all of them is quicker than a search for each from here on.
constexpr std::size_t kFewestScanned = 4;

void number_keys(Rule& rule) {
  std::vector<std::string> texts;
  for (FieldRule& field : rule.fields) {
    for (FieldSource& source : field.sources) {
      for (Key& key : source.after) {
        const auto known = std::find(texts.begin(), texts.end(), key.literal.text());
        key.id = static_cast<std::uint16_t>(known - texts.begin());
        if (known == texts.end()) texts.push_back(key.literal.text());
      }
    }
  }
  if (texts.size() >= kFewestScanned) rule.keys.emplace(texts);
}

// By its keys, not by what came of them: what is wrong with those is reported already.
void check_says_something(yaml::Mapping& keys) {
  constexpr std::array<std::string_view, 8> kSaying = {"fields", "each",    "regex", "state",
                                                       "event",  "attempt", "opens", "in"};
  if (std::none_of(kSaying.begin(), kSaying.end(),
                   [&keys](std::string_view key) { return keys.find(key).has_value(); })) {
    keys.cursor().error(
        "the rule says nothing: give it fields, each, state, event, attempt or opens");
  }
}

void check_whole(const yaml::Cursor& cursor, const Rule& rule) {
  const bool counts =
      std::any_of(rule.fields.begin(), rule.fields.end(),
                  [](const FieldRule& entry) { return field_counts_progress(entry.field); });
  if (rule.progress && !counts) {
    cursor.error(
        "'progress: true' needs a field that says how far the run is: iteration, epoch, samples, "
        "tokens, epoch_position or finished_epochs");
  }
  if (!rule.rank_after.empty() && !reads(rule, Field::PhaseSeconds)) {
    cursor.error("'rank' labels phases, and the rule reads no 'phase_seconds'");
  }
  std::size_t values = 0;
  for (const FieldRule& field : rule.fields) values += field.every ? field.sources.size() : 1;
  if (values > Record::kMaxValues) {
    cursor.error("more than " + std::to_string(Record::kMaxValues) + " numbers of one line");
  }
}

}  // namespace

std::shared_ptr<const Rule> load_rule(const yaml::Cursor& cursor, const LoadContext& context) {
  auto rule = std::make_shared<Rule>();
  rule->place = context.place(cursor);
  if (!cursor.is_mapping()) {
    cursor.error("expected a rule: a mapping with 'name' and 'when'");
    return rule;
  }
  yaml::Mapping keys(cursor);
  const auto name = keys.require("name");
  rule->name = load_name(name);
  if (rule->name == "none")
    name->complain("samples say 'none' where no rule matches; name it else");
  load_gate(keys, *rule);
  load_meaning(keys, *rule);
  load_rank(keys, *rule);
  if (load_numbers(keys, context, *rule)) check_whole(cursor, *rule);
  check_says_something(keys);
  number_keys(*rule);
  return rule;
}

}  // namespace steptail::format
