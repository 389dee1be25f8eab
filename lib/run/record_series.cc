#include "run/record_series.h"

#include "base/letters.h"

namespace steptail::run {
namespace {

// The one that all values have which have any.
std::string_view rank_of(const format::Record& record) {
  for (const format::Value& value : record.values()) {
    if (!value.rank.empty()) return value.rank;
  }
  return {};
}

bool has_labelled(const format::Record& record) {
  static const format::Fields kLabelled = [] {
    format::Fields labelled;
    for (const format::Field field : format::kAllFields) {
      labelled[static_cast<std::size_t>(field)] = format::is_labelled(field);
    }
    return labelled;
  }();
  return (record.fields() & kLabelled).any();
}

}  // namespace

bool RecordSeries::is_of(const Known& known, const format::Record& record) {
  return known.wording == record.wording && known.series.size() == record.values().size() &&
         base::same_text(known.rank, rank_of(record));
}

// Logs say the same again, or in the same order.
std::span<std::size_t> RecordSeries::of(const format::Record& record) {
  if (record.wording == 0 || !has_labelled(record)) return {};
  const std::size_t count = known_.size();
  for (std::size_t tried = 0; tried < count; ++tried) {
    if (is_of(known_[last_], record)) return known_[last_].series;
    last_ = last_ + 1 < count ? last_ + 1 : 0;
  }
  return remember(record).series;
}

RecordSeries::Known& RecordSeries::remember(const format::Record& record) {
  if (known_.size() < kMost) known_.resize(known_.size() + 1);
  Known& known = known_[next_];
  known.wording = record.wording;
  known.rank = rank_of(record);
  known.series.assign(record.values().size(), kNone);
  last_ = next_;
  next_ = (next_ + 1) % kMost;
  return known;
}

}  // namespace steptail::run
