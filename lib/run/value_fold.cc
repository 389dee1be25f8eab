#include "run/value_fold.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "run/addend.h"

namespace steptail::run {

using format::Field;
using format::Value;

namespace {

static_assert(format::kFieldCount <= 64, "save() writes a bit a field");

bool prints_time(const FoldLine& line) {
  return line.has(Field::IterationSeconds) || line.has(Field::IterationsPerSecond);
}

}  // namespace

void ValueFold::begin_attempt() {
  times_.begin_attempt();
  outlook_.begin_attempt();
  skipped_.begin_attempt();
  nonfinite_.begin_attempt();
}

void ValueFold::take(const FoldLine& line, RunData& data) {
  labelled_.begin_record(line.record);
  if (line.advances()) outlook_.advanced(line.format_index, line.step->measure);
  take_step(line, data);
  // Before the values: whether a time is derived decides what the line's phases weigh.
  if (line.advances()) derive_time(line, data);
  const std::span<const Value> values = line.record.values();
  for (std::size_t i = 0; i < values.size(); ++i) take_one(values[i], i, line, data);
  if (line.progress() && !line.late()) draw(line, data);
  if (line.continues()) draw_more(line, data);
  draw_validation(line, data);
  if (line.progress() || line.has(Field::IterationsPlanned)) {
    outlook_.refresh(data, times_.pace());
  }
}

void ValueFold::take_step(const FoldLine& line, RunData& data) {
  if (line.format != nullptr) {
    if (auto planned = line.format->epochs.planned_iterations();
        planned && (line.step && line.step->finished_epochs)) {
      set(Field::IterationsPlanned, *planned, data);
    }
  }
  if (!line.step || line.step->measure != Measure::Iteration || line.late()) return;
  set(Field::Iteration, line.step->value, data);
  if (line.advances()) data.replayed_iterations += line.verdict.replayed;
}

void ValueFold::set(Field field, double number, RunData& data) {
  if (!data.has(field) && !SeriesBudget::is_never_refused(field) && !budget_.admit(1)) return;
  data.set(field, number);
}

void ValueFold::take_one(const Value& value, std::size_t number, const FoldLine& line,
                         RunData& data) {
  switch (value.field) {
    case Field::LossComponent:
    case Field::AccuracyRatio:
    case Field::PhaseSeconds:
    case Field::MemoryBytes:
    case Field::Value:
      if (!labelled_.take(value, number, line, data, budget_)) ++refused_sums_;
      break;
    case Field::Samples:
    case Field::Tokens:
      take_counter(value, line, data);
      break;
    case Field::SkippedIterations:
      take_events(skipped_, data.skipped_iterations, value, line);
      break;
    case Field::NonfiniteIterations:
      take_events(nonfinite_, data.nonfinite_iterations, value, line);
      break;
    case Field::IterationsPerSecond:
      if (value.number > 0 && !line.find(Field::IterationSeconds)) {
        take_iteration_seconds(1 / value.number, line, data);
      }
      break;
    case Field::EpochLength:
    case Field::EpochPosition:
    case Field::EpochsPlanned:
    case Field::FinishedEpochs:       // steps are made from these
    case Field::CheckpointIteration:  // shown once the save counts
    case Field::CheckpointDurationSeconds:
      break;
    default:
      take_gauge(value, line, data);
      break;
  }
}

void ValueFold::take_gauge(const Value& value, const FoldLine& line, RunData& data) {
  Measure measure = line.step ? line.step->measure : Measure::Line;
  const bool is_of_step = line.progress() || line.continues();
  switch (value.field) {
    case Field::Iteration:
      // On a progress line it is the step, or no number to believe.
      if (!line.progress() && is_addend(value.number)) set(value.field, value.number, data);
      return;
    case Field::IterationSeconds:
      return take_iteration_seconds(value.number, line, data);
    case Field::ProgressRatio:
      return outlook_.print_ratio(value.number, line.format_index, measure, data);
    case Field::RemainingSeconds:
      return outlook_.print_remaining(value.number, line.format_index, measure, data);
    case Field::ValidationLoss:
      if (!line.find(Field::ValidationIteration)) {
        if (auto iteration = data.get(Field::Iteration)) {
          set(Field::ValidationIteration, *iteration, data);
        }
      }
      break;
    case Field::Loss:
      if (is_of_step && !std::isfinite(value.number)) ++data.nonfinite_loss_values;
      break;
    case Field::GradientNorm:
      if (is_of_step && !std::isfinite(value.number)) ++data.nonfinite_gradient_values;
      break;
    default:
      break;
  }
  set(value.field, value.number, data);
}

void ValueFold::take_counter(const Value& value, const FoldLine& line, RunData& data) {
  if (!is_addend(value.number)) {
    ++refused_sums_;
    return;
  }
  auto bit = static_cast<std::size_t>(value.field);
  double before = data.get(value.field).value_or(0);
  if (!value.sum) {
    double number = value.number;
    if (line.format != nullptr) {
      number += samples_before_epoch(line.record, line.format->epochs).value_or(0);
    }
    absolute_.set(bit);
    set(value.field, std::max(before, number), data);
  } else if (!absolute_[bit] && (!line.progress() || line.advances())) {
    set(value.field, before + value.number, data);
  }
}

void ValueFold::take_events(EventSum& events, double& total, const Value& value,
                            const FoldLine& line) {
  bool taken = true;
  if (value.absolute) {
    taken = events.absolute(value.number);
  } else if (!line.progress()) {
    taken = events.line(value.number, line.rank);
  } else if (line.advances()) {
    taken = events.interval(value.number);
  }
  if (!taken) ++refused_sums_;
  total = events.total();
}

void ValueFold::take_iteration_seconds(double seconds, const FoldLine& line, RunData& data) {
  set(Field::IterationSeconds, seconds, data);
  // A time on a line of its own is of the iteration that the last progress line said.
  if (line.format == nullptr || line.late()) return;
  if (!line.progress() && !line.format->has_started()) return;
  if (!is_addend(seconds)) {
    ++refused_sums_;
    return;
  }
  if (!times_.printed(*line.format, line.format_index)) return;
  // The first line of steps weighed nothing as long as its time was to be derived.
  if (line.format->weight == 0) line.format->weight = 1;
  data.iteration_duration.add(seconds, line.format->weight);
  times_.note_pace(seconds);
}

void ValueFold::derive_time(const FoldLine& line, RunData& data) {
  if (times_.any_printed() || !line.context.printed) return;
  if (line.step->measure != Measure::Iteration || prints_time(line)) return;
  if (line.verdict.kind == AttemptTracker::Kind::First) line.format->weight = 0;
  auto derived =
      times_.derive(*line.format, line.format_index, line.step->value, *line.context.printed);
  if (!derived) return;
  set(Field::IterationSeconds, derived->seconds, data);
  data.iteration_duration.seconds += derived->elapsed_seconds;
  data.iteration_duration.count += derived->weight;
  times_.note_pace(derived->seconds);
}

void ValueFold::note_interval(double seconds_per_iteration) {
  if (!times_.any_printed()) times_.note_pace(seconds_per_iteration);
}

void ValueFold::draw_rate(const FoldLine& line, double x, RunData& data) {
  constexpr std::array kRates{Field::SamplesPerSecond, Field::TokensPerSecond,
                              Field::DeviceTokensPerSecond, Field::DeviceSamplesPerSecond,
                              Field::SamplesPerSecondOverall};
  for (const Field field : kRates) {
    const auto rate = line.find(field);
    if (!rate) continue;
    if (!data.rate_field) data.rate_field = field;
    if (*data.rate_field == field) data.rate_history.add(x, *rate);
  }
}

void ValueFold::draw_validation(const FoldLine& line, RunData& data) {
  const auto loss = line.find(Field::ValidationLoss);
  const auto iteration = data.get(Field::ValidationIteration);
  if (loss && iteration) data.validation_loss_history.add(*iteration, *loss);
}

// The curves of the status page.
void ValueFold::draw(const FoldLine& line, RunData& data) {
  double x = 0;
  if (auto iteration = data.get(Field::Iteration)) {
    x = *iteration;
  } else {
    x = line.step->value;
  }
  if (auto loss = line.find(Field::Loss)) data.loss_history.add(x, *loss);
  draw_rate(line, x, data);
  if (!line.advances()) return;
  if (auto seconds = data.get(Field::IterationSeconds)) {
    data.iteration_seconds_history.add(x, *seconds);
  }
}

// What a block says after the progress line that opened it.
void ValueFold::draw_more(const FoldLine& line, RunData& data) {
  const auto x = data.get(Field::Iteration);
  if (!x) return;
  if (auto loss = line.find(Field::Loss)) data.loss_history.add(*x, *loss);
  draw_rate(line, *x, data);
  if (line.has(Field::IterationSeconds) || line.has(Field::IterationsPerSecond)) {
    if (auto seconds = data.get(Field::IterationSeconds)) {
      data.iteration_seconds_history.add(*x, *seconds);
    }
  }
}

void ValueFold::save(base::ByteWriter& out) const {
  labelled_.save(out);
  times_.save(out);
  outlook_.save(out);
  skipped_.save(out);
  nonfinite_.save(out);
  out.u64(absolute_.to_ullong());
  out.u64(budget_.refused());
  out.u64(refused_sums_);
}

void ValueFold::load(base::ByteReader& in, const RunData& data) {
  labelled_.load(in, data);
  times_.load(in);
  outlook_.load(in);
  skipped_.load(in);
  nonfinite_.load(in);
  absolute_ = in.u64();
  budget_.restore(data, in.u64());
  refused_sums_ = in.u64();
}

}  // namespace steptail::run
