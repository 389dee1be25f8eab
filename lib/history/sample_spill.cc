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
  buffers_.emplace_back();
  return entries_.size() - 1;
}

void SampleSpill::add(Id id, const Sample& sample) {
  if (buffers_[id].size() == kBlockSamples) flush(id);
  buffers_[id].push_back(sample);
}

void SampleSpill::flush(Id id) {
  const std::span<const Sample> samples(buffers_[id]);
  if (samples.empty()) return;
  const std::size_t bytes = samples.size_bytes();
  if (!error_) {
    auto written = scratch_.append({reinterpret_cast<const char*>(samples.data()), bytes});
    if (!written) error_ = written.error();
  }
  Entry& entry = entries_[id];
  entry.blocks.push_back(end_);
  entry.spilt += samples.size();
  end_ += bytes;
  buffers_[id].clear();
}

void SampleSpill::close_since(Id first) {
  for (Id id = first; id < entries_.size(); ++id) {
    flush(id);
    buffers_[id] = {};
  }
}

void SampleSpill::forget_since(Id first) {
  entries_.resize(first);
  buffers_.resize(first);
}

base::Result<void> SampleSpill::read(
    Id id, const std::function<base::Result<void>(std::span<const Sample>)>& block) const {
  const Entry& entry = entries_[id];
  std::vector<Sample> samples(kBlockSamples);
  std::uint64_t left = entry.spilt;
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
