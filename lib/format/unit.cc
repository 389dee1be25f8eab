#include "format/unit.h"

#include <algorithm>
#include <array>

#include "base/letters.h"

namespace steptail::format {
namespace {

struct UnitRow {
  std::string_view name;
  Unit unit;
};

constexpr Unit make(Dimension dimension, char prefix, int shift, double times = 1) {
  return {.dimension = dimension,
          .prefix = prefix,
          .is_binary = times > 1 && dimension == Dimension::Bytes,
          .is_given = true,
          .is_duration = false,
          .scale = {shift, times}};
}

constexpr double kKi = 1024.0;

// Names as in format files. Printed suffixes are looked up here first, then in kPrinted.
constexpr std::array kUnits = {
    UnitRow{"s", make(Dimension::Seconds, 0, 0)},
    UnitRow{"ms", make(Dimension::Seconds, 'm', -3)},
    UnitRow{"us", make(Dimension::Seconds, 'u', -6)},
    UnitRow{"ns", make(Dimension::Seconds, 'n', -9)},
    UnitRow{"min", make(Dimension::Seconds, 'i', 0, 60)},
    UnitRow{"h", make(Dimension::Seconds, 'h', 0, 3600)},
    UnitRow{"B", make(Dimension::Bytes, 0, 0)},
    UnitRow{"KB", make(Dimension::Bytes, 'k', 3)},
    UnitRow{"MB", make(Dimension::Bytes, 'M', 6)},
    UnitRow{"GB", make(Dimension::Bytes, 'G', 9)},
    UnitRow{"TB", make(Dimension::Bytes, 'T', 12)},
    UnitRow{"KiB", make(Dimension::Bytes, 'k', 0, kKi)},
    UnitRow{"MiB", make(Dimension::Bytes, 'M', 0, kKi* kKi)},
    UnitRow{"GiB", make(Dimension::Bytes, 'G', 0, kKi* kKi* kKi)},
    UnitRow{"TiB", make(Dimension::Bytes, 'T', 0, kKi* kKi* kKi* kKi)},
    UnitRow{"percent", make(Dimension::Ratio, '%', -2)},
    UnitRow{"k", make(Dimension::Plain, 'k', 3)},
    UnitRow{"M", make(Dimension::Plain, 'M', 6)},
    UnitRow{"G", make(Dimension::Plain, 'G', 9)},
    UnitRow{"T", make(Dimension::Plain, 'T', 12)},
    UnitRow{"FLOP/s", make(Dimension::FlopsPerSecond, 0, 0)},
    UnitRow{"GFLOP/s", make(Dimension::FlopsPerSecond, 'G', 9)},
    UnitRow{"TFLOP/s", make(Dimension::FlopsPerSecond, 'T', 12)},
    UnitRow{"PFLOP/s", make(Dimension::FlopsPerSecond, 'P', 15)},
};

constexpr std::string_view kDuration = "hms";

// Other spellings that logs glue to numbers.
constexpr std::array kPrinted = {
    UnitRow{"%", make(Dimension::Ratio, '%', -2)},
    UnitRow{"K", make(Dimension::Plain, 'k', 3)},
    UnitRow{"P", make(Dimension::Plain, 'P', 15)},
    UnitRow{"sec", make(Dimension::Seconds, 0, 0)},
    UnitRow{"secs", make(Dimension::Seconds, 0, 0)},
    UnitRow{"seconds", make(Dimension::Seconds, 0, 0)},
    UnitRow{"msec", make(Dimension::Seconds, 'm', -3)},
    UnitRow{"mins", make(Dimension::Seconds, 'i', 0, 60)},
    UnitRow{"hours", make(Dimension::Seconds, 'h', 0, 3600)},
    UnitRow{"kB", make(Dimension::Bytes, 'k', 3)},
    UnitRow{"kit", make(Dimension::Plain, 'k', 3)},
    UnitRow{"Mit", make(Dimension::Plain, 'M', 6)},
};

// What is counted, glued to its count: it scales nothing.
constexpr std::array<std::string_view, 24> kCounted = {
    "it",      "its", "iter", "iters",  "iterations", "step",  "steps",   "sample",
    "samples", "tok", "toks", "token",  "tokens",     "batch", "batches", "epoch",
    "epochs",  "img", "imgs", "images", "seq",        "seqs",  "ex",      "W",
};

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return base::to_lower(x) == base::to_lower(y); });
}

