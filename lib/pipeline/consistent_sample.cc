#include "pipeline/consistent_sample.h"

#include <bit>
#include <cmath>

namespace steptail::pipeline {
namespace {

// Spreads neighbouring numbers over all 64 bits (the end of SplitMix64).
std::uint64_t mix(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}

}  // namespace

bool ConsistentSample::keeps(double step) const {
  return static_cast<unsigned>(std::countl_zero(mix(std::bit_cast<std::uint64_t>(step)))) >= level_;
}

void ConsistentSample::add(double step, double value) {
  if (!std::isfinite(step) || !keeps(step)) return;
  values_[step] = value;
  while (values_.size() > kMost) {
    ++level_;
    std::erase_if(values_, [this](const auto& entry) { return !keeps(entry.first); });
  }
}

}  // namespace steptail::pipeline
