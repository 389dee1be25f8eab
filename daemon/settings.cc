#include "daemon/settings.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>

#include "format/format_loader.h"
#include "yaml/suggest.h"

namespace steptail::daemon {
namespace {

constexpr std::size_t kMaxConfigBytes = std::size_t{4} * 1024 * 1024;

bool is_format_file(const base::DirEntry& entry) {
  return entry.kind != base::FileKind::Directory &&
         (entry.name.ends_with(".yaml") || entry.name.ends_with(".yml"));
}

config::Config read_config(base::FileSystem& fs, const SettingsSource& source,
                           base::Errors& errors) {
  if (!source.config_file) return {};
  auto text = fs.read_all(*source.config_file, kMaxConfigBytes);
  if (text) return config::read_config(*source.config_file, *text, errors);
  errors.push_back(text.error());
  const bool missing = text.error().code == std::errc::no_such_file_or_directory;
  if (missing && *source.config_file == kDefaultConfig) {
    errors.back().message +=
        "; write one, name another with --config.file, or name a PATTERN such as "
        "'/scratch/{user}/{run}/*.out'";
  }
  return {};
}

// The configuration's own first, by their places, whichever stage found them.
void sort(base::Errors& errors, const std::string& file) {
  const auto own = std::stable_partition(errors.begin(), errors.end(),
                                         [&](const base::Error& e) { return e.file == file; });
  std::stable_sort(errors.begin(), own, [](const base::Error& a, const base::Error& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
}

bool named(const config::Config& config, const std::string& name) {
  return std::any_of(config.watch.begin(), config.watch.end(),
                     [&](const config::WatchEntry& entry) { return entry.name == name; });
}

void add_patterns(const SettingsSource& source, config::Config& config, base::Errors& errors) {
  for (const std::string& pattern : source.patterns) {
    auto entry = config::quick_entry(absolute_path(pattern), config.stall);
    if (entry && named(config, entry->name)) continue;  // the same pattern again
    if (entry) {
      config.watch.push_back(std::move(*entry));
    } else {
      base::append(errors, std::move(entry.error()));
    }
  }
}

// Error: the directory cannot be read; what cannot be of its files goes to `errors`.
base::Result<void> add_site_formats(base::FileSystem& fs, const std::string& directory,
                                    std::vector<format::FormatSource>& sites,
                                    base::Errors& errors) {
  auto entries = fs.list_dir(directory);
  if (!entries) {
    entries.error().message += "; formats are to be read from there: make it, or leave it out";
    return tl::unexpected(std::move(entries.error()));
  }
  std::sort(entries->begin(), entries->end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const base::DirEntry& entry : *entries) {
    if (!is_format_file(entry)) continue;
    std::string path = directory + "/" + entry.name;
    auto text = fs.read_all(path, kMaxConfigBytes);
    if (text) {
      sites.push_back({.file = std::move(path), .text = std::move(*text)});
    } else {
      errors.push_back(text.error());
    }
  }
  return {};
}

// Of the directories that the configuration names.
std::vector<format::FormatSource> read_configured_formats(base::FileSystem& fs,
                                                          const std::string& file,
                                                          const config::Config& config,
                                                          base::Errors& errors) {
  std::vector<format::FormatSource> sites;
  for (std::size_t i = 0; i < config.format_directories.size(); ++i) {
    auto added = add_site_formats(fs, config.format_directories[i], sites, errors);
    if (added) continue;
    const config::SourcePosition at = config.format_directory_positions[i];
    errors.push_back({.message = added.error().to_string(),
                      .file = file,
                      .line = at.line,
                      .column = at.column,
                      .code = added.error().code});
  }
  return sites;
}

std::vector<std::string_view> known_formats(std::span<const format::FormatSource> sites) {
  std::vector<std::string_view> names = format::FormatSet::builtin_names();
  for (const auto& site : sites) names.push_back(format::format_name_of(site.file));
  return names;
}

}  // namespace

std::string absolute_path(const std::string& path) {
  if (path.starts_with('/')) return path;
  return (std::filesystem::current_path() / path).lexically_normal().string();
}

void check_format_name(const std::string& place, const std::string& name,
                       std::span<const format::FormatSource> sites, base::Errors& errors) {
  const auto known = known_formats(sites);
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  errors.push_back(
      {.message = place + (place.empty() ? "" : ": ") + "no format " + base::quoted(name) +
                  yaml::did_you_mean_or("; `steptail formats` lists them", name, known)});
}

void print_errors(const base::Errors& errors) {
  for (const base::Error& error : errors) {
    std::fprintf(stderr, "steptail: %s\n", error.to_string().c_str());
  }
}

pipeline::PipelineOptions Settings::options_for(pipeline::Entries some) const {
  std::set<std::string> names;
  for (const auto& entry : entries) names.insert(entry->config.name);
  return {.entries = std::move(some),
          .configured = std::move(names),
          .retention = config.retention,
          .limits = config.limits,
          .formats = formats};
}

std::vector<format::FormatSource> read_site_formats(base::FileSystem& fs,
                                                    const std::vector<std::string>& directories,
                                                    base::Errors& errors) {
  std::vector<format::FormatSource> sites;
  for (const std::string& directory : directories) {
    auto added = add_site_formats(fs, directory, sites, errors);
    if (!added) errors.push_back(std::move(added.error()));
  }
  return sites;
}

base::Checked<std::shared_ptr<const format::FormatSet>> load_formats(
    std::span<const format::FormatSource> sites) {
  if (sites.empty()) return format::FormatSet::builtin();
  return format::FormatSet::builtin_and(sites);
}

base::Checked<Settings> load_settings(base::FileSystem& fs, const SettingsSource& source) {
  base::Errors errors;
  std::string file = source.config_file.value_or("");
  Settings settings{.config = read_config(fs, source, errors)};
  add_patterns(source, settings.config, errors);

  auto sites = read_configured_formats(fs, file, settings.config, errors);
  for (auto& site : read_site_formats(fs, source.format_directories, errors)) {
    sites.push_back(std::move(site));
  }
  base::append(errors, config::unknown_formats(file, settings.config, known_formats(sites)));
  if (auto formats = load_formats(sites)) {
    settings.formats = std::move(*formats);
  } else {
    base::append(errors, std::move(formats.error()));
  }

  for (std::size_t i = 0; i < settings.config.watch.size(); ++i) {
    auto compiled = pipeline::compile_entry(file, settings.config.watch[i], i);
    if (compiled) {
      settings.entries.push_back(std::move(*compiled));
    } else {
      base::append(errors, std::move(compiled.error()));
    }
  }
  if (errors.empty()) return settings;
  sort(errors, file);
  return tl::unexpected(std::move(errors));
}

}  // namespace steptail::daemon