template <std::size_t N>
const Unit* find(const std::array<UnitRow, N>& rows, std::string_view name) {
  for (const UnitRow& row : rows) {
    if (row.name == name) return &row.unit;
  }
  return nullptr;
}

constexpr std::array<Scale, 6> kDecimal = {Scale{}, {3}, {6}, {9}, {12}, {15}};

std::size_t power_of(char prefix) {
  constexpr std::string_view kPrefixes = "kMGTP";
  const std::size_t at = kPrefixes.find(base::to_lower(prefix) == 'k' ? 'k' : prefix);
  return at == std::string_view::npos ? 0 : at + 1;
}

Scale binary_scale(char prefix) {
  Scale scale;
  for (std::size_t i = 0; i < power_of(prefix); ++i) scale.times *= kKi;
  return scale;
}

// FLOPS, TFLOPs, GFLOP (of GFLOP/s): every way to write them.
std::optional<Unit> printed_flops(std::string_view head) {
  char prefix = 0;
  if (head.size() > 1 && base::to_lower(head[0]) != 'f') {
    prefix = base::to_lower(head[0]) == 'k' ? 'k' : static_cast<char>(head[0] & ~0x20);
    head.remove_prefix(1);
  }
  if (!equal_ignoring_case(head, "flop") && !equal_ignoring_case(head, "flops")) return {};
  if (prefix != 0 && power_of(prefix) == 0) return {};
  return make(Dimension::FlopsPerSecond, prefix, kDecimal[power_of(prefix)].shift);
}

std::optional<Unit> printed_unit(std::string_view head) {
  if (const Unit* unit = find(kUnits, head)) return *unit;
  if (const Unit* unit = find(kPrinted, head)) return *unit;
  return printed_flops(head);
}

Scale both(Scale a, Scale b) { return {a.shift + b.shift, a.times * b.times}; }

std::optional<Scale> scale_with(const Unit& unit, const Unit& printed) {
  if (printed.dimension == Dimension::Plain) {
    return unit.is_given && unit.prefix == printed.prefix ? unit.scale
                                                          : both(unit.scale, printed.scale);
  }
  if (!unit.is_given && (unit.dimension == printed.dimension || unit.dimension == Dimension::Any)) {
    return printed.scale;
  }
  if (unit.dimension != printed.dimension) {
    // A percent sign scales ratios only; elsewhere it is part of the text.
    if (printed.dimension == Dimension::Ratio) return unit.scale;
    return std::nullopt;
  }
  if (unit.prefix == printed.prefix) return unit.scale;
  return unit.is_binary ? binary_scale(printed.prefix) : printed.scale;
}

}  // namespace

std::optional<Unit> unit_from_name(std::string_view name) {
  if (const Unit* unit = find(kUnits, name)) return *unit;
  if (name != kDuration) return std::nullopt;
  Unit unit = make(Dimension::Seconds, 0, 0);
  unit.is_duration = true;
  return unit;
}

std::string_view unit_names() {
  return "s ms us ns min h hms, B KB MB GB TB KiB MiB GiB TiB, percent, k M G T, "
         "FLOP/s GFLOP/s TFLOP/s PFLOP/s";
}

Unit default_unit(Dimension dimension) { return {.dimension = dimension}; }

bool unit_fits(const Unit& unit, Dimension dimension) {
  return dimension == Dimension::Any || unit.dimension == Dimension::Plain ||
         unit.dimension == dimension;
}

std::optional<Scale> scale_with_suffix(const Unit& unit, std::string_view letters) {
  const std::string_view head = letters.substr(0, letters.find('/'));
  if (std::find(kCounted.begin(), kCounted.end(), head) != kCounted.end()) return unit.scale;
  // Of minutes, since nobody counts seconds in millions.
  if (head == "m" && (unit.dimension == Dimension::Seconds || unit.dimension == Dimension::Any)) {
    return Scale{0, 60};
  }
  if (head == "B" && unit.dimension != Dimension::Bytes) {
    return both(unit.scale, kDecimal[power_of('G')]);
  }
  const auto printed = printed_unit(head);
  return printed ? scale_with(unit, *printed) : std::nullopt;
}

}  // namespace steptail::format
