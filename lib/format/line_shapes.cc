#include "format/line_shapes.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/digit_words.h"
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

constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

}  // namespace

// Most fillers are short and stand before other bytes: one comparison.
bool LineShapes::begins_with(std::string_view rest, const Filler& filler, const std::string& text) {
  if (rest.size() >= kWordBytes) {
    if ((base::load_word<std::uint64_t>(rest.data()) & filler.mask) != filler.begin) return false;
    if (filler.size <= kWordBytes) return true;
  }
  return rest.size() >= filler.size &&
         base::same_bytes(rest.data(), text.data() + filler.place, filler.size);
}

bool LineShapes::has_fillers_of(const Shape& shape, std::string_view line) {
  const char* at = line.data();
  const char* const end = at + line.size();
  const auto rest = [&] { return std::string_view(at, static_cast<std::size_t>(end - at)); };
  const Filler* filler = shape.fillers.data();
  const Filler* const last = filler + shape.fillers.size() - 1;
  DigitRun* run = digits_.data();
  for (; filler != last; ++filler) {
    if (!begins_with(rest(), *filler, shape.text)) return false;
    at += filler->size;
    const std::size_t size = base::count_digits(at, end);
    if (size == 0) return false;
    *run++ = {.begin = static_cast<std::uint16_t>(at - line.data()),
              .size = static_cast<std::uint16_t>(size)};
    at += size;
  }
  return rest().size() == last->size && begins_with(rest(), *last, shape.text);
}

// kMostOfAShape: the line is of another shape.
std::size_t LineShapes::layout_of(Shape& shape, std::string_view line) {
  const auto known =
      std::find_if(shape.layouts.begin(), shape.layouts.end(),
                   [this](const LineLayout& layout) { return layout.fits(outline_.text()); });
  if (known != shape.layouts.end()) {
    return static_cast<std::size_t>(known - shape.layouts.begin());
  }
  if (!has_fillers_of(shape, line)) return LineLayout::kMostOfAShape;
  const std::span<const DigitRun> digits = std::span(digits_).first(shape.fillers.size() - 1);
  if (shape.layouts.front().number() == 0) {
    for (LineLayout& layout : shape.layouts) layout.reserve(line.size(), digits.size());
  }
  const std::size_t made = shape.next_layout;
  shape.next_layout = (made + 1) % LineLayout::kMostOfAShape;
  shape.layouts[made].take(outline_.text(), digits, ++last_layout_number_);
  return made;
}

LineShapes::Known* LineShapes::find(std::string_view line) {
  if (count_ == 0 || line.size() > kMaxLineBytes) return nullptr;
  outline_.take(line);
  Place& place = places_[outline_.hash() % kPlaces];
  if (!layout_at(place).fits(outline_.text()) && !search(line, place)) return nullptr;
  at_hand_ = place;
  misses_ = 0;
  return &shapes_[place.shape].known;
}

// Kept out of find(), which runs for each line.
[[gnu::noinline]] bool LineShapes::search(std::string_view line, Place& place) {
  const std::uint64_t begin = outline_.begin();
  for (std::size_t shape = 0; shape < count_; ++shape) {
    if (shapes_[shape].begin != begin) continue;
    const std::size_t layout = layout_of(shapes_[shape], line);
    if (layout == LineLayout::kMostOfAShape) continue;
    place = {.shape = static_cast<std::uint16_t>(shape),
             .layout = static_cast<std::uint16_t>(layout)};
    return true;
  }
  return false;
}

LineShapes::Filler LineShapes::filler_of(std::string_view text, std::size_t place) {
  constexpr std::array<char, kWordBytes> kAll = {-1, -1, -1, -1, -1, -1, -1, -1};
  Filler made{.size = static_cast<std::uint16_t>(text.size()),
              .place = static_cast<std::uint16_t>(place)};
  const std::size_t bytes = std::min(text.size(), kWordBytes);
  std::memcpy(&made.begin, text.data(), bytes);
  std::memcpy(&made.mask, kAll.data(), bytes);
  return made;
}

bool LineShapes::wants_more(std::string_view line) {
  ++misses_;
  return line.size() <= kMaxLineBytes && (misses_ < kPatience || misses_ % kOneIn == 0);
}

void LineShapes::remember(std::string_view line, const RulesByKind& rules) {
  std::size_t fillers = 0;
  split_at_digits(line, [&fillers](std::string_view) { ++fillers; });
  if (fillers > kMaxNumbers + 1) return;
  Shape& shape = shapes_[next_];
  outline_.take(line);
  shape.begin = outline_.begin();
  shape.text.clear();
  shape.fillers.clear();
  split_at_digits(line, [&shape](std::string_view filler) {
    shape.fillers.push_back(filler_of(filler, shape.text.size()));
    shape.text += filler;
  });
  for (LineLayout& layout : shape.layouts) layout.drop();
  shape.next_layout = 0;
  shape.known = {.rules = rules};
  next_ = (next_ + 1) % kMaxShapes;
  count_ = std::min(count_ + 1, kMaxShapes);
}

void LineShapes::forget() { *this = LineShapes(); }

std::string shape_of(std::string_view line) {
  std::string shape;
  const char* digit = "";
  split_at_digits(line, [&](std::string_view filler) {
    shape += digit;
    shape += filler;
    digit = "0";
  });
  return shape;
}

}  // namespace steptail::format
