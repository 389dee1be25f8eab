#include "daemon/check_watch.h"

#include "daemon/printable.h"
#include "tail/discovery.h"

namespace steptail::daemon {
namespace {

std::string count_of(const tail::Scan& scan) {
  const std::string count = std::to_string(scan.files.size()) + (scan.over_limit ? " or more" : "");
  return count + (scan.files.size() == 1 ? " file matches now, " : " files match now, such as ");
}

// Of a pattern that matches nothing.
std::string hint_for(base::FileSystem& fs, const tail::PathPattern& pattern) {
  const std::string& text = pattern.text();
  std::string hint;
  if (!text.starts_with('/')) {
    hint += "; it does not begin with /, so it means the directory that steptail is started in";
  }
  const auto itself = fs.stat(text);
  if (itself && itself->kind == base::FileKind::Directory) {
    return hint + "; it is a directory: " + text + "/** means the files in it";
  }
  const auto below = fs.stat(pattern.fixed_prefix());
  if (!below) hint += "; " + pattern.fixed_prefix() + ": " + below.error().message;
  return hint;
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
      text +=
          name + "no file matches now: " + printable(pattern.text() + hint_for(fs, pattern)) + "\n";
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
