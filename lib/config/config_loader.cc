#include <algorithm>
#include <utility>

#include "config/bounded_value.h"
#include "config/config.h"
#include "config/listen_address.h"
#include "config/stall_section.h"
#include "config/watch_section.h"
#include "yaml/document.h"
#include "yaml/suggest.h"

namespace steptail::config {
namespace {

constexpr std::size_t kMillion = 1'000'000;

void read_web(std::optional<yaml::Cursor> section, Config& config) {
  if (!section) return;
  yaml::Mapping map = section->mapping();
  auto value = map.find("listen_addresses");
  if (!value) return;
  config.listen_addresses.clear();
  auto items = value->list();
  if (items.empty() && !value->is_scalar() && !value->is_mapping()) {
    value->complain("needs at least one address, such as '127.0.0.1:10480'");
  }
  for (const yaml::Cursor& item : items) {
    auto text = item.text();
    if (!text) continue;
    if (auto problem = listen_address_problem(*text)) item.complain(*problem);
    config.listen_addresses.push_back(*std::move(text));
  }
}

void read_formats(std::optional<yaml::Cursor> section, Config& config) {
  if (!section) return;
  yaml::Mapping map = section->mapping();
  auto value = map.find("directories");
  if (!value) return;
  for (const yaml::Cursor& item : value->list()) {
    auto text = item.text();
    if (!text) continue;
    if (text->empty()) {
      item.complain("an empty path is no directory; write a path or remove it");
      continue;
    }
    config.format_directories.push_back(*std::move(text));
    config.format_directory_positions.push_back(item.position());
  }
}

void read_retention(std::optional<yaml::Cursor> section, Retention& retention) {
  if (!section) return;
  constexpr DurationBounds kKept{.least = std::chrono::milliseconds(1)};
  yaml::Mapping map = section->mapping();
  read_duration(map.find("finished"), kKept, retention.finished);
  read_duration(map.find("silent"), kKept, retention.silent);
  read_duration(map.find("stalled"), kKept, retention.stalled);
}

void read_limits(std::optional<yaml::Cursor> section, Limits& limits) {
  if (!section) return;
  yaml::Mapping map = section->mapping();
  read_count(map.find("files"), {.least = 1, .most = 10 * kMillion}, limits.files);
  read_count(map.find("open_files"), {.least = 1, .most = kMillion}, limits.open_files);
  read_size(map.find("line_bytes"), {.least = 64, .most = 64 << 20}, limits.line_bytes);
  read_count(map.find("runs"), {.least = 1, .most = kMillion}, limits.runs);
  read_count(map.find("series_per_run"), {.least = 1, .most = kMillion}, limits.series_per_run);
}

Config read_root(const yaml::Cursor& root) {
  Config config;
  yaml::Mapping map = root.mapping();
  read_web(map.find("web"), config);
  read_formats(map.find("formats"), config);
  // Before the entries, which start from it.
  read_stall(map.find("stall"), config.stall);
  config.watch = read_watch(map.find("watch"), config.stall);
  read_retention(map.find("retention"), config.retention);
  read_limits(map.find("limits"), config.limits);
  return config;
}

}  // namespace

Config read_config(const std::string& file, const std::string& text, base::Errors& errors) {
  auto document = yaml::Document::parse(file, text);
  if (!document) {
    errors = std::move(document.error());
    return {};
  }
  Config config = read_root(document->root());
  errors = document->errors();
  return config;
}

base::Checked<Config> load_config(const std::string& file, const std::string& text) {
  base::Errors errors;
  Config config = read_config(file, text, errors);
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  return config;
}

base::Checked<WatchEntry> quick_entry(const std::string& pattern, const run::StallOptions& stall) {
  if (pattern.empty()) {
    return tl::unexpected(
        base::Errors{{.message = "an empty pattern matches nothing; write a path, such as "
                                 "'/scratch/{user}/{run}/*.out'"}});
  }
  WatchEntry entry;
  entry.name = pattern;
  // A path may hold any byte; a name goes into logs and labels.
  std::replace_if(
      entry.name.begin(), entry.name.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  entry.paths = {pattern};
  entry.path_positions = {SourcePosition{}};
  entry.stall = stall;
  return entry;
}

base::Errors unknown_formats(const std::string& file, const Config& config,
                             std::span<const std::string_view> known) {
  base::Errors errors;
  for (const WatchEntry& entry : config.watch) {
    for (std::size_t i = 0; i < entry.formats.size(); ++i) {
      const std::string& name = entry.formats[i];
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      errors.push_back(
          {.message = "format '" + name + "' is unknown" +
                      yaml::did_you_mean_or("; 'steptail formats' lists them", name, known),
           .file = file,
           .line = entry.format_positions[i].line,
           .column = entry.format_positions[i].column});
    }
  }
  return errors;
}

}  // namespace steptail::config
