#include "history/recorder.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <optional>
#include <utility>

#include "base/letters.h"
#include "metrics/catalogue.h"
#include "metrics/page_writer.h"

namespace steptail::history {
namespace {

using format::Field;
using metrics::Label;

// How far samples may be moved that would have the same time.
constexpr std::int64_t kFarthestMs = 1000;
constexpr std::string_view kAttempt = "attempt";
// Told apart by where they stand.
constexpr std::string_view kSum = "_sum";
constexpr std::string_view kCount = "_count";

static_assert(format::kFieldCount <= 64);
std::uint64_t bit(Field field) { return std::uint64_t{1} << static_cast<unsigned>(field); }

std::int64_t milliseconds(base::WallTime time) {
  return std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
}

bool same_number(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_labels(const std::vector<std::string>& values, std::span<const Label> labels) {
  if (values.size() != labels.size()) return false;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!base::same_text(values[i], labels[i].value)) return false;
  }
  return true;
}

bool has_label(std::span<const Label> labels, std::string_view name) {
  return std::any_of(labels.begin(), labels.end(),
                     [&](const Label& label) { return label.name == name; });
}

}  // namespace

Recorder::Recorder(SampleSpill& spill, std::string label_text, base::Duration resolution)
    : spill_(spill),
      label_text_(std::move(label_text)),
      resolution_ms_(std::chrono::floor<std::chrono::milliseconds>(resolution).count()) {
  use_lane(0);
}

void Recorder::use_lane(std::uint64_t attempt) {
  attempt_ = attempt == 0 ? std::string() : std::to_string(attempt);
  lane_ = &lanes_[attempt];
  lane_->resize(metrics::run_metrics().size());
  all_ = true;
}

void Recorder::values(const run::RunData& data, base::WallTime at, const format::Record* record) {
  record_ = record;
  again_ = false;
  fields_ = 0;
  if (record != nullptr) {
    for (const format::Value& value : record->values()) fields_ |= bit(value.field);
  }
  const run::StallStatus unasked;
  look({data, unasked}, at, [this](const metrics::RunMetric& row) {
    return row.field && may_have_changed(row.metric.type, *row.field);
  });
  all_ = false;
}

void Recorder::life(const metrics::RunView& run, base::WallTime at, Moment moment) {
  record_ = nullptr;
  again_ = moment == Moment::BetweenLines;
  look(run, at, [](const metrics::RunMetric& row) { return !row.field; });
}

template <typename Wants>
void Recorder::look(const metrics::RunView& run, base::WallTime at, Wants wants) {
  now_ms_ = milliseconds(at);
  data_ = &run.data;
  const auto rows = metrics::run_metrics();
  for (row_ = 0; row_ < rows.size(); ++row_) {
    if (!wants(rows[row_])) continue;
    next_slot_ = 0;
    rows[row_].series(run, *this);
  }
}

// Values are what they were but for a line that says one.
bool Recorder::may_have_changed(metrics::MetricType type, Field field) const {
  if (format::field_kind(field) == format::FieldKind::Labelled) return (fields_ & bit(field)) != 0;
  if (all_ || record_ == nullptr) return true;
  // A summary is of what progress lines cover, with or without a time of their own.
  const auto& touched = data_->touched;
  return type == metrics::MetricType::Summary ? touched.any()
                                              : touched[static_cast<std::size_t>(field)];
}

void Recorder::number(std::span<const Label> labels, double value) { take({}, labels, value); }

void Recorder::summary(std::span<const Label> labels, double sum, double count) {
  take(kSum, labels, sum);
  take(kCount, labels, count);
}

// Whether the line set this series, be it to what it was.
bool Recorder::said(std::size_t row, std::span<const Label> labels) const {
  const std::optional<Field>& field = metrics::run_metrics()[row].field;
  if (!field || record_ == nullptr) return false;
  if (format::field_kind(*field) != format::FieldKind::Labelled) {
    return data_->touched[static_cast<std::size_t>(*field)];
  }
  const auto values = record_->values();
  return std::any_of(values.begin(), values.end(), [&](const format::Value& value) {
    return value.field == *field && !labels.empty() &&
           base::same_text(value.label, labels.front().value);
  });
}

// The series come in the same order each time, apart from new ones.
Recorder::Slot& Recorder::slot(std::string_view suffix, std::span<const Label> labels) {
  Row& row = (*lane_)[row_];
  const auto is_it = [&](const Slot& slot) {
    return slot.suffix.data() == suffix.data() && same_labels(slot.labels, labels);
  };
  if (next_slot_ < row.size() && is_it(row[next_slot_])) return row[next_slot_++];
  auto found = std::find_if(row.begin(), row.end(), is_it);
  if (found == row.end()) {
    std::vector<Label> all(labels.begin(), labels.end());
    if (!attempt_.empty() && !has_label(labels, kAttempt)) {
      all.insert(all.begin(), Label{kAttempt, attempt_});
    }
    SampleSpill::Series series{.metric = row_, .suffix = suffix};
    metrics::append_series(series.labels, {}, {}, label_text_, all);
    Slot slot{.suffix = suffix, .id = spill_.open(std::move(series))};
    for (const Label& label : labels) slot.labels.emplace_back(label.value);
    row.push_back(std::move(slot));
    found = std::prev(row.end());
  }
  next_slot_ = static_cast<std::size_t>(found - row.begin()) + 1;
  return *found;
}

void Recorder::take(std::string_view suffix, std::span<const Label> labels, double value) {
  Slot& slot = this->slot(suffix, labels);
  if (slot.pending && same_number(slot.sample.value, value)) {
    if (again_ ? now_ms_ <= slot.sample.milliseconds : !said(row_, labels)) return;
  }
  put(slot, value);
}

void Recorder::put(Slot& slot, double value) {
  std::int64_t at = now_ms_;
  if (slot.pending) {
    const std::int64_t last = slot.sample.milliseconds;
    if (at <= last) at = last + 1;
    const bool too_far = at - now_ms_ > kFarthestMs;
    const bool same_stretch = resolution_ms_ > 0 && at / resolution_ms_ == last / resolution_ms_;
    if (too_far) {
      ++replaced_;
      slot.sample.value = value;
      return;
    }
    if (!same_stretch) {
      spill_.add(slot.id, slot.sample);
      ++samples_;
    }
  }
  slot.pending = true;
  slot.sample = {.milliseconds = at, .value = value};
}

void Recorder::finish() {
  for (auto& [attempt, lane] : lanes_) {
    for (Row& row : lane) {
      for (Slot& slot : row) {
        if (!slot.pending) continue;
        spill_.add(slot.id, slot.sample);
        ++samples_;
        slot.pending = false;
      }
    }
  }
}

}  // namespace steptail::history
