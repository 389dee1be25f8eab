#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/file_system.h"
#include "base/result.h"
#include "daemon/read_ahead.h"
#include "pipeline/inspection.h"

namespace steptail::daemon {

// A log opened for one reading. What gzip or zstd have packed, known by its first bytes, is
// unpacked on the way; several packed parts may follow each other.
struct OpenedLog {
  ReadAhead::Read read;
  bool packed = false;  // how long it is is not known
};

// Opens `path` ("-": standard input) at an offset of what it holds.
// Errors: the system's, damaged or torn packed data, what is no text, an offset behind the end.
[[nodiscard]] base::Result<OpenedLog> open_log(const std::string& path, std::uint64_t offset = 0);

// What the names of packed logs end in, for who goes by names; open_log() goes by their bytes.
inline constexpr std::array<const char*, 2> kPackedEndings{".gz", ".zst"};

// Of what a name leads to. Errors: the system's, and that it is a directory.
[[nodiscard]] base::Result<base::FileStat> stat_of_log(const std::string& path);

// It has become shorter while it was read.
[[nodiscard]] base::Error shrunk(const std::string& path);

// The bytes of a log block by block, read and unpacked on a thread of its own. Error: no thread
// could be had.
[[nodiscard]] base::Result<pipeline::Inspection::Source> read_ahead(OpenedLog log);

// A log to be read once, from its beginning to its end, with the least processor time.
struct NamedLog {
  std::optional<base::FileStat> stat;  // none of standard input
  bool packed = false;                 // how long it is is not known
  pipeline::Inspection::Source source;
};
// Errors: those of open_log() and read_ahead(), and that it is a directory.
[[nodiscard]] base::Result<NamedLog> open_named_log(const std::string& path);

}  // namespace steptail::daemon
