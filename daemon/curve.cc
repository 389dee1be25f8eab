#include "daemon/curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace steptail::daemon {
namespace {

constexpr std::size_t kDotsAcross = 2;  // of a braille character
constexpr std::size_t kDotsDown = 4;
constexpr std::size_t kAxisWidth = 10;

// The bit of each dot in a braille character, by row and column.
constexpr std::array<std::array<std::uint8_t, kDotsAcross>, kDotsDown> kDots = {
    {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};

std::string braille(std::uint8_t dots) {
  unsigned code = 0x2800U + dots;
  return {static_cast<char>(0xE0U | (code >> 12U)),
          static_cast<char>(0x80U | ((code >> 6U) & 0x3FU)),
          static_cast<char>(0x80U | (code & 0x3FU))};
}

std::string axis(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%*.4g ", static_cast<int>(kAxisWidth), value);
  return text.data();
}

struct Range {
  double low = 0;
  double high = 0;
  [[nodiscard]] double place(double value) const {
    return high > low ? (value - low) / (high - low) : 0.5;
  }
};

std::size_t scaled(double place, std::size_t dots) {
  return static_cast<std::size_t>(std::lround(place * static_cast<double>(dots - 1)));
}

}  // namespace

std::vector<std::string> draw_curve(const std::vector<run::History::Point>& points,
                                    std::size_t columns, std::size_t rows) {
  std::vector<run::History::Point> finite;
  std::copy_if(points.begin(), points.end(), std::back_inserter(finite),
               [](const auto& p) { return std::isfinite(p.x) && std::isfinite(p.y); });
  if (finite.size() < 2 || columns == 0 || rows == 0) return {};
  auto [left, right] =
      std::minmax_element(finite.begin(), finite.end(), [](auto& a, auto& b) { return a.x < b.x; });
  auto [low, high] =
      std::minmax_element(finite.begin(), finite.end(), [](auto& a, auto& b) { return a.y < b.y; });
  Range x{left->x, right->x};
  Range y{low->y, high->y};
  std::vector<std::vector<std::uint8_t>> cells(rows, std::vector<std::uint8_t>(columns, 0));
  for (const auto& point : finite) {
    std::size_t across = scaled(x.place(point.x), columns * kDotsAcross);
    std::size_t down = scaled(1 - y.place(point.y), rows * kDotsDown);
    cells[down / kDotsDown][across / kDotsAcross] |= kDots[down % kDotsDown][across % kDotsAcross];
  }
  std::vector<std::string> lines;
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line(kAxisWidth + 1, ' ');
    if (row == 0) line = axis(y.high);
    if (row + 1 == rows) line = axis(y.low);
    for (std::uint8_t dots : cells[row]) line += braille(dots);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace steptail::daemon
