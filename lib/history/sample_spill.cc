#include "history/sample_spill.h"

#include <algorithm>
#include <utility>

namespace steptail::history {
namespace {

constexpr std::size_t kBlockSamples = 1024;

}  // namespace

SampleSpill::Id SampleSpill::open(Series series) {
  entries_.emplace_back();
  entries_.back().series = std::move(series);
  return entries_.size() - 1;
}

void SampleSpill::add(Id id, const Sample& sample) {
  Entry& entry = entries_[id];
  if (entry.buffer.capacity() == 0) entry.buffer.reserve(kBlockSamples);
  entry.buffer.push_back(sample);
  ++entry.series.samples;
  if (entry.buffer.size() == kBlockSamples) flush(entry);
}

void SampleSpill::flush(Entry& entry) {
  if (entry.buffer.empty()) return;
  const std::span<const Sample> samples(entry.buffer);
  const std::size_t bytes = samples.size_bytes();
  if (!error_) {
    auto written = scratch_.append({reinterpret_cast<const char*>(samples.data()), bytes});
    if (!written) error_ = written.error();
  }
  entry.blocks.push_back(end_);
  end_ += bytes;
  entry.buffer.clear();
}

void SampleSpill::close_since(Id first) {
  for (Id id = first; id < entries_.size(); ++id) {
    flush(entries_[id]);
    entries_[id].buffer = {};
  }
}

void SampleSpill::forget_since(Id first) { entries_.resize(first); }

base::Result<void> SampleSpill::read(
    Id id, const std::function<base::Result<void>(std::span<const Sample>)>& block) const {
  const Entry& entry = entries_[id];
  std::vector<Sample> samples(kBlockSamples);
  std::uint64_t left = entry.series.samples;
  for (const std::uint64_t begin : entry.blocks) {
    const std::size_t count = std::min<std::uint64_t>(kBlockSamples, left);
    const std::span<Sample> some = std::span(samples).first(count);
    const std::size_t bytes = some.size_bytes();
    auto done = scratch_.read_at(begin, {reinterpret_cast<char*>(some.data()), bytes});
    if (!done) return done;
    if (auto taken = block(some); !taken) return taken;
    left -= count;
  }
  return {};
}

}  // namespace steptail::history
