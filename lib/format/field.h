#pragma once

#include <cstddef>
#include <cstdint>
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

inline constexpr std::size_t kFieldCount = 0
#define STEPTAIL_FIELD(name, text, kind) +1
#include "format/field.def"
#undef STEPTAIL_FIELD
    ;

[[nodiscard]] std::string_view field_name(Field field);
[[nodiscard]] FieldKind field_kind(Field field);
[[nodiscard]] std::optional<Field> field_from_name(std::string_view name);
// The label of a Labelled field: component, split, phase, kind, key; empty for the others.
[[nodiscard]] std::string_view field_label(Field field);

// What a field counts in; Any: whatever its line says (`value`).
enum class Dimension : std::uint8_t { Plain, Seconds, Bytes, Ratio, FlopsPerSecond, Any };
[[nodiscard]] Dimension field_dimension(Field field);
// False: such a number is a sentinel or nonsense, and no number (grad norm -1, iteration nan).
[[nodiscard]] bool field_takes(Field field, double number);
// Says how far the run is: what a `progress` rule must read.
[[nodiscard]] bool field_counts_progress(Field field);

}  // namespace steptail::format
