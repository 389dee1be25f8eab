#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/line_layout.h"
#include "format/line_plan.h"

namespace steptail::format {

// Rules by their positions (rule_index.h): those of frameworks, those common to all formats.
using RulesByKind = std::array<std::vector<std::uint16_t>, 2>;

// The shapes of lines that were met lately: a line without its runs of digits. Logs repeat few
// shapes, and which literals without digits are in a line depends on its shape alone, so that the
// rules of a known shape need no search.
//
// Contract: a shape is remembered with the rules that every line of it may match; find() gives them
// back for a line of exactly that shape. What is found never depends on what was asked before.
// The finder may add a plan of how one of the rules reads such lines.
// Thread: one. Bounded: kMaxShapes of kMaxLineBytes and kMaxNumbers, with their layouts at most
// some 90 KiB each; the oldest goes first. Cost: a known line is compared with one or two shapes,
// first by the last layouts of that shape, then by what stands between numbers. No allocation for a
// known shape.
class LineShapes {
 public:
  static constexpr std::size_t kMaxShapes = 32;
  static constexpr std::size_t kMaxLineBytes = 2048;
  static constexpr std::size_t kMaxNumbers = 192;  // runs of digits in a line

  struct Known {
    static constexpr std::uint16_t kNone = 0xFFFF;
    static constexpr std::uint8_t kMostTries = 8;

    RulesByKind rules{};
    std::uint16_t planned_rule = kNone;  // that `plan` stands for
    std::uint8_t tries = 0;              // to make a plan
    LinePlan plan{};
  };

  // What is known of the line's shape; null: nothing.
  [[nodiscard]] Known* find(std::string_view line);
  // Of the line that find() has found; valid until it is called again.
  [[nodiscard]] const LineLayout& layout() const {
    return shapes_[last_].layouts[shapes_[last_].layout];
  }

  // False: the last lines were all of new shapes, so it does not pay.
  [[nodiscard]] bool wants_more(std::string_view line);
  // REQUIRES: wants_more(line).
  void remember(std::string_view line, const RulesByKind& rules);

  void forget();

 private:
  // What stands between runs of digits.
  struct Filler {
    std::uint64_t begin = 0;  // its first bytes, and zeros
    std::uint64_t mask = 0;   // of the bytes that it has
    std::uint16_t size = 0;   // of all of it
    std::uint16_t place = 0;  // in the text of its shape
  };
  struct Shape {
    std::uint64_t begin = 0;        // the first bytes, digits alike: tells most lines apart
    std::string text{};             // the fillers, joined
    std::vector<Filler> fillers{};  // also empty ones at the ends
    std::array<LineLayout, LineLayout::kMostOfAShape> layouts{};
    std::size_t layout = 0;       // of the last such line
    std::size_t next_layout = 0;  // place of the next new one
    Known known{};
    std::size_t follower = 0;  // the shape that came after it
  };

  // Its place; count_: there is none.
  [[nodiscard]] std::size_t search(std::string_view line);
  [[nodiscard]] static bool begins_with(std::string_view rest, const Filler& filler,
                                        const std::string& text);
  [[nodiscard]] static Filler filler_of(std::string_view text, std::size_t place);
  // Whether it is a line of that shape; then its layout is the shape's.
  [[nodiscard]] bool recognise(Shape& shape, std::string_view line) {
    return shape.layouts[shape.layout].fits(line) || recognise_other_layout(shape, line);
  }
  [[nodiscard]] bool recognise_other_layout(Shape& shape, std::string_view line);
  [[nodiscard]] bool has_fillers_of(const Shape& shape, std::string_view line);

  std::array<DigitRun, kMaxNumbers> digits_{};  // of the line at hand
  std::array<Shape, kMaxShapes> shapes_{};
  std::size_t count_ = 0;
  std::size_t next_ = 0;  // place of the next new shape
  std::size_t last_ = 0;  // shape of the last known line
  std::size_t misses_ = 0;
  std::uint64_t last_layout_number_ = 0;
};

// A line with each run of digits written as one `0`.
[[nodiscard]] std::string shape_of(std::string_view line);

}  // namespace steptail::format
