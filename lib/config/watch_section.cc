#include "config/watch_section.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/utf8.h"
#include "config/bounded_value.h"
#include "config/label_name.h"
#include "config/stall_section.h"

namespace steptail::config {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

constexpr std::size_t kLongestName = 256;
constexpr std::array<std::string_view, 3> kPollModes{"auto", "always", "never"};

bool has_control(std::string_view text) {
  while (!text.empty()) {
    const base::CodePoint point = base::first_code_point(text);
    if (point.length == 0 || base::is_control(point.value)) return true;
    text.remove_prefix(point.length);
  }
  return false;
}

using EntryLines = std::map<std::string, int>;  // where each name stood first

void read_name(std::optional<yaml::Cursor> value, EntryLines& seen, WatchEntry& entry) {
  auto name = value ? value->text() : std::nullopt;
  if (!name) return;
  if (auto problem = entry_name_problem(*name)) {
    value->complain(*problem);
    return;
  }
  auto [first, added] = seen.emplace(*name, value->position().line);
  if (!added) {
    value->complain("'" + *name + "' is taken by the entry in line " +
                    std::to_string(first->second) + "; each entry needs a name of its own");
  }
  entry.name = *std::move(name);
}

void read_patterns(const std::optional<yaml::Cursor>& value, std::vector<std::string>& patterns,
                   std::vector<SourcePosition>& positions) {
  if (!value) return;
  for (const yaml::Cursor& item : value->list()) {
    auto text = item.text();
    if (!text) continue;
    if (text->empty()) {
      item.complain("an empty pattern matches nothing; write a path or remove it");
      continue;
    }
    patterns.push_back(*std::move(text));
    positions.push_back(item.position());
  }
}

void read_paths(const std::optional<yaml::Cursor>& value, WatchEntry& entry) {
  read_patterns(value, entry.paths, entry.path_positions);
  bool none = value && (value->is_null() || (value->is_list() && value->list().empty()));
  if (none) value->complain("needs at least one pattern, such as '/scratch/{user}/{run}/*.out'");
}

void read_labels(const std::optional<yaml::Cursor>& value, WatchEntry& entry) {
  if (!value) return;
  struct Label {
    std::string name;
    std::string text;
    SourcePosition at;
  };
  std::vector<Label> labels;
  for (const auto& [key, label] : value->mapping().entries()) {
    std::string name = key.text().value_or("");
    if (auto problem = label_name_problem(name)) key.error("label '" + name + "' " + *problem);
    auto text = label.text();
    if (text && text->empty()) {
      label.error("label '" + name + "' is empty, which is no label; give it a text or remove it");
    }
    if (text) labels.push_back({std::move(name), *std::move(text), key.position()});
  }
  std::sort(labels.begin(), labels.end(),
            [](const Label& a, const Label& b) { return a.name < b.name; });
  for (Label& label : labels) {
    entry.labels.emplace_back(std::move(label.name), std::move(label.text));
    entry.label_positions.push_back(label.at);
  }
}

// `auto`, one name, or a list of names.
void read_formats(const std::optional<yaml::Cursor>& value, WatchEntry& entry) {
  if (!value) return;
  auto items = value->list_or_one();
  if (items.empty()) value->complain("is an empty list; name a format or write 'auto'");
  for (const yaml::Cursor& item : items) {
    auto name = item.text();
    if (!name) continue;
    if (*name == "auto") {
      if (items.size() > 1) item.complain("'auto' stands alone; remove it or the other names");
      continue;
    }
    entry.formats.push_back(*std::move(name));
    entry.format_positions.push_back(item.position());
  }
}

WatchEntry read_entry(const yaml::Cursor& item, const run::StallOptions& stall, EntryLines& seen) {
  WatchEntry entry;
  entry.stall = stall;
  yaml::Mapping map = item.mapping();
  read_name(map.require("name"), seen, entry);
  read_paths(map.require("paths"), entry);
  read_patterns(map.find("exclude"), entry.exclude, entry.exclude_positions);
  read_labels(map.find("labels"), entry);
  read_formats(map.find("format"), entry);
  if (auto poll = map.find("poll")) {
    entry.poll = static_cast<PollMode>(poll->one_of(kPollModes).value_or(0));
  }
  read_duration(map.find("poll_interval"), {.least = milliseconds(50), .most = hours(1)},
                entry.poll_interval);
  read_duration(map.find("scan_interval"), {.least = milliseconds(50), .most = hours(24)},
                entry.scan_interval);
  read_duration(map.find("ignore_older"), {.least = milliseconds(1)}, entry.ignore_older);
  if (auto zone = map.find("timezone")) {
    if (auto text = zone->text()) entry.timezone = *std::move(text);
    entry.timezone_position = zone->position();
  }
  read_stall(map.find("stall"), entry.stall);
  return entry;
}

}  // namespace

std::vector<WatchEntry> read_watch(std::optional<yaml::Cursor> section,
                                   const run::StallOptions& stall) {
  std::vector<WatchEntry> entries;
  EntryLines seen;
  if (!section) return entries;
  for (const yaml::Cursor& item : section->list()) entries.push_back(read_entry(item, stall, seen));
  return entries;
}

std::optional<std::string> entry_name_problem(const std::string& name) {
  if (name.empty()) return "is empty; give the entry a name";
  if (name.size() > kLongestName) {
    return "is too long; use at most " + std::to_string(kLongestName) + " bytes";
  }
  if (has_control(name)) return "holds a control character; use printable ones";
  return std::nullopt;
}

}  // namespace steptail::config
