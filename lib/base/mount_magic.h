#pragma once

#include <cstdint>

#include "base/file_system.h"

namespace steptail::base {

// What kind of mount a statfs() f_type names; Unknown for those in neither table. Pure.
[[nodiscard]] MountKind mount_kind_of_magic(std::uint32_t magic);

}  // namespace steptail::base
