#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "format/field.h"

namespace steptail::format {

// What to multiply a printed number with: value * 10^shift * times, one rounding for the first.
struct Scale {
  int shift = 0;
  double times = 1;
};

// How a field's printed number becomes base units: the `unit` of a format file, or, where there is
// none, what is printed behind the number.
struct Unit {
  Dimension dimension = Dimension::Plain;
  char prefix = 0;           // 'k', 'M', ...; of times: 'm' milli, 'u', 'n'; 0: none
  bool is_binary = false;    // the prefix counts in 1024
  bool is_given = false;     // the format file says it
  bool is_duration = false;  // hms: printed as a duration, not as one number
  Scale scale{};
};

// The unit of that name in a format file.
[[nodiscard]] std::optional<Unit> unit_from_name(std::string_view name);
// For suggestions in messages.
[[nodiscard]] std::string_view unit_names();
// Of a field without `unit`.
[[nodiscard]] Unit default_unit(Dimension dimension);
// May a field of that dimension be given that unit?
[[nodiscard]] bool unit_fits(const Unit& unit, Dimension dimension);

// What the letters glued to a number say (`GiB`, `ms`, `%`, `k`, `it/s`): how to scale it, given
// the format's unit. The printed unit wins over the format's, but the format says whether its M is
// 10^6 or 2^20; a prefix letter alone multiplies, unless it is the format unit's own (`4161M` with
// MiB). nullopt: no known suffix, so what stands there is no number.
[[nodiscard]] std::optional<Scale> scale_with_suffix(const Unit& unit, std::string_view letters);

}  // namespace steptail::format
