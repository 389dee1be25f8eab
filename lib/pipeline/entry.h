#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "config/config.h"
#include "lines/timestamp.h"
#include "pipeline/decoder.h"
#include "pipeline/stream.h"
#include "tail/path_pattern.h"

namespace steptail::pipeline {

// A watch entry made ready: patterns compiled, zone looked up. Immutable, shared between threads.
struct CompiledEntry {
  config::WatchEntry config;
  std::vector<tail::PathPattern> patterns;
  std::vector<tail::PathPattern> exclude;
  lines::TimeZone zone = lines::TimeZone::utc();
  std::size_t place = 0;  // among the entries of the configuration, whichever shard has them
};

// Errors: every pattern and zone that cannot be, with its place in `file`.
[[nodiscard]] base::Checked<std::shared_ptr<const CompiledEntry>> compile_entry(
    const std::string& file, const config::WatchEntry& entry, std::size_t place);

using Entries = std::vector<std::shared_ptr<const CompiledEntry>>;

// The one of this name; null: none.
[[nodiscard]] std::shared_ptr<const CompiledEntry> find_entry(const Entries& entries,
                                                              const std::string& name);

// How the lines of its files are read.
[[nodiscard]] DecoderRules rules_of(const CompiledEntry& entry,
                                    std::shared_ptr<const format::FormatSet> formats);

// The identity of a file of this entry, from what its path gave, and its rank ("" where none).
struct FileIdentity {
  run::RunIdentity identity;
  std::string rank;
};
[[nodiscard]] FileIdentity identify(const CompiledEntry& entry, const tail::Labels& captured);

// The labels of a path that the entry wants: a pattern matches and no exclusion does.
[[nodiscard]] std::optional<tail::Labels> match(const CompiledEntry& entry,
                                                const std::string& path);
// Does the entry want this path, as a file of this run?
[[nodiscard]] bool wants(const CompiledEntry& entry, const std::string& path,
                         const run::RunIdentity& identity);

// What one entry counted since the daemon started.
struct EntryCounters {
  FileCounters files;
  LineCounters lines;
  std::uint64_t skipped_files = 0;           // of the last scan
  std::uint64_t unreadable_directories = 0;  // of the last scan
  base::WallTime last_turn{};
};

}  // namespace steptail::pipeline
