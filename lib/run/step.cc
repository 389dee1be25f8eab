#include "run/step.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "run/optional_codec.h"

namespace steptail::run {

using format::Field;
using format::Record;
using format::Value;

namespace {

// Beyond 2^53 a double is no count any more; such a number is torn or hostile, and believing it
// would spoil every later comparison.
constexpr double kMostCounted = 9007199254740992.0;

bool is_count(double number) { return number >= 0 && number <= kMostCounted; }

std::optional<double> count_of(const Record& record, Field field) {
  for (const Value& value : record.values()) {
    if (value.field == field && !value.sum && is_count(value.number)) return value.number;
  }
  return std::nullopt;
}

}  // namespace

void EpochMemory::learn(const Record& record) {
  for (const Value& value : record.values()) {
    if (!is_count(value.number)) continue;
    switch (value.field) {
      case Field::EpochLength:
        if (value.number > 0) length_ = value.number;
        break;
      case Field::EpochsPlanned:
        planned_ = value.number;
        break;
      case Field::FinishedEpochs:
        finished_ = std::floor(value.number);
        break;
      case Field::Epoch:
        epoch_ = value.number;
        if (value.number == 0) from_zero_ = true;
        break;
      default:
        break;
    }
  }
}

std::optional<double> EpochMemory::finished() const {
  if (finished_) return finished_;
  if (!epoch_) return std::nullopt;
  double epoch = std::floor(*epoch_);
  return from_zero_ ? epoch : std::max(epoch - 1, 0.0);
}

std::optional<double> EpochMemory::planned_iterations() const {
  if (!length_ || !planned_) return std::nullopt;
  return *length_ * *planned_;
}

void EpochMemory::save(base::ByteWriter& out) const {
  save_optional(out, length_);
  save_optional(out, planned_);
  save_optional(out, finished_);
  save_optional(out, epoch_);
  out.boolean(from_zero_);
}

void EpochMemory::load(base::ByteReader& in) {
  load_optional(in, length_);
  load_optional(in, planned_);
  load_optional(in, finished_);
  load_optional(in, epoch_);
  from_zero_ = in.boolean();
}

Step step_of(const Record& record, const EpochMemory& epochs) {
  if (auto iteration = count_of(record, Field::Iteration)) {
    return {.measure = Measure::Iteration, .value = *iteration};
  }
  auto position = count_of(record, Field::EpochPosition);
  if (position && epochs.length() && epochs.finished()) {
    double value = *epochs.finished() * *epochs.length() + *position;
    return {.measure = Measure::Iteration,
            .value = value,
            .finished_epochs = epochs.finished(),
            .position = *position};
  }
  for (auto [field, measure] :
       {std::pair{Field::Samples, Measure::Samples}, std::pair{Field::Tokens, Measure::Tokens}}) {
    if (auto count = count_of(record, field)) {
      double before = samples_before_epoch(record, epochs).value_or(0);
      return {.measure = measure, .value = before + *count};
    }
  }
  if (position) return {.measure = Measure::Position, .value = *position};
  if (auto epoch = count_of(record, Field::Epoch)) {
    return {.measure = Measure::Epoch, .value = *epoch};
  }
  return {};
}

std::optional<double> samples_before_epoch(const Record& record, const EpochMemory& epochs) {
  if (!count_of(record, Field::EpochLength) || count_of(record, Field::EpochPosition)) {
    return std::nullopt;
  }
  if (!epochs.length() || !epochs.finished()) return std::nullopt;
  return *epochs.finished() * *epochs.length();
}

}  // namespace steptail::run
