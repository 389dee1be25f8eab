#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "config/config.h"
#include "format/format_set.h"
#include "pipeline/pipeline.h"

namespace steptail::daemon {

// Where settings come from: fixed by the command line, read anew by a reload.
struct SettingsSource {
  std::optional<std::string> config_file;         // nullopt: none is read
  std::vector<std::string> patterns;              // quick watch entries, added to the file's
  std::vector<std::string> format_directories{};  // beside the file's
};

// Everything that a configuration says, loaded and checked.
struct Settings {
  config::Config config;
  std::shared_ptr<const format::FormatSet> formats;
  pipeline::Entries entries;

  // What a shard gets that follows `some` of the entries.
  [[nodiscard]] pipeline::PipelineOptions options_for(pipeline::Entries some) const;
};

// Reads configuration, site formats and patterns. Errors: all of them, with file, line and column.
[[nodiscard]] base::Checked<Settings> load_settings(base::FileSystem& fs,
                                                    const SettingsSource& source);

// Read where no other is named.
inline constexpr const char* kDefaultConfig = "/etc/steptail/steptail.yaml";

// The format files in `directories`, sorted by name; `errors` gets what cannot be read of them.
[[nodiscard]] std::vector<format::FormatSource> read_site_formats(
    base::FileSystem& fs, const std::vector<std::string>& directories, base::Errors& errors);

// The built-in formats and those of a site. Errors: all of them.
[[nodiscard]] base::Checked<std::shared_ptr<const format::FormatSet>> load_formats(
    std::span<const format::FormatSource> sites);

// Adds to `errors` that `name`, as `place` says (an option; empty: nothing), is no format, with the
// closest of those that there are: built in, or a file of `sites`, whether or not it can be loaded.
void check_format_name(const std::string& place, const std::string& name,
                       std::span<const format::FormatSource> sites, base::Errors& errors);

// Prints errors to standard error, one a line.
void print_errors(const base::Errors& errors);

// An absolute path for one relative to the working directory.
[[nodiscard]] std::string absolute_path(const std::string& path);

}  // namespace steptail::daemon
