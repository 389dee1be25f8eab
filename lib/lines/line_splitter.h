#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "lines/line.h"

namespace steptail::lines {

// Cuts the bytes of one file into lines at LF, CRLF or a lone CR, in any chunking alike.
//
// Contract: feed() takes the bytes that follow the last ones fed (offset() says where that is). The
// sink gets each finished line once, in order; empty lines too. A CR at the end of a chunk waits
// for the next byte, so CRLF is one end; safe_offset() then still says the start of that line.
// NULs that a line begins with, as writers that crash leave behind, are passed over.
// A line longer than `max_line_bytes` is handed out once, cut, flagged truncated; the rest of it is
// passed over in constant memory.
// The sink calls nothing of this object.
// Thread: one. Lifetime: RawLine::bytes lives until the sink returns.
// Cost: no copy and no allocation for lines that lie within one chunk.
class LineSplitter {
 public:
  using Sink = std::function<void(const RawLine&)>;

  explicit LineSplitter(std::size_t max_line_bytes, std::uint64_t offset = 0);

  void feed(std::span<const char> bytes, const Sink& sink);

  // As feed() of so many zeros, after one that was fed.
  void pass_over(std::uint64_t zeros) { offset_ += zeros; }

  // The file has ended for good: an unfinished line is a line.
  void finish(const Sink& sink);

  // Starts anew at `offset`, forgetting an unfinished line; returns how many bytes it held.
  std::uint64_t restart(std::uint64_t offset);

  [[nodiscard]] std::uint64_t offset() const { return offset_; }           // next byte expected
  [[nodiscard]] std::uint64_t safe_offset() const { return line_begin_; }  // unfinished line

 private:
  struct Ending {
    std::uint64_t end = 0;  // offset after it
    bool by_cr = false;
  };
  void hold(std::string_view part);
  void give(std::string_view part, Ending ending, const Sink& sink);
  void forget();

  std::size_t max_line_bytes_;
  std::uint64_t offset_;
  std::uint64_t line_begin_;
  std::string held_;  // unfinished line, at most max_line_bytes_
  bool line_truncated_ = false;
  bool pending_cr_ = false;
};

}  // namespace steptail::lines
