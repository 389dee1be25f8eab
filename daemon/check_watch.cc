#include "daemon/check_watch.h"

#include "daemon/printable.h"
#include "tail/discovery.h"
#include "tail/match_hint.h"

namespace steptail::daemon {
namespace {

std::string count_of(const tail::Scan& scan) {
  const std::string count = std::to_string(scan.files.size()) + (scan.over_limit ? " or more" : "");
  return count + (scan.files.size() == 1 ? " file matches now, " : " files match now, such as ");
}

std::string report_entry(base::FileSystem& fs, const pipeline::CompiledEntry& entry,
                         std::size_t most) {
  const tail::Scan scan = tail::scan(fs, entry.patterns, entry.exclude, most);
  const std::string name = "watch " + entry.config.name + ": ";
  std::string text;
  if (!scan.files.empty()) {
    text = name + count_of(scan) + printable(scan.files.front().path) + "\n";
  } else {
    for (const tail::PathPattern& pattern : entry.patterns) {
      const std::string hint = tail::match_hint(fs, pattern);
      text += name + "no file matches now: " +
              printable(pattern.text() + (hint.empty() ? "" : "; " + hint)) + "\n";
    }
  }
  for (const base::Error& error : scan.errors) {
    text += name + printable(error.to_string()) + "\n";
  }
  return text;
}

}  // namespace

std::string report_watch(base::FileSystem& fs, const Settings& settings) {
  if (settings.entries.empty()) {
    return "nothing is watched: name log files under watch:, or behind serve\n";
  }
  std::string text;
  for (const auto& entry : settings.entries) {
    text += report_entry(fs, *entry, settings.config.limits.files);
  }
  return text;
}

}  // namespace steptail::daemon
