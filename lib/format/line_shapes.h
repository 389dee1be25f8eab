#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/line_layout.h"
#include "format/line_outline.h"
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
// some 130 KiB each; the oldest goes first. Cost: the hash of a line's outline leads to its layout,
// which it is compared with; a layout that is new is looked for by what stands between the numbers.
// No allocation for a known shape.
class LineShapes {
 public:
  static constexpr std::size_t kMaxShapes = 32;
  static constexpr std::size_t kMaxLineBytes = LineOutline::kMaxLineBytes;
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
  // Of the line that find() has found, and which one of its shape it is; valid until it is called
  // again.
  [[nodiscard]] const LineLayout& layout() const { return layout_at(at_hand_); }
  [[nodiscard]] std::size_t layout_place() const { return at_hand_.layout; }

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
    std::uint64_t begin = 0;        // of its outlines: tells most lines apart
    std::string text{};             // the fillers, joined
    std::vector<Filler> fillers{};  // also empty ones at the ends
    std::array<LineLayout, LineLayout::kMostOfAShape> layouts{};
    std::size_t next_layout = 0;  // place of the next new one
    Known known{};
  };
  // A layout, by its shape and its place among those of the shape.
  struct Place {
    std::uint16_t shape = 0;
    std::uint16_t layout = 0;
  };
  // More than there are layouts, so that few have to share.
  static constexpr std::size_t kPlaces = 2 * kMaxShapes * LineLayout::kMostOfAShape;

  [[nodiscard]] const LineLayout& layout_at(Place place) const {
    return shapes_[place.shape].layouts[place.layout];
  }
  // Where a line that is of a known shape has its layout, which may be a new one.
  [[nodiscard]] bool search(std::string_view line, Place& place);
  [[nodiscard]] std::size_t layout_of(Shape& shape, std::string_view line);
  [[nodiscard]] static bool begins_with(std::string_view rest, const Filler& filler,
                                        const std::string& text);
  [[nodiscard]] static Filler filler_of(std::string_view text, std::size_t place);
  [[nodiscard]] bool has_fillers_of(const Shape& shape, std::string_view line);

  LineOutline outline_{};                       // of the line at hand
  std::array<DigitRun, kMaxNumbers> digits_{};  // of the line at hand
  std::array<Shape, kMaxShapes> shapes_{};
  std::size_t count_ = 0;
  std::size_t next_ = 0;  // place of the next new shape
  std::array<Place, kPlaces>
      places_{};     // where lines were found last, by the hash of their outline
  Place at_hand_{};  // of the last known line
  std::size_t misses_ = 0;
  std::uint64_t last_layout_number_ = 0;
};

// A line with each run of digits written as one `0`.
[[nodiscard]] std::string shape_of(std::string_view line);

}  // namespace steptail::format
