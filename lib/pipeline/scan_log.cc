#include "pipeline/scan_log.h"

#include <chrono>
#include <utility>

#include "config/units.h"
#include "tail/match_hint.h"

namespace steptail::pipeline {

ScanLog::ScanLog(base::FileSystem& fs, base::Logger log) : fs_(fs), log_(std::move(log)) {}

void ScanLog::note(const CompiledEntry& entry, const tail::Scan& scan) {
  note_unreadable(entry.config.name, scan.errors);
  std::vector<std::string>& looked_for = looked_for_[entry.config.name];
  if (looked_for == entry.config.paths) return;
  looked_for = entry.config.paths;
  if (scan.files.empty() && scan.errors.empty()) note_nothing(entry, scan);
}

void ScanLog::note_unreadable(const std::string& entry, const std::vector<base::Error>& errors) {
  std::set<std::string> before = std::exchange(unreadable_[entry], {});
  for (const base::Error& error : errors) {
    unreadable_[entry].insert(error.file);
    if (before.erase(error.file) > 0) continue;
    base::log_event(log_, base::LogLevel::Warn, "directory_unreadable",
                    {{"watch", entry}, {"path", error.file}, {"error", error.message}});
  }
  for (const std::string& path : before) {
    base::log_event(log_, base::LogLevel::Info, "directory_readable_again",
                    {{"watch", entry}, {"path", path}});
  }
}

void ScanLog::note_old(const CompiledEntry& entry, std::size_t files) {
  const auto older = std::chrono::floor<std::chrono::seconds>(entry.config.ignore_older);
  base::log_event(
      log_, base::LogLevel::Info, "nothing_is_recent",
      {{"watch", entry.config.name},
       {"files", files},
       {"hint", "all were silent for longer than ignore_older (" + config::duration_text(older) +
                    "), and are followed once something is written to them; "
                    "`steptail inspect` reads finished logs"}});
}

// A job that has not begun is no trouble; a pattern that can hardly be meant is.
void ScanLog::note_nothing(const CompiledEntry& entry, const tail::Scan& scan) {
  for (const tail::PathPattern& pattern : entry.patterns) {
    std::string hint = tail::match_hint(fs_, pattern);
    const bool is_strange = !hint.empty();
    if (hint.empty() && scan.skipped > 0)
      hint = "what matches is packed or no file, and is skipped";
    if (hint.empty()) hint = "no file is there yet";
    base::log_event(log_, is_strange ? base::LogLevel::Warn : base::LogLevel::Info,
                    "nothing_matches",
                    {{"watch", entry.config.name}, {"pattern", pattern.text()}, {"hint", hint}});
  }
}

}  // namespace steptail::pipeline
