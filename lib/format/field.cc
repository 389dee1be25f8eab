#include "format/field.h"

#include <array>

namespace steptail::format {
namespace {

struct FieldRow {
  std::string_view name;
  FieldKind kind;
};

constexpr std::array<FieldRow, kFieldCount> kRows = {{
#define STEPTAIL_FIELD(name, text, kind) {text, FieldKind::kind},
#include "format/field.def"
#undef STEPTAIL_FIELD
}};

const FieldRow& row(Field field) { return kRows[static_cast<std::size_t>(field)]; }

}  // namespace

std::string_view field_name(Field field) { return row(field).name; }
FieldKind field_kind(Field field) { return row(field).kind; }

std::optional<Field> field_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kFieldCount; ++i) {
    if (kRows[i].name == name) return static_cast<Field>(i);
  }
  return std::nullopt;
}

std::string_view field_label(Field field) {
  switch (field) {
    case Field::LossComponent:
      return "component";
    case Field::AccuracyRatio:
      return "split";
    case Field::PhaseSeconds:
      return "phase";
    case Field::MemoryBytes:
      return "kind";
    case Field::Value:
      return "key";
    default:
      return {};
  }
}

Dimension field_dimension(Field field) {
  std::string_view name = field_name(field);
  if (field == Field::Value) return Dimension::Any;
  if (name.ends_with("flops_per_second")) return Dimension::FlopsPerSecond;
  if (name.ends_with("_seconds")) return Dimension::Seconds;
  if (name.ends_with("_bytes")) return Dimension::Bytes;
  if (name.ends_with("_ratio")) return Dimension::Ratio;
  return Dimension::Plain;
}

bool field_counts_progress(Field field) {
  switch (field) {
    case Field::Iteration:
    case Field::Epoch:
    case Field::Samples:
    case Field::Tokens:
    case Field::EpochPosition:
    case Field::FinishedEpochs:
      return true;
    default:
      return false;
  }
}

}  // namespace steptail::format
