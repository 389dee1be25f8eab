#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace steptail::format {

enum class FieldKind : std::uint8_t { Gauge, Counter, Labelled, Helper };

// The vocabulary of format/field.def.
enum class Field : std::uint8_t {
#define STEPTAIL_FIELD(name, text, kind) name,
#include "format/field.def"
#undef STEPTAIL_FIELD
};

inline constexpr std::array kAllFields = {
#define STEPTAIL_FIELD(name, text, kind) Field::name,
#include "format/field.def"
#undef STEPTAIL_FIELD
};
inline constexpr std::size_t kFieldCount = kAllFields.size();

[[nodiscard]] std::string_view field_name(Field field);
[[nodiscard]] FieldKind field_kind(Field field);
[[nodiscard]] inline bool is_labelled(Field field) {
  return field_kind(field) == FieldKind::Labelled;
}
[[nodiscard]] std::optional<Field> field_from_name(std::string_view name);
// The label of a Labelled field: component, split, phase, kind, key; empty for the others.
[[nodiscard]] std::string_view field_label(Field field);

// What a field counts in; Any: whatever its line says (`value`).
enum class Dimension : std::uint8_t { Plain, Seconds, Bytes, Ratio, FlopsPerSecond, Any };
[[nodiscard]] Dimension field_dimension(Field field);
// What numbers a field takes.
struct FieldRange {
  bool negative = false;
  bool nonfinite = false;
};
[[nodiscard]] constexpr FieldRange field_range(Field field) {
  switch (field) {
    case Field::Loss:
    case Field::ValidationLoss:
    case Field::LossComponent:
    case Field::Value:
      return {.negative = true, .nonfinite = true};
    case Field::ValidationPerplexity:
    case Field::GradientNorm:
    case Field::ParameterNorm:
      return {.negative = false, .nonfinite = true};
    default:
      return {};
  }
}
// False: such a number is a sentinel or nonsense, and no number (grad norm -1, iteration nan).
[[nodiscard]] inline bool field_takes(Field field, double number) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  if (number >= 0 && number <= kLargest) return true;
  const bool finite = number < 0 && number >= -kLargest;
  return finite ? field_range(field).negative : field_range(field).nonfinite;
}
// Says how far the run is: what a `progress` rule must read.
[[nodiscard]] bool field_counts_progress(Field field);

}  // namespace steptail::format
