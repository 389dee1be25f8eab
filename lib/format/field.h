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

}  // namespace steptail::format
