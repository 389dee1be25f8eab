#include "history/sample_spill.h"

#include <cstring>
#include <utility>

namespace steptail::history {
namespace {

constexpr std::size_t kBlockSamples = 1024;

struct BlockHead {
  std::uint64_t next = 0;
  std::uint64_t samples = 0;
};

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

void SampleSpill::write(std::uint64_t offset, std::span<const char> bytes) {
  if (error_) return;
  if (auto written = scratch_.write_at(offset, bytes); !written) error_ = written.error();
}

void SampleSpill::flush(Entry& entry) {
  if (entry.buffer.empty()) return;
  const BlockHead head{.next = kNowhere, .samples = entry.buffer.size()};
  const std::size_t bytes = entry.buffer.size() * sizeof(Sample);
  block_.resize(sizeof(head) + bytes);
  std::memcpy(block_.data(), &head, sizeof(head));
  std::memcpy(block_.data() + sizeof(head), entry.buffer.data(), bytes);
  write(end_, block_);
  if (entry.first == kNowhere) {
    entry.first = end_;
  } else {
    write(entry.last, {reinterpret_cast<const char*>(&end_), sizeof(end_)});
  }
  entry.last = end_;
  end_ += block_.size();
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
  std::vector<Sample> samples;
  for (std::uint64_t at = entries_[id].first; at != kNowhere;) {
    BlockHead head;
    auto read = scratch_.read_at(at, {reinterpret_cast<char*>(&head), sizeof(head)});
    if (!read) return read;
    samples.resize(head.samples);
    read = scratch_.read_at(at + sizeof(head), {reinterpret_cast<char*>(samples.data()),
                                                samples.size() * sizeof(Sample)});
    if (!read) return read;
    if (auto taken = block(samples); !taken) return taken;
    at = head.next;
  }
  return {};
}

}  // namespace steptail::history
