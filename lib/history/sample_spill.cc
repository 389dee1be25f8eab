#include "history/sample_spill.h"

#include <algorithm>
#include <utility>

namespace steptail::history {
namespace {

constexpr std::size_t kBlockSamples = 1024;
constexpr std::size_t kLeastSamples = 4;  // that there is room for

}  // namespace

SampleSpill::Id SampleSpill::open(Series series) {
  entries_.emplace_back();
  entries_.back().series = std::move(series);
  buffers_.emplace_back();
  return entries_.size() - 1;
}

// A buffer grows up to a block.
void SampleSpill::make_room(Id id) {
  Buffer& buffer = buffers_[id];
  if (buffer.size() >= kBlockSamples) return flush(id);
  if (buffer.capacity() > 0 || spare_.empty()) {
    buffer.reserve(std::min(std::max(2 * buffer.capacity(), kLeastSamples), kBlockSamples));
    return;
  }
  buffer = std::move(spare_.back());
  spare_.pop_back();
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
  entry.blocks.push_back({.begin = end_, .samples = samples.size()});
  entry.spilt += samples.size();
  end_ += bytes;
  buffers_[id].clear();
}

void SampleSpill::rest(Id id) {
  flush(id);
  if (buffers_[id].capacity() > 0) spare_.push_back(std::exchange(buffers_[id], {}));
}

void SampleSpill::close_since(Id first) {
  for (Id id = first; id < entries_.size(); ++id) rest(id);
}

void SampleSpill::forget_since(Id first) {
  entries_.resize(first);
  buffers_.resize(first);
}

base::Result<void> SampleSpill::read(
    Id id, const std::function<base::Result<void>(std::span<const Sample>)>& block) const {
  std::vector<Sample> room(kBlockSamples);
  for (const auto& [begin, count] : entries_[id].blocks) {
    const std::span<Sample> samples = std::span(room).first(count);
    const std::size_t bytes = samples.size_bytes();
    auto done = scratch_.read_at(begin, {reinterpret_cast<char*>(samples.data()), bytes});
    if (!done) return done;
    if (auto taken = block(samples); !taken) return taken;
  }
  return {};
}

}  // namespace steptail::history
