#pragma once

#include <span>
#include <string_view>

#include "metrics/metric.h"
#include "web/json_writer.h"

namespace steptail::web {

// Turns rows of a catalogue into members of an object: the numbers without labels, named as their
// metrics without the prefix and _total ("training_checkpoints_total" -> "checkpoints"). Those with
// labels stand elsewhere, in a better shape.
class NumberMembers final : public metrics::SeriesSink {
 public:
  NumberMembers(JsonWriter& json, std::string_view prefix) : json_(json), prefix_(prefix) {}

  // Of which metric the series that follow are.
  void begin(std::string_view metric) {
    constexpr std::string_view kSuffix = "_total";
    if (metric.starts_with(prefix_)) metric.remove_prefix(prefix_.size());
    if (metric.ends_with(kSuffix)) metric.remove_suffix(kSuffix.size());
    name_ = metric;
  }

  using SeriesSink::number;
  void number(std::span<const metrics::Label> labels, double value) override {
    if (labels.empty()) json_.member(name_, value);
  }
  void summary(std::span<const metrics::Label>, double, double) override {}

 private:
  JsonWriter& json_;
  std::string_view prefix_;
  std::string_view name_;
};

}  // namespace steptail::web
