#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "format/field.h"
#include "format/state.h"

namespace steptail::format {

// One number that a line said, in base units.
struct Value {
  Field field{};
  double number = 0;
  std::string_view label;  // of a Labelled field: lower_snake component, phase, kind, key; split
  std::string_view stat;   // "min" or "max" over ranks; empty: neither
  std::string_view rank;   // the rank whose number this is; empty: the job's
  bool sum = false;        // add to what was (per progress line) instead of replacing it
  bool absolute = false;   // a Counter printed as a running total where others print intervals
};

using Fields = std::bitset<kFieldCount>;

[[nodiscard]] inline Fields fields_of(std::span<const Value> values) {
  Fields fields;
  for (const Value& value : values) fields[static_cast<std::size_t>(value.field)] = true;
  return fields;
}

// What one line said besides numbers.
// Lifetime: the names live as long as the FormatSet.
struct RecordHead {
  std::string_view format_name;
  std::string_view rule_name;
  bool common = false;     // from rules common to all formats (events): recognises nothing alone
  bool progress = false;   // says how far the run is
  bool attempt = false;    // a start-up line
  bool per_step = false;   // its phase times are of one step of one rank: they weigh 1
  bool continues = false;  // stands in a block that says its step: of that step
  std::optional<State> state;
  Event event = Event::None;
  FailureClass failure = FailureClass::Other;
  FailureRole role = FailureRole::Root;
  // The values of two records of one wording differ in their numbers, and in the one rank that all
  // have which have any. 0: nothing is known.
  std::uint64_t wording = 0;

  // Says more of the run than numbers.
  [[nodiscard]] bool says_life() const {
    return progress || attempt || state.has_value() || event != Event::None;
  }
};

// What one line said. Filled by the matcher, folded into a run by run/run_state.
// Lifetime: the views of values live until the matcher's next line.
struct Record : RecordHead {
  static constexpr std::size_t kMaxValues = 64;

  [[nodiscard]] std::span<const Value> values() const { return {values_.data(), count_}; }
  // False, and counted by the caller, when the record is full.
  bool add(const Value& value) {
    if (count_ == kMaxValues) return false;
    values_[count_++] = value;
    fields_[static_cast<std::size_t>(value.field)] = true;
    return true;
  }
  // Their numbers and ranks may change, but not their fields.
  [[nodiscard]] std::span<Value> values_to_change() { return {values_.data(), count_}; }

  [[nodiscard]] const Fields& fields() const { return fields_; }
  [[nodiscard]] bool has(Field field) const { return fields_[static_cast<std::size_t>(field)]; }
  // The first unlabelled value of `field`, if the line said it.
  [[nodiscard]] std::optional<double> find(Field field) const {
    if (!has(field)) return std::nullopt;
    return std::find_if(values_.begin(), values_.end(),
                        [field](const Value& value) { return value.field == field; })
        ->number;
  }
  void clear() { assign({}, {}); }  // cheap: keeps the array's bytes
  // REQUIRES: values of one record.
  void assign(const RecordHead& head, std::span<const Value> values) {
    static_cast<RecordHead&>(*this) = head;
    std::copy(values.begin(), values.end(), values_.begin());
    count_ = values.size();
    fields_ = fields_of(values);
  }

 private:
  std::array<Value, kMaxValues> values_;
  std::size_t count_ = 0;
  Fields fields_;
};

}  // namespace steptail::format
