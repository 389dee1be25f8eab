#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "pipeline/inspection.h"

namespace steptail::daemon {

// A log opened for one reading. What gzip or zstd have packed, known by its first bytes, is
// unpacked on the way; several packed parts may follow each other.
struct OpenedLog {
  pipeline::Inspection::Source source;
  bool packed = false;  // how long it is is not known
};

// Opens `path` ("-": standard input) at an offset of what it holds.
// Errors: the system's, damaged or torn packed data, what is no text, an offset behind the end.
[[nodiscard]] base::Result<OpenedLog> open_log(const std::string& path, std::uint64_t offset = 0);

}  // namespace steptail::daemon
