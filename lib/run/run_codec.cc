// RunState in a checkpoint. RunData goes first: some parts are bounded by what it holds.
#include "run/mono_codec.h"
#include "run/optional_codec.h"
#include "run/run_state.h"

namespace steptail::run {
namespace {

constexpr std::uint8_t kVersion = 2;  // raise it with every change of a save() under lib/run

std::uint64_t hash_vocabulary() {
  std::string names;
  for (std::size_t i = 0; i < format::kFieldCount; ++i) {
    names += format::field_name(static_cast<format::Field>(i));
    names += ' ';
  }
  names += std::to_string(format::kStateCount) + ' ' + std::to_string(format::kFailureClassCount);
  return stable_hash(names);
}

// Differs when the vocabulary does: gauges are saved by their place in it.
std::uint64_t vocabulary() {
  static const std::uint64_t kHash = hash_vocabulary();
  return kHash;
}

void save_series(base::ByteWriter& out, const std::vector<LabelledValue>& all) {
  out.u64(all.size());
  for (const LabelledValue& value : all) {
    out.text(value.label);
    out.text(value.rank);
    out.text(value.stat);
    out.real(value.number);
  }
}

void load_series(base::ByteReader& in, std::vector<LabelledValue>& all) {
  all.resize(in.count(32));
  for (LabelledValue& value : all) {
    value.label = in.text();
    value.rank = in.text();
    value.stat = in.text();
    value.number = in.real();
  }
}

void save_sum(base::ByteWriter& out, const DurationSum& sum) {
  out.real(sum.seconds);
  out.real(sum.count);
}

DurationSum load_sum(base::ByteReader& in) {
  DurationSum sum;
  sum.seconds = in.real();
  sum.count = in.real();
  return sum;
}

void save_values(base::ByteWriter& out, const RunData& data) {
  for (std::size_t i = 0; i < format::kFieldCount; ++i) {
    out.boolean(data.present[i]);
    if (data.present[i]) out.real(data.gauges[i]);
  }
  for (const auto* all : {&data.loss_components, &data.accuracies, &data.phases, &data.memory,
                          &data.values, &data.counted}) {
    save_series(out, *all);
  }
  for (const PhaseSum& phase : data.phase_durations) save_sum(out, phase.sum);
  save_sum(out, data.iteration_duration);
}

void load_values(base::ByteReader& in, RunData& data) {
  for (std::size_t i = 0; i < format::kFieldCount; ++i) {
    data.present[i] = in.boolean();
    if (data.present[i]) data.gauges[i] = in.real();
  }
  for (auto* all : {&data.loss_components, &data.accuracies, &data.phases, &data.memory,
                    &data.values, &data.counted}) {
    load_series(in, *all);
  }
  for (const LabelledValue& phase : data.phases) {
    data.phase_durations.push_back(
        {.label = phase.label, .rank = phase.rank, .stat = phase.stat, .sum = load_sum(in)});
  }
  data.iteration_duration = load_sum(in);
}

void save_counts(base::ByteWriter& out, const RunData& data) {
  out.u64(data.attempts);
  out.real(data.replayed_iterations);
  out.real(data.skipped_iterations);
  out.real(data.nonfinite_iterations);
  out.real(data.nonfinite_loss_values);
  out.real(data.nonfinite_gradient_values);
  out.u64(data.checkpoints);
  save_optional(out, data.checkpoint_iteration);
  save_optional(out, data.checkpoint_time);
  save_optional(out, data.checkpoint_duration_seconds);
  out.u64(data.incidents);
  for (std::uint64_t failures : data.failures) out.u64(failures);
}

void load_counts(base::ByteReader& in, RunData& data) {
  data.attempts = in.u64();
  data.replayed_iterations = in.real();
  data.skipped_iterations = in.real();
  data.nonfinite_iterations = in.real();
  data.nonfinite_loss_values = in.real();
  data.nonfinite_gradient_values = in.real();
  data.checkpoints = in.u64();
  load_optional(in, data.checkpoint_iteration);
  load_optional(in, data.checkpoint_time);
  load_optional(in, data.checkpoint_duration_seconds);
  data.incidents = in.u64();
  for (std::uint64_t& failures : data.failures) failures = in.u64();
}

void save_life(base::ByteWriter& out, const RunData& data, base::WallTime now_wall,
               base::MonoTime now_mono) {
  out.u8(static_cast<std::uint8_t>(data.state));
  save_optional(out, data.start);
  save_optional(out, data.last_line);
  save_optional(out, data.last_progress);
  save_mono(out, data.last_progress_mono, now_wall, now_mono);
  out.u64(data.formats.size());
  for (const std::string& format : data.formats) out.text(format);
  out.text(data.path);
}

constexpr std::uint8_t kNoRate = format::kFieldCount;

void save_curves(base::ByteWriter& out, const RunData& data) {
  data.loss_history.save(out);
  data.validation_loss_history.save(out);
  data.iteration_seconds_history.save(out);
  data.rate_history.save(out);
  out.u8(data.rate_field ? static_cast<std::uint8_t>(*data.rate_field) : kNoRate);
  data.chronicle.save(out);
}

void load_curves(base::ByteReader& in, RunData& data) {
  data.loss_history.load(in);
  data.validation_loss_history.load(in);
  data.iteration_seconds_history.load(in);
  data.rate_history.load(in);
  const std::uint8_t rate = in.u8();
  if (rate > kNoRate) return in.fail();
  if (rate < kNoRate) data.rate_field = static_cast<format::Field>(rate);
  data.chronicle.load(in);
}

void load_life(base::ByteReader& in, RunData& data, base::WallTime now_wall,
               base::MonoTime now_mono) {
  std::uint8_t state = in.u8();
  if (state >= format::kStateCount) return in.fail();
  data.state = static_cast<format::State>(state);
  load_optional(in, data.start);
  load_optional(in, data.last_line);
  load_optional(in, data.last_progress);
  data.last_progress_mono = load_mono(in, now_wall, now_mono);
  data.formats.resize(in.count(8));
  for (std::string& format : data.formats) format = in.text();
  data.path = in.text();
}

}  // namespace

void RunState::save(base::ByteWriter& out, base::WallTime now_wall, base::MonoTime now_mono) const {
  out.u8(kVersion);
  out.u64(vocabulary());
  save_values(out, data_);
  save_counts(out, data_);
  save_life(out, data_, now_wall, now_mono);
  save_curves(out, data_);
  tracker_.save(out);
  values_.save(out);
  life_.save(out, now_wall, now_mono);
}

base::Result<RunState> RunState::load(base::ByteReader& in, RunLimits limits,
                                      base::WallTime now_wall, base::MonoTime now_mono) {
  if (in.u8() != kVersion || in.u64() != vocabulary()) {
    return base::fail("the run was saved by another version");
  }
  RunState state(limits);
  load_values(in, state.data_);
  load_counts(in, state.data_);
  load_life(in, state.data_, now_wall, now_mono);
  load_curves(in, state.data_);
  state.tracker_.load(in);
  state.values_.load(in, state.data_);
  state.life_.load(in, now_wall, now_mono);
  if (!in.ok()) return base::fail("the saved run is damaged");
  return state;
}

}  // namespace steptail::run
