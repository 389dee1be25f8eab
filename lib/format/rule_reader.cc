#include "format/rule_reader.h"

#include <optional>

#include "base/letters.h"
#include "format/cells.h"
#include "format/json_rule.h"
#include "format/key_scan.h"
#include "format/label_name.h"

namespace steptail::format {
namespace {

class RuleReader {
 public:
  RuleReader(const RuleEntry& entry, const lines::Line& line, MatchScratch& scratch, Record& record)
      : rule_(*entry.rule),
        line_(line),
        scratch_(scratch),
        planner_(scratch.planner.is_watching() ? &scratch.planner : nullptr),
        record_(record) {}

  bool read(std::string_view block_label) {
    if (rule_.regex && !search()) return false;
    if (rule_.json) {
      object_ = find_object(line_.text, rule_);
      if (object_.empty()) return false;
    }
    if (!rule_.rank_after.empty()) find_rank();
    if (rule_.keys) rule_.keys->scan(line_.text, scratch_.keys);
    for (const FieldRule& field : rule_.fields) read_field(field);
    for (const EachRule& each : rule_.each) {
      read_cells({.rule = rule_,
                  .each = each,
                  .line = line_.text,
                  .rank = rank_,
                  .block_label = block_label},
                 scratch_.labels, record_, planner_);
    }
    if (rule_.reads_numbers() && record_.values().empty()) return false;
    return !rule_.progress || says_progress();
  }

 private:
  bool search() {
    const std::size_t groups = rule_.regex->groups().empty()
                                   ? 0
                                   : static_cast<std::size_t>(rule_.regex->group_count()) + 1;
    return rule_.regex->search(line_.text, std::span(scratch_.groups).first(groups));
  }

  void find_rank() {
    const Unit plain = default_unit(Dimension::Plain);
    for (const Literal& literal : rule_.rank_after) {
      bool doubtful = false;
      const auto number =
          number_after(line_.text, literal, literal.find(line_.text), plain, &doubtful);
      const bool found = number && number->is_whole && number->value >= 0;
      if (planner_ != nullptr) planner_->spoil_if(doubtful || (number && !found));
      if (!found) continue;
      if (planner_ != nullptr) planner_->rank(*number);
      std::size_t begin = number->end;
      while (begin > 0 && base::is_digit(line_.text[begin - 1])) --begin;
      rank_ = line_.text.substr(begin, number->end - begin);
      return;
    }
  }

  void read_field(const FieldRule& field) {
    for (const FieldSource& source : field.sources) {
      double number = 0;
      if (!read_source(field.field, source, number)) continue;
      record_.add({.field = field.field,
                   .number = number,
                   .label = source.label,
                   .stat = source.stat,
                   .rank = field.field == Field::PhaseSeconds ? rank_ : std::string_view{},
                   .sum = source.sum,
                   .absolute = source.absolute});
      if (!field.every) return;
    }
  }

  // Results by reference: optional numbers cost a stall each on the way through memory.
  [[nodiscard]] bool read_source(Field field, const FieldSource& source, double& number) const {
    if (source.constant) {
      number = *source.constant;
      if (planner_ != nullptr) planner_->constant();
      return true;
    }
    auto accept = [this, field, &source, &number](const std::optional<Number>& found) {
      const bool taken = found && field_takes(field, found->value);
      if (planner_ != nullptr && found) {
        planner_->number({.number = *found,
                          .taken = taken,
                          .ends = found->begin > 0 && base::is_word(line_.text[found->begin - 1]),
                          .unit = source.unit,
                          .plus = source.plus});
      }
      if (taken) number = found->value + source.plus;
      return taken;
    };
    for (const Key& key : source.after) {
      const std::size_t first =
          rule_.keys ? scratch_.keys.find(key.id) : key.literal.find(line_.text);
      if (first == std::string_view::npos) continue;
      bool doubtful = false;
      const auto found = number_after(line_.text, key.literal, first, source.unit, &doubtful);
      if (planner_ != nullptr) planner_->spoil_if(doubtful);
      if (accept(found)) return true;
    }
    if (source.group > 0) {
      const std::string_view text = scratch_.groups[static_cast<std::size_t>(source.group)];
      return accept(number_in(text, source.unit));
    }
    return !source.path.empty() && accept(number_at_path(object_, source.path, source.unit));
  }

  [[nodiscard]] bool says_progress() const {
    for (const Value& value : record_.values()) {
      if (field_counts_progress(value.field)) return true;
    }
    return false;
  }

  const Rule& rule_;
  const lines::Line& line_;
  MatchScratch& scratch_;
  LinePlanner* planner_;  // null: nobody watches
  Record& record_;
  std::string_view rank_;
  std::string_view object_;
};

// What the rule says of every line that it matches: all of the record but its values.
void describe(const RuleEntry& entry, Record& record) {
  const Rule& rule = *entry.rule;
  record.format_name = entry.format->name;
  record.rule_name = rule.name;
  record.common = entry.format->common;
  record.progress = rule.progress;
  record.attempt = rule.attempt;
  record.per_step = rule.per_step;
  record.continues = entry.continues;
  record.state = rule.state;
  record.event = rule.event;
  record.failure = rule.failure;
  record.role = rule.role;
}

}  // namespace

bool read_rule(const RuleEntry& entry, const lines::Line& line, std::string_view block_label,
               MatchScratch& scratch, Record& record) {
  record.clear();
  if (RuleReader(entry, line, scratch, record).read(block_label)) {
    describe(entry, record);
    return true;
  }
  record.clear();
  return false;
}

std::string_view captured_block_label(const Rule& rule, MatchScratch& scratch) {
  if (!rule.regex) return {};
  const auto found = rule.regex->groups().find("label");
  if (found == rule.regex->groups().end()) return {};
  const std::string_view key = scratch.groups[static_cast<std::size_t>(found->second)];
  return scratch.labels.make(key, Field::PhaseSeconds);
}

}  // namespace steptail::format
