#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/result.h"
#include "history/log_file.h"
#include "pipeline/decoder.h"

namespace steptail::history {

// Reads a log from anywhere in it through a decoder.
// Thread: one. Lifetime: file and options outlive it.
class LogReader {
 public:
  explicit LogReader(const ReadOptions& options) : options_(options) {}

  // The next byte is that one.
  base::Result<void> seek(const LogFile& file, std::uint64_t offset);
  [[nodiscard]] bool stands_at(const LogFile& file, std::uint64_t offset) const {
    return file_ == &file && at_ == offset;
  }
  // Up to `end`, or to the end of the file, where the decoder is finished. `more`: asked after each
  // block with the bytes read so far; false: no further. True: the end of the file was reached.
  base::Result<bool> feed(std::uint64_t end, pipeline::Decoder& decoder,
                          const std::function<bool(std::uint64_t)>& more);

 private:
  const ReadOptions& options_;
  const LogFile* file_ = nullptr;
  Source source_;
  std::uint64_t at_ = 0;
  std::string_view rest_;  // of what the source gave last
};

}  // namespace steptail::history
