#include "format/line_plan.h"

#include <algorithm>

#include "format/letters.h"

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

}  // namespace

bool LinePlan::read(std::string_view line, std::span<const std::uint16_t> digits,
                    Record& record) const {
  record.clear();
  std::string_view rank;
  if (rank_run != kConstant) {
    Number number;
    const std::size_t begin = digits[rank_run];
    if (!read_plain_number(line, begin, {}, number)) return false;
    rank = line.substr(begin, number.end - begin);
  }
  for (const Step& step : steps) {
    Value& value = record.append(step.value);
    if (step.has_rank) value.rank = rank;
    if (step.run == kConstant) continue;
    Number number;
    const std::size_t begin = digits[step.run] - std::size_t{step.sign_bytes};
    if (!read_plain_number(line, begin, step.scale, number)) return false;
    if (!field_takes(value.field, number.value)) return false;
    value.number = number.value + step.plus;
  }
  return true;
}

bool LinePlanner::has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_digit);
}

void LinePlanner::begin(const Rule& rule, std::string_view line,
                        std::span<const std::uint16_t> digits) {
  is_watching_ = true;
  is_sound_ = finds_by_shape(rule);
  line_ = line;
  digits_ = digits;
  steps_.clear();
  rank_run_ = LinePlan::kConstant;
}

std::uint16_t LinePlanner::run_at(std::size_t place) {
  const auto found = std::lower_bound(digits_.begin(), digits_.end(), place);
  if (found == digits_.end() || *found != place) {
    spoil();
    return LinePlan::kConstant;
  }
  return static_cast<std::uint16_t>(found - digits_.begin());
}

void LinePlanner::number(const Number& number, bool taken, const Scale& scale, double plus) {
  spoil_if(!taken || !number.is_plain);
  const std::uint8_t sign_bytes = line_[number.begin] == '-' ? 1 : 0;
  steps_.push_back({.run = run_at(number.begin + sign_bytes),
                    .sign_bytes = sign_bytes,
                    .scale = scale,
                    .plus = plus});
}

void LinePlanner::rank(const Number& number) {
  spoil_if(!number.is_plain);
  rank_run_ = run_at(number.begin);
}

bool LinePlanner::finish(const Record& record, LinePlan& plan) {
  is_watching_ = false;
  const auto values = record.values();
  // A full record takes no more values.
  if (!is_sound_ || steps_.size() != values.size()) return false;
  plan.steps = steps_;
  plan.rank_run = rank_run_;
  for (std::size_t i = 0; i < values.size(); ++i) {
    plan.steps[i].value = values[i];
    plan.steps[i].has_rank = !values[i].rank.empty();
    plan.steps[i].value.rank = {};
  }
  return true;
}

}  // namespace steptail::format
