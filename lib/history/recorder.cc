#include "history/recorder.h"

#include <algorithm>
#include <array>
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
constexpr std::size_t kUnknown = ~std::size_t{0};
constexpr std::string_view kAttempt = "attempt";
constexpr std::array<std::string_view, 1> kNumber{""};
constexpr std::array<std::string_view, 2> kSummary{"_sum", "_count"};

static_assert(format::kFieldCount <= 64);
std::uint64_t bit(Field field) { return std::uint64_t{1} << static_cast<unsigned>(field); }

// Lines that set one of these may change the row. A summary is of what progress lines cover, with
// or without a time of their own.
std::uint64_t fields_of(const metrics::RunMetric& row) {
  return row.metric.type == metrics::MetricType::Summary ? ~std::uint64_t{0} : bit(*row.field);
}

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
  const auto rows = metrics::run_metrics();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].table) {
      table_rows_[static_cast<std::size_t>(*rows[row].table)].push_back(row);
    } else if (rows[row].field) {
      field_rows_.emplace_back(fields_of(rows[row]), row);
    } else {
      life_rows_.push_back(row);
    }
  }
  use_lane(0);
}

void Recorder::use_lane(std::uint64_t attempt) {
  attempt_ = attempt == 0 ? std::string() : std::to_string(attempt);
  Lane* const lane = &lanes_[attempt];
  if (lane_ != nullptr && lane != lane_) rest();
  lane_ = lane;
  lane_->resize(metrics::run_metrics().size());
  // An attempt that is kept apart says what its own lines do, not what the one before it said.
  all_ = attempt == 0;
}

// Seldom is a lane written to again that was left.
void Recorder::rest() {
  for (const Row& row : *lane_) {
    for (const Slot& slot : row.slots) spill_.rest(slot.id);
  }
}

// Values are what they were but for a line that says one.
void Recorder::values(const run::RunData& data, base::WallTime at, const format::Record* record) {
  record_ = record;
  again_ = false;
  const run::StallStatus unasked;
  const metrics::RunView run{data, unasked};
  begin_look(run, at);
  const std::uint64_t set =
      all_ || record == nullptr ? ~std::uint64_t{0} : data.touched.to_ullong();
  if (set != 0) {
    for (const auto& [fields, row] : field_rows_) {
      if ((fields & set) != 0) look_at(run, row);
    }
  }
  all_ = false;
  if (record == nullptr) return;
  for (const format::Value& value : record->values()) {
    if (format::is_labelled(value.field)) look_at(run, value);
  }
}

void Recorder::life(const metrics::RunView& run, base::WallTime at, Moment moment) {
  record_ = nullptr;
  again_ = moment == Moment::BetweenLines;
  begin_look(run, at);
  for (const std::size_t row : life_rows_) look_at(run, row);
}

void Recorder::begin_look(const metrics::RunView& run, base::WallTime at) {
  now_ms_ = milliseconds(at);
  data_ = &run.data;
  ++look_;
}

void Recorder::look_at(const metrics::RunView& run, std::size_t row) {
  row_ = row;
  place_.reset();
  field_ = metrics::run_metrics()[row].field;
  metrics::run_metrics()[row].series(run, *this);
}

// Of labelled values only those that the line says can have changed.
void Recorder::look_at(const metrics::RunView& run, const format::Value& value) {
  const auto table = run::table_of(value);
  const auto index = static_cast<std::size_t>(table);
  const std::vector<run::LabelledValue>& all = run::series_of(run.data, table);
  const std::size_t place = orders_[index].find(all, run::key_of(value));
  if (place == run::SeriesOrder::kNone) return;
  place_ = place;
  field_ = value.field;
  for (const std::size_t row : table_rows_[index]) {
    row_ = row;
    const metrics::RunMetric& metric = metrics::run_metrics()[row];
    auto& [slots, last, by_place, table_size] = (*lane_)[row];
    if (std::exchange(table_size, all.size()) != all.size()) by_place.clear();
    if (place >= by_place.size() || by_place[place] == kUnknown) {
      metric.one(run, place, *this);
      continue;
    }
    const std::size_t slot = by_place[place];
    const auto [number, count] = metric.numbers(run.data, place);
    take(slots[slot], number);
    if (metric.metric.type == metrics::MetricType::Summary) take(slots[slot + 1], count);
  }
}

