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

// The built-in formats and those in `directories`. Errors: all of them.
[[nodiscard]] base::Checked<std::shared_ptr<const format::FormatSet>> load_formats(
    base::FileSystem& fs, const std::vector<std::string>& directories);

// The format files in `directories`, sorted by name. Errors: directories that cannot be read.
[[nodiscard]] base::Checked<std::vector<format::FormatSource>> read_site_formats(
    base::FileSystem& fs, const std::vector<std::string>& directories);

// That `name`, as `place` says (an option; empty: nothing), is none of the formats `known`, with
// the closest of them.
[[nodiscard]] base::Error no_format(const std::string& place, const std::string& name,
                                    std::span<const std::string_view> known);
// The names of all of them.
[[nodiscard]] std::vector<std::string_view> names_of(const format::FormatSet& formats);

// Prints errors to standard error, one a line.
void print_errors(const base::Errors& errors);

// An absolute path for one relative to the working directory.
[[nodiscard]] std::string absolute_path(const std::string& path);

}  // namespace steptail::daemon
