#pragma once

#include <string_view>

#include "base/path_name.h"

namespace steptail::tail {

// What names say about files. Pure.

using base::base_name;
using base::directory_of;
using base::join;

// Compressed (.gz .zst .xz .bz2 ...): its bytes are no log.
[[nodiscard]] bool is_compressed_name(std::string_view name);
// What NFS calls a deleted file that somebody holds open.
[[nodiscard]] bool is_nfs_leftover(std::string_view name);
// NAME.* or NAME-*: how rotated files and copies are named.
[[nodiscard]] bool is_sibling_name(std::string_view name, std::string_view of);
// NAME.1, NAME-20240131, ...: a sibling whose name counts or dates it.
[[nodiscard]] bool is_numbered_sibling_name(std::string_view name, std::string_view of);

}  // namespace steptail::tail
