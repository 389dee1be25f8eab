#include "lines/terminal_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace steptail::lines {
namespace {

constexpr char kEscape = '\x1b';
constexpr char kBell = '\x07';
constexpr char kBackspace = '\x08';

constexpr bool is_special(char c) { return c == kEscape || c == kBackspace || c == '\0'; }

// Whether a line of a block or more has a byte below the blank. Blocks of fixed size, the last one
// over the end of the one before it: the compiler makes one instruction of each.
constexpr std::size_t kBlockBytes = 16;

bool any_below_blank(std::string_view bytes) {
  std::array<std::uint8_t, kBlockBytes> least;
  least.fill(0xFF);
  const auto take = [&least](const char* block) {
    for (std::size_t i = 0; i < kBlockBytes; ++i) {
      least[i] = std::min(least[i], static_cast<std::uint8_t>(block[i]));
    }
  };
  const char* const last = bytes.data() + bytes.size() - kBlockBytes;
  for (const char* at = bytes.data(); at < last; at += kBlockBytes) take(at);
  take(last);
  std::array<std::uint8_t, kBlockBytes> below;
  for (std::size_t i = 0; i < kBlockBytes; ++i) below[i] = least[i] < ' ' ? 0xFF : 0;
  std::array<std::uint64_t, 2> words;
  std::memcpy(words.data(), below.data(), sizeof words);
  return (words[0] | words[1]) != 0;
}

// Nearly every line is plain, and is looked through once: few have a byte below the blank.
bool any_special(std::string_view bytes) {
  if (bytes.size() >= kBlockBytes && !any_below_blank(bytes)) return false;
  return std::any_of(bytes.begin(), bytes.end(), is_special);
}

constexpr bool between(char c, char low, char high) { return c >= low && c <= high; }

// Finds where an escape sequence ends. One object a line: it remembers that no terminator is left,
// so that many unfinished sequences do not make it look through the line again and again.
class EscapeReader {
 public:
  explicit EscapeReader(std::string_view bytes) : bytes_(bytes) {}

  // The place after the sequence whose ESC is at `at`. Of a malformed one only what was understood
  // is passed over.
  std::size_t end_of(std::size_t at) {
    const std::size_t next = at + 1;
    if (next == bytes_.size()) return next;
    switch (bytes_[next]) {
      case '[':
        return end_of_control(next + 1);
      case ']':  // OSC, DCS, SOS, PM, APC: a string with a terminator
      case 'P':
      case 'X':
      case '^':
      case '_':
        return end_of_string(next + 1);
      default:
        return end_of_short(next);
    }
  }

 private:
  // Parameters, intermediates, a final byte.
  std::size_t end_of_control(std::size_t at) const {
    at = skip(at, '\x30', '\x3f');
    return end_of_short(at);
  }

  // Intermediates and a final byte.
  std::size_t end_of_short(std::size_t at) const {
    at = skip(at, '\x20', '\x2f');
    return at < bytes_.size() && between(bytes_[at], '\x30', '\x7e') ? at + 1 : at;
  }

  std::size_t end_of_string(std::size_t begin) {
    if (!may_terminate_) return begin;
    for (std::size_t at = begin; at < bytes_.size(); ++at) {
      if (bytes_[at] == kBell) return at + 1;
      if (bytes_[at] != kEscape) continue;
      if (at + 1 < bytes_.size() && bytes_[at + 1] == '\\') return at + 2;
      return at;  // another sequence begins: this one was cut
    }
    may_terminate_ = false;
    return begin;
  }

  std::size_t skip(std::size_t at, char low, char high) const {
    while (at < bytes_.size() && between(bytes_[at], low, high)) ++at;
    return at;
  }

  std::string_view bytes_;
  bool may_terminate_ = true;
};

// A line redrawn with backspaces: keeps the last drawing that shows anything.
class Drawing {
 public:
  explicit Drawing(std::string& out) : out_(out) { out_.clear(); }

  void put(std::string_view text) { out_.append(text); }

  void redraw() {
    if (shows_anything()) {
      previous_ = begin_;
      begin_ = out_.size();
    } else {
      out_.resize(begin_);
    }
  }

  [[nodiscard]] std::string_view last() const {
    const std::string_view all = out_;
    if (begin_ == 0 || shows_anything()) return all.substr(begin_);
    return all.substr(previous_, begin_ - previous_);
  }

 private:
  [[nodiscard]] bool shows_anything() const {
    return out_.find_first_not_of(' ', begin_) != std::string::npos;
  }

  std::string& out_;
  std::size_t begin_ = 0;     // of the drawing at hand
  std::size_t previous_ = 0;  // of the one before
};

std::size_t next_special(std::string_view bytes, std::size_t at) {
  while (at < bytes.size() && !is_special(bytes[at])) ++at;
  return at;
}

std::string_view last_drawing(std::string_view bytes, std::string& scratch) {
  Drawing drawing(scratch);
  EscapeReader escapes(bytes);
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t stop = next_special(bytes, at);
    drawing.put(bytes.substr(at, stop - at));
    at = stop;
    if (at == bytes.size()) break;
    if (bytes[at] == kEscape) {
      at = escapes.end_of(at);
      continue;
    }
    if (bytes[at] == kBackspace) drawing.redraw();
    ++at;
  }
  return drawing.last();
}

}  // namespace

std::string_view plain_text(std::string_view bytes, std::string& scratch) {
  return any_special(bytes) ? last_drawing(bytes, scratch) : bytes;
}

}  // namespace steptail::lines
