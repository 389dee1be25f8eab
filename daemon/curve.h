#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "run/history.h"

namespace steptail::daemon {

// A curve drawn with braille dots, `columns` wide and `rows` high, highest value on top, with the
// axis values at the left. Empty for less than two points. Non-finite values are left out. Pure.
[[nodiscard]] std::vector<std::string> draw_curve(const std::vector<run::History::Point>& points,
                                                  std::size_t columns, std::size_t rows);

}  // namespace steptail::daemon
