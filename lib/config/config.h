#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "config/units.h"
#include "run/stall_clock.h"
#include "yaml/cursor.h"

namespace steptail::config {

enum class PollMode : std::uint8_t { Auto, Always, Never };

// Where a value stands in the file, for what only a later stage can judge: patterns, zones and the
// names of formats. Line 0: not from a file.
using SourcePosition = yaml::Position;

// One entry of `watch:`.
struct WatchEntry {
  std::string name;
  std::vector<std::string> paths;
  std::vector<std::string> exclude;
  std::vector<std::pair<std::string, std::string>> labels;  // static, sorted by name
  std::vector<std::string> formats;                         // empty: auto
  PollMode poll = PollMode::Auto;
  base::Duration poll_interval = std::chrono::seconds(1);
  base::Duration scan_interval = std::chrono::seconds(10);
  base::Duration ignore_older = std::chrono::hours(24);
  std::string timezone = "local";
  run::StallOptions stall;  // the file's `stall:` with the entry's own over it

  std::vector<SourcePosition> path_positions;     // one a path
  std::vector<SourcePosition> exclude_positions;  // one an exclusion
  std::vector<SourcePosition> format_positions;   // one a format
  std::vector<SourcePosition> label_positions;    // one a static label
  SourcePosition timezone_position;
};

struct Retention {
  base::Duration finished = std::chrono::hours(1);
  base::Duration silent = std::chrono::hours(24);
  base::Duration stalled = std::chrono::hours(24 * 14);
  bool operator==(const Retention&) const = default;
};

struct Limits {
  std::size_t files = 20000;
  std::size_t open_files = 4096;
  std::size_t line_bytes = 65536;
  std::size_t runs = 10000;
  std::size_t series_per_run = 200;
  bool operator==(const Limits&) const = default;
};

// The configuration file; immutable after load. Defaults are those of config/steptail.yaml, which a
// test compares.
struct Config {
  std::vector<std::string> listen_addresses{"127.0.0.1:10480"};
  std::vector<std::string> format_directories;
  std::vector<SourcePosition> format_directory_positions;  // one a directory
  std::vector<WatchEntry> watch;
  run::StallOptions stall;
  Retention retention;
  Limits limits;
};

// Parses the text of a configuration file. `file` is for messages.
// Errors: every one, in the order of the file, each with line, column, what is wrong and what would
// be right: unknown and duplicate keys, wrong types, bad durations, sizes, addresses and label
// names, duplicate entry names. Nothing is half loaded.
[[nodiscard]] base::Checked<Config> load_config(const std::string& file, const std::string& text);
// The same for a caller that looks for more mistakes before it gives up: what could be read of it.
[[nodiscard]] Config read_config(const std::string& file, const std::string& text,
                                 base::Errors& errors);

// A watch entry as `serve PATTERN` makes it: defaults, named after the pattern.
[[nodiscard]] base::Checked<WatchEntry> quick_entry(const std::string& pattern,
                                                    const run::StallOptions& stall);

// What `watch: format:` names and `known` does not hold. For the caller that has loaded the
// formats.
[[nodiscard]] base::Errors unknown_formats(const std::string& file, const Config& config,
                                           std::span<const std::string_view> known);

}  // namespace steptail::config
