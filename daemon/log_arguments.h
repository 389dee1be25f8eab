#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "format/format_set.h"
#include "lines/timestamp.h"
#include "pipeline/entry.h"
#include "tail/path_pattern.h"

namespace CLI {
class App;
}

namespace steptail::daemon {

// What the commands that read whole logs have in common: which files, and how they are read.
struct LogArguments {
  std::vector<std::string> files;
  std::string as;
  std::string path_pattern;
  std::string timezone = "local";
  std::vector<std::string> format_directories;
};

// The options of `arguments`, which must live as long as `command`.
void add_log_arguments(CLI::App& command, LogArguments& arguments);

// The arguments, looked up.
struct LogSettings {
  std::shared_ptr<const format::FormatSet> formats;
  std::vector<std::string> only;
  lines::TimeZone zone = lines::TimeZone::local();
  std::optional<tail::PathPattern> pattern;
  std::vector<std::pair<std::string, std::string>> labels;  // static ones
};
// Errors: unknown formats and bad format files, all of them; zones and patterns, which the options
// check, as well.
[[nodiscard]] base::Checked<LogSettings> load_log_settings(const LogArguments& arguments);

// Says on standard error that a log is empty, or else in no known format. `as`: the one format that
// was asked for; empty: all.
void say_unknown(const std::string& path, bool empty, const std::string& as = "");

// The run and rank of a file: by the pattern where it matches the path without .gz or .zst, or as
// it is; else, which is said on standard error, `run` is the base name without the last extension
// (and without .gz or .zst).
[[nodiscard]] pipeline::FileIdentity identity_of(const std::string& path,
                                                 const LogSettings& settings);

}  // namespace steptail::daemon
