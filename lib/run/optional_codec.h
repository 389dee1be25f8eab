#pragma once

#include <optional>

#include "base/codec.h"

namespace steptail::run {

// Values that may be unknown, in a checkpoint: a flag, then the value where there is one.
inline void save_optional(base::ByteWriter& out, const std::optional<double>& value) {
  out.boolean(value.has_value());
  if (value) out.real(*value);
}

inline void save_optional(base::ByteWriter& out, const std::optional<base::WallTime>& value) {
  out.boolean(value.has_value());
  if (value) out.wall(*value);
}

inline void load_optional(base::ByteReader& in, std::optional<double>& value) {
  value.reset();
  if (in.boolean()) value = in.real();
}

inline void load_optional(base::ByteReader& in, std::optional<base::WallTime>& value) {
  value.reset();
  if (in.boolean()) value = in.wall();
}

}  // namespace steptail::run
