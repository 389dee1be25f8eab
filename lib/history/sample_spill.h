#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace steptail::history {

// Room on a disk for what does not fit into memory. Real: daemon/scratch_file.
class Scratch {
 public:
  virtual ~Scratch() = default;
  // Behind what was appended before. Error: also of an earlier append. Not after a read.
  [[nodiscard]] virtual base::Result<void> append(std::span<const char> bytes) = 0;
  // All of `out`, or an error, also of an append.
  [[nodiscard]] virtual base::Result<void> read_at(std::uint64_t offset, std::span<char> out) = 0;
};

struct Sample {
  std::int64_t milliseconds = 0;  // since 1970
  double value = 0;
};

// The samples of many series, told in any order, kept by series: in blocks on disk.
// Memory: a block for each series that is written to, some hundred bytes for each other, and where
// each block lies, which is a thousandth of what is on the disk.
// Errors: the first one of the disk stays, whatever comes after it.
class SampleSpill {
 public:
  using Id = std::size_t;
  struct Series {
    std::size_t metric = 0;   // row of the catalogue
    std::string labels;       // `{run="x"}`
    std::string_view suffix;  // of the metric's name; a literal
  };

  explicit SampleSpill(Scratch& scratch) : scratch_(scratch) {}

  [[nodiscard]] Id open(Series series);
  void add(Id id, const Sample& sample) {
    Buffer& buffer = buffers_[id];
    if (buffer.size() == buffer.capacity()) make_room(id);
    buffer.push_back(sample);
  }
  // Nothing comes for the series for a while: others get the room that it took.
  void rest(Id id);
  // Nothing more comes for the series that were opened since `first`.
  void close_since(Id first);
  // As if the series since `first` had never been opened.
  void forget_since(Id first);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const Series& series(Id id) const { return entries_[id].series; }
  [[nodiscard]] std::uint64_t samples(Id id) const {
    return entries_[id].spilt + buffers_[id].size();
  }
  [[nodiscard]] const std::optional<base::Error>& error() const { return error_; }

  // The samples of a closed series, in the order of their adding, block by block.
  [[nodiscard]] base::Result<void> read(
      Id id, const std::function<base::Result<void>(std::span<const Sample>)>& block) const;

 private:
  using Buffer = std::vector<Sample>;
  struct Block {
    std::uint64_t begin = 0;
    std::size_t samples = 0;
  };
  struct Entry {
    Series series;
    std::uint64_t spilt = 0;  // samples
    std::vector<Block> blocks;
  };
  void make_room(Id id);
  void flush(Id id);

  Scratch& scratch_;
  std::vector<Entry> entries_;
  std::vector<Buffer> buffers_;  // of each entry: what is not yet in a block
  std::vector<Buffer> spare_;    // empty, with room
  std::uint64_t end_ = 0;
  std::optional<base::Error> error_;
};

}  // namespace steptail::history