void Recorder::number(std::span<const Label> labels, double value) {
  take(*slots_of(labels, kNumber), value);
}

void Recorder::summary(std::span<const Label> labels, double sum, double count) {
  Slot* slots = slots_of(labels, kSummary);
  take(slots[0], sum);
  take(slots[1], count);
}

// Whether the line set the series at hand, be it to what it was.
bool Recorder::said() const {
  if (!field_ || record_ == nullptr) return false;
  return format::is_labelled(*field_) || data_->touched[static_cast<std::size_t>(*field_)];
}

Recorder::Slot Recorder::new_slot(std::string_view suffix, std::span<const Label> labels) {
  std::vector<Label> all(labels.begin(), labels.end());
  if (!attempt_.empty() && !has_label(labels, kAttempt)) {
    all.insert(all.begin(), Label{kAttempt, attempt_});
  }
  SampleSpill::Series series{.metric = row_, .suffix = suffix};
  metrics::append_series(series.labels, {}, {}, label_text_, all);
  Slot slot{.id = spill_.open(std::move(series))};
  for (const Label& label : labels) slot.labels.emplace_back(label.value);
  return slot;
}

Recorder::Slot* Recorder::slots_of(std::span<const Label> labels,
                                   std::span<const std::string_view> suffixes) {
  const std::size_t found = find(labels, suffixes);
  auto& [slots, last, by_place, table_size] = (*lane_)[row_];
  if (place_) {
    if (*place_ >= by_place.size()) by_place.resize(*place_ + 1, kUnknown);
    by_place[*place_] = found;
  }
  return &slots[found];
}

// Labels come in the order in which they came first: what followed the last series before is tried
// first, then what comes after it.
std::size_t Recorder::find(std::span<const Label> labels,
                           std::span<const std::string_view> suffixes) {
  auto& [slots, last, by_place, table_size] = (*lane_)[row_];
  if (labels.empty() && !slots.empty()) return 0;  // a row with labels has them on all its series
  const auto is_it = [&](const Slot& slot) { return same_labels(slot.labels, labels); };
  const std::size_t follower = last < slots.size() ? slots[last].follower : 0;
  if (follower < slots.size() && is_it(slots[follower])) return last = follower;
  const auto middle = slots.begin() + static_cast<std::ptrdiff_t>(std::min(last, slots.size()));
  auto found = std::find_if(middle, slots.end(), is_it);
  if (found == slots.end()) {
    found = std::find_if(slots.begin(), middle, is_it);
    if (found == middle) found = slots.end();
  }
  const auto index = static_cast<std::size_t>(found - slots.begin());
  if (found == slots.end()) {
    for (const std::string_view suffix : suffixes) slots.push_back(new_slot(suffix, labels));
  }
  slots[last].follower = index;
  return last = index;
}

void Recorder::take(Slot& slot, double value) {
  if (slot.pending && same_number(slot.sample.value, value)) {
    if (slot.look == look_) return;  // a line can say a value twice
    if (again_ ? now_ms_ <= slot.sample.milliseconds : !said()) return;
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
  slot.look = look_;
  slot.sample = {.milliseconds = at, .value = value};
}

void Recorder::finish() {
  for (auto& [attempt, lane] : lanes_) {
    for (Row& row : lane) {
      for (Slot& slot : row.slots) {
        if (!slot.pending) continue;
        spill_.add(slot.id, slot.sample);
        ++samples_;
        slot.pending = false;
      }
    }
  }
}

}  // namespace steptail::history
