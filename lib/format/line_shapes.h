#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace steptail::format {

// The shapes of lines that were met lately: a line without its runs of digits. Logs repeat few
// shapes, and which literals without digits are in a line depends on its shape alone, so that the
// rules of a known shape need no search.
//
// Contract: a shape is remembered with the rules that every line of it may match; find() gives them
// back for a line of exactly that shape. What is found never depends on what was asked before.
// Thread: one. Bounded: kMaxShapes of kMaxLineBytes; the oldest goes first.
// Cost: a known line is compared with one or two shapes, word by word; no allocation once the table
// is full.
class LineShapes {
 public:
  static constexpr std::size_t kMaxShapes = 32;
  static constexpr std::size_t kMaxLineBytes = 2048;

  // The rules of the line's shape; null: it is not known.
  [[nodiscard]] const std::vector<std::uint16_t>* find(std::string_view line);

  // False: the last lines were all of new shapes, so it does not pay.
  [[nodiscard]] bool wants_more(std::string_view line);
  void remember(std::string_view line, std::span<const std::uint16_t> rules);

  void forget();

 private:
  struct Shape {
    std::uint64_t begin = 0;             // the first bytes, digits alike: tells most lines apart
    std::string words{};                 // what stands between digits, joined
    std::vector<std::uint16_t> sizes{};  // of the words, also empty ones at the ends
    std::vector<std::uint16_t> rules{};
    std::size_t follower = 0;  // the shape that came after it
  };

  [[nodiscard]] static bool fits(const Shape& shape, std::string_view line);

  std::array<Shape, kMaxShapes> shapes_{};
  std::size_t count_ = 0;
  std::size_t next_ = 0;  // place of the next new shape
  std::size_t last_ = 0;  // shape of the last known line
  std::size_t misses_ = 0;
};

// A line with each run of digits written as one `0`.
[[nodiscard]] std::string shape_of(std::string_view line);

}  // namespace steptail::format
