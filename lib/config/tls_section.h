#pragma once

#include <optional>
#include <string>

#include "config/web_file.h"
#include "yaml/cursor.h"

namespace steptail::config {

// Reads `tls_server_config`; paths in it are relative to `directory`. A section that only says what
// is the default, such as an empty one, means plain HTTP: nullopt.
[[nodiscard]] std::optional<TlsSection> read_tls_section(const yaml::Cursor& section,
                                                         const std::string& directory);

}  // namespace steptail::config
