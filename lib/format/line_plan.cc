#include "format/line_plan.h"

#include <algorithm>
#include <string>

#include "base/hash.h"
#include "base/letters.h"
#include "format/decimal.h"

namespace steptail::format {
namespace {

// Whether nothing but the shape of a line decides where the rule finds its numbers.
bool finds_by_shape(const Rule& rule) {
  if (rule.regex || rule.json || !rule.in.empty()) return false;
  auto has_digit = [](const std::string& text) { return LinePlanner::has_digit(text); };
  for (const Literal& literal : rule.rank_after) {
    if (has_digit(literal.text())) return false;
  }
  for (const FieldRule& field : rule.fields) {
    for (const FieldSource& source : field.sources) {
      for (const Key& key : source.after) {
        if (has_digit(key.literal.text())) return false;
      }
    }
  }
  return std::none_of(rule.each.begin(), rule.each.end(), [&](const EachRule& each) {
    return each.label_from_block || has_digit(each.separator) || has_digit(each.key_end);
  });
}

// By content: the same for every plan, in whatever run of the program.
std::uint64_t wording_of(std::span<const Value> values) {
  std::string all;
  for (const Value& value : values) {
    all.append({static_cast<char>(value.field), static_cast<char>(value.sum),
                static_cast<char>(value.absolute), static_cast<char>(!value.rank.empty())});
    for (const std::string_view text : {value.label, value.stat}) {
      all.append(std::to_string(text.size())).append(" ").append(text);
    }
  }
  return base::hash64(all);
}

}  // namespace

bool LinePlan::read_step(const Step& step, std::string_view line, std::span<const DigitRun> digits,
                         double& number) {
  if (step.kind == Kind::Runs) {
    return read_runs(line, digits.subspan(step.run), step.form, step.scale, number);
  }
  const std::size_t begin = digits[step.run].begin - std::size_t{step.sign_bytes};
  if (step.kind == Kind::Plain) {
    Number plain;
    if (!read_plain_number(line, begin, step.scale, step.suffix_bytes, plain)) return false;
    number = plain.value;
    return true;
  }
  const auto found = read_number(line, begin, *step.unit, step.thousands);
  if (found) number = found->value;
  return found.has_value();
}

bool LinePlan::read_rank(std::string_view line, std::span<const DigitRun> digits,
                         std::string_view& rank) const {
  const DigitRun& run = digits[rank_run];
  if (is_rank_a_run) {
    rank = line.substr(run.begin, run.size);
    return run.size <= kMostPlainDigits;
  }
  Number number;
  if (!read_plain_number(line, run.begin, {}, 0, number)) return false;
  rank = line.substr(run.begin, number.end - run.begin);
  return true;
}

const LinePlan::Placement& LinePlan::placement_for(const LineLayout& layout, std::size_t place) {
  Placement& placement = placements[place];
  if (placement.layout == layout.number()) return placement;
  placement.layout = layout.number();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (step.kind != Kind::Runs) continue;
    placement.numbers[i] = placed(layout.digits().subspan(step.run), step.form, step.scale);
  }
  return placement;
}

const Record* LinePlan::read(std::string_view line, const LineLayout& layout, std::size_t place) {
  const std::span<const DigitRun> digits = layout.digits();
  const std::optional<PlacedNumber>* at_place = placement_for(layout, place).numbers.data();
  std::string_view rank;
  if (rank_run != kNoRun && !read_rank(line, digits, rank)) return nullptr;
  Value* value = record->values_to_change().data();
  for (const Step& step : steps) {
    Value& said = *value++;
    const std::optional<PlacedNumber>& placed = *at_place++;
    if (step.has_rank) said.rank = rank;
    if (step.kind == Kind::Constant) continue;
    double number = 0;
    if (placed) {
      number = placed->read(line);
    } else if (!read_step(step, line, digits, number)) {
      return nullptr;
    }
    if (!field_takes(said.field, number)) return nullptr;
    said.number = number + step.plus;
  }
  return record.get();
}

bool LinePlanner::has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), base::is_digit);
}

void LinePlanner::begin(const Rule& rule, std::string_view line, std::span<const DigitRun> digits) {
  is_watching_ = true;
  is_sound_ = finds_by_shape(rule);
  line_ = line;
  digits_ = digits;
  steps_.clear();
  rank_run_ = LinePlan::kNoRun;
  is_rank_a_run_ = false;
}

std::uint16_t LinePlanner::run_at(std::size_t place) const {
  const auto found =
      std::lower_bound(digits_.begin(), digits_.end(), place,
                       [](const DigitRun& run, std::size_t wanted) { return run.begin < wanted; });
  if (found == digits_.end() || found->begin != place) return LinePlan::kNoRun;
  return static_cast<std::uint16_t>(found - digits_.begin());
}

// Whether the short way reads the same; then `step` is completed for it.
bool LinePlanner::is_plain(const Reading& reading, LinePlan::Step& step) const {
  if (reading.unit.is_duration) return false;
  const Number& number = reading.number;
  const std::string_view suffix =
      line_.substr(number.end - number.suffix_bytes, number.suffix_bytes);
  const auto scale = suffix.empty() ? reading.unit.scale : scale_with_suffix(reading.unit, suffix);
  Number plain;
  if (!scale || !read_plain_number(line_, number.begin, *scale, suffix.size(), plain) ||
      plain.end != number.end || plain.value != number.value) {
    return false;
  }
  const auto form = form_by_shape(line_, number.begin, suffix.size());
  step.kind = form ? LinePlan::Kind::Runs : LinePlan::Kind::Plain;
  step.form = form.value_or(NumberForm{});
  step.suffix_bytes = static_cast<std::uint8_t>(suffix.size());
  step.scale = *scale;
  return true;
}

void LinePlanner::number(const Reading& reading) {
  const std::size_t begin = reading.number.begin;
  const std::uint8_t sign_bytes = line_[begin] == '-' ? 1 : 0;
  LinePlan::Step step{.kind = LinePlan::Kind::Long,
                      .thousands = reading.number.thousands,
                      .sign_bytes = sign_bytes,
                      .run = run_at(begin + sign_bytes),
                      .unit = &reading.unit,
                      .plus = reading.plus};
  spoil_if(!reading.taken || step.run == LinePlan::kNoRun);
  if (!is_plain(reading, step)) spoil_if(reading.ends);
  steps_.push_back(step);
}

void LinePlanner::rank(const Number& number) {
  rank_run_ = run_at(number.begin);
  spoil_if(rank_run_ == LinePlan::kNoRun || number.suffix_bytes > 0);
  is_rank_a_run_ = number.is_whole && form_by_shape(line_, number.begin, 0).has_value();
}

bool LinePlanner::finish(const Record& record, LinePlan& plan) {
  is_watching_ = false;
  const std::span<const Value> values = record.values();
  // A full record takes no more values.
  if (!is_sound_ || steps_.size() != values.size()) return false;
  plan = {};
  plan.steps = steps_;
  for (LinePlan::Placement& placement : plan.placements) placement.numbers.resize(steps_.size());
  plan.record = std::make_unique<Record>(record);
  plan.record->wording = wording_of(values);
  plan.rank_run = rank_run_;
  plan.is_rank_a_run = is_rank_a_run_;
  for (std::size_t i = 0; i < values.size(); ++i) {
    plan.steps[i].has_rank = !values[i].rank.empty();
  }
  return true;
}

}  // namespace steptail::format
