#include "pipeline/iteration_profile.h"

#include <algorithm>
#include <cmath>

namespace steptail::pipeline {
namespace {

constexpr double kGrowth = 1.02;
constexpr double kLeast = 1e-6;

}  // namespace

void IterationProfile::add(double seconds, std::optional<double> iteration, std::string_view line) {
  if (!(seconds > 0) || !std::isfinite(seconds)) return;
  const double bucket = std::floor(std::log(seconds / kLeast) / std::log(kGrowth));
  ++buckets_[static_cast<std::size_t>(std::clamp(bucket, 0.0, kBuckets - 1.0))];
  least_ = count_ == 0 ? seconds : std::min(least_, seconds);
  most_ = std::max(most_, seconds);
  ++count_;
  if (slowest_.size() == kSlowest && seconds <= slowest_.back().seconds) return;
  if (slowest_.size() == kSlowest) slowest_.pop_back();
  auto place = std::find_if(slowest_.begin(), slowest_.end(),
                            [&](const Slow& slow) { return slow.seconds < seconds; });
  slowest_.insert(place, {.seconds = seconds,
                          .iteration = iteration,
                          .line = std::string(line.substr(0, kLineBytes))});
}

std::optional<double> IterationProfile::percentile(double share) const {
  if (count_ == 0) return std::nullopt;
  if (share >= 1) return most_;
  double wanted = share * static_cast<double>(count_);
  for (std::size_t i = 0; i < kBuckets; ++i) {
    const auto here = static_cast<double>(buckets_[i]);
    if (here > 0 && wanted <= here) {
      // As if the times in the bucket lay evenly between its bounds, or those of all times.
      const double begin = std::max(least_, kLeast * std::pow(kGrowth, static_cast<double>(i)));
      const double end = std::min(most_, kLeast * std::pow(kGrowth, static_cast<double>(i + 1)));
      return begin + (end - begin) * std::max(wanted, 0.0) / here;
    }
    wanted -= here;
  }
  return most_;
}

}  // namespace steptail::pipeline
