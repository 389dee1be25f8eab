#pragma once

#include <cstddef>
#include <optional>

#include "base/time.h"
#include "yaml/cursor.h"

namespace steptail::config {

// Values of the file with the bounds that they must keep. A value that is wrong becomes an error at
// its place and leaves `target` as it was; so does one that is not there, without an error.
struct DurationBounds {
  base::Duration least;
  base::Duration most = std::chrono::hours(24 * 3650);
};
void read_duration(std::optional<yaml::Cursor> value, DurationBounds bounds,
                   base::Duration& target);
// As read_duration(), and `none` for nullopt.
void read_budget(std::optional<yaml::Cursor> value, DurationBounds bounds,
                 std::optional<base::Duration>& target);

struct CountBounds {
  std::size_t least;
  std::size_t most;
};
void read_count(std::optional<yaml::Cursor> value, CountBounds bounds, std::size_t& target);
void read_size(std::optional<yaml::Cursor> value, CountBounds bounds, std::size_t& target);

struct NumberBounds {
  double least;
  double most;
};
void read_number(std::optional<yaml::Cursor> value, NumberBounds bounds, double& target);

}  // namespace steptail::config
