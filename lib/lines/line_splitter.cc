#include "lines/line_splitter.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace steptail::lines {
namespace {

// Above this, the memory of an unfinished line is given back when the line is done: ten thousand
// silent files must not each keep the longest line they ever had.
constexpr std::size_t kKeptHeldBytes = 4096;

// Finds the next LF or CR. Each kind's next place is remembered, so a file of one kind only pays
// one memchr a line, and no byte is looked at more than twice.
class EndFinder {
 public:
  EndFinder(const char* from, const char* end)
      : end_(end), lf_(find('\n', from)), cr_(find('\r', from)) {}

  // The first end at or after `from`, which never goes back; `end` where there is none.
  const char* next(const char* from) {
    if (lf_ < from) lf_ = find('\n', from);
    if (cr_ < from) cr_ = find('\r', from);
    return std::min(lf_, cr_);
  }

 private:
  const char* find(char c, const char* from) const {
    const void* at = std::memchr(from, c, static_cast<std::size_t>(end_ - from));
    return at == nullptr ? end_ : static_cast<const char*>(at);
  }

  const char* end_;
  const char* lf_;
  const char* cr_;
};

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

std::string_view without_leading_zeros(std::string_view part) {
  if (part.empty() || part.front() != '\0') return part;
  return part.substr(std::min(part.find_first_not_of('\0'), part.size()));
}

}  // namespace

LineSplitter::LineSplitter(std::size_t max_line_bytes, std::uint64_t offset)
    : max_line_bytes_(max_line_bytes), offset_(offset), line_begin_(offset) {}

void LineSplitter::feed(std::span<const char> bytes, const Sink& sink) {
  if (bytes.empty()) return;
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  const std::uint64_t base = offset_;
  const auto offset_of = [&](const char* p) {
    return base + static_cast<std::uint64_t>(p - bytes.data());
  };
  offset_ += bytes.size();
  if (std::exchange(pending_cr_, false)) {
    const bool by_cr = *at != '\n';
    if (!by_cr) ++at;
    give({}, {.end = offset_of(at), .by_cr = by_cr}, sink);
  }
  EndFinder ends(at, end);
  while (at != end) {
    const char* stop = ends.next(at);
    const std::string_view part = between(at, stop);
    if (stop == end) return hold(part);
    if (*stop == '\r' && stop + 1 == end) {
      hold(part);
      pending_cr_ = true;
      return;
    }
    const bool two = *stop == '\r' && stop[1] == '\n';
    at = stop + (two ? 2 : 1);
    give(part, {.end = offset_of(at), .by_cr = *stop == '\r' && !two}, sink);
  }
}

void LineSplitter::finish(const Sink& sink) {
  if (offset_ == line_begin_) return;
  give({}, {.end = offset_, .by_cr = std::exchange(pending_cr_, false)}, sink);
}

std::uint64_t LineSplitter::restart(std::uint64_t offset) {
  const std::uint64_t forgotten = offset_ - line_begin_;
  offset_ = offset;
  line_begin_ = offset;
  pending_cr_ = false;
  forget();
  return forgotten;
}

void LineSplitter::hold(std::string_view part) {
  if (held_.empty()) part = without_leading_zeros(part);
  const std::size_t room = max_line_bytes_ - held_.size();
  if (part.size() > room) line_truncated_ = true;
  held_.append(part.substr(0, room));
}

void LineSplitter::give(std::string_view part, Ending ending, const Sink& sink) {
  RawLine line{.bytes = part, .begin = line_begin_, .end = ending.end, .by_cr = ending.by_cr};
  if (held_.empty()) {
    part = without_leading_zeros(part);
    line.bytes = part.substr(0, max_line_bytes_);
    line.truncated = line_truncated_ || part.size() > max_line_bytes_;
  } else {
    hold(part);
    line.bytes = held_;
    line.truncated = line_truncated_;
  }
  sink(line);
  line_begin_ = ending.end;
  forget();
}

void LineSplitter::forget() {
  line_truncated_ = false;
  held_.clear();
  if (held_.capacity() > kKeptHeldBytes) std::string().swap(held_);
}

}  // namespace steptail::lines
