#include "format/line_shapes.h"

#include <algorithm>

#include "base/letters.h"

namespace steptail::format {
namespace {

// After so many new shapes in a row only some are kept, until one comes again.
constexpr std::size_t kPatience = 2 * LineShapes::kMaxShapes;
constexpr std::size_t kOneIn = 16;

// Gives what stands between the runs of digits, also empty texts at the ends.
template <typename Take>
void split_at_digits(std::string_view line, const Take& take) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!base::is_digit(line[i])) continue;
    take(line.substr(begin, i - begin));
    while (i + 1 < line.size() && base::is_digit(line[i + 1])) ++i;
    begin = i + 1;
  }
  take(line.substr(begin));
}

std::uint64_t begin_of(std::string_view line) {
  constexpr std::size_t kBytes = sizeof(std::uint64_t);
  std::uint64_t begin = 0;
  for (char c : line.substr(0, kBytes)) {
    // Behind the first digit the widths of numbers move everything.
    begin = begin << 8U | static_cast<unsigned char>(base::is_digit(c) ? '0' : c);
    if (base::is_digit(c)) break;
  }
  return begin;
}

}  // namespace

bool LineShapes::fits(const Shape& shape, std::string_view line) {
  const char* at = line.data();
  const char* const end = at + line.size();
  const char* word = shape.words.data();
  DigitRun* digits = digits_.data();
  std::size_t left = shape.sizes.size();
  for (const std::size_t size : shape.sizes) {
    // Every second word is a point or a blank.
    if (static_cast<std::size_t>(end - at) < size) return false;
    if (size == 1 ? *at != *word : !base::same_bytes(at, word, size)) return false;
    at += size;
    word += size;
    if (--left == 0) break;
    if (at == end || !base::is_digit(*at)) return false;
    const char* const begin = at;
    std::uint64_t value = 0;
    do {
      value = value * 10 + static_cast<unsigned>(*at - '0');
      ++at;
    } while (at != end && base::is_digit(*at));
    *digits++ = {.begin = static_cast<std::uint16_t>(begin - line.data()),
                 .size = static_cast<std::uint16_t>(at - begin),
                 .value = value};
  }
  digit_runs_ = shape.sizes.size() - 1;
  return at == end;
}

LineShapes::Known* LineShapes::find(std::string_view line) {
  if (count_ == 0 || line.size() > kMaxLineBytes) return nullptr;
  std::size_t& follower = shapes_[last_].follower;
  if (!fits(shapes_[follower], line)) {
    const std::uint64_t begin = begin_of(line);
    const auto known = std::find_if(shapes_.begin(), shapes_.begin() + static_cast<long>(count_),
                                    [this, begin, line](const Shape& shape) {
                                      return shape.begin == begin && fits(shape, line);
                                    });
    const auto found = static_cast<std::size_t>(known - shapes_.begin());
    if (found == count_) return nullptr;
    follower = found;
  }
  last_ = follower;
  misses_ = 0;
  return &shapes_[last_].known;
}

bool LineShapes::wants_more(std::string_view line) {
  ++misses_;
  return line.size() <= kMaxLineBytes && (misses_ < kPatience || misses_ % kOneIn == 0);
}

void LineShapes::remember(std::string_view line, std::span<const std::uint16_t> rules) {
  std::size_t words = 0;
  split_at_digits(line, [&words](std::string_view) { ++words; });
  if (words > kMaxNumbers + 1) return;
  Shape& shape = shapes_[next_];
  shape.begin = begin_of(line);
  shape.words.clear();
  shape.sizes.clear();
  split_at_digits(line, [&shape](std::string_view word) {
    shape.words += word;
    shape.sizes.push_back(static_cast<std::uint16_t>(word.size()));
  });
  shape.known = {.rules = {rules.begin(), rules.end()}};
  shapes_[last_].follower = next_;
  last_ = next_;
  next_ = (next_ + 1) % kMaxShapes;
  count_ = std::min(count_ + 1, kMaxShapes);
}

// Wholly: a follower must not lead to a shape, and so to rules, of before.
void LineShapes::forget() { *this = LineShapes(); }

std::string shape_of(std::string_view line) {
  std::string shape;
  const char* digit = "";
  split_at_digits(line, [&](std::string_view word) {
    shape += digit;
    shape += word;
    digit = "0";
  });
  return shape;
}

}  // namespace steptail::format
