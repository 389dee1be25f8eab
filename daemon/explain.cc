#include "daemon/explain.h"

#include <algorithm>

#include "daemon/system_clock.h"
#include "pipeline/inspection.h"

namespace steptail::daemon {
namespace {

// Collects answers; the first "no" is the reason why the file is not on the page.
class Story {
 public:
  void say(const std::string& question, const std::string& answer) {
    text_ += question + ": " + answer + "\n";
  }
  Explanation end(bool on_page, const std::string& verdict) {
    text_ += verdict + "\n";
    return {.text = text_, .on_page = on_page};
  }

 private:
  std::string text_;
};

struct Match {
  const pipeline::CompiledEntry* entry = nullptr;
  std::string pattern;
  tail::Labels labels;
};

const tail::PathPattern* excluded_by(const pipeline::CompiledEntry& entry,
                                     const std::string& path) {
  for (const tail::PathPattern& pattern : entry.exclude) {
    if (pattern.match(path)) return &pattern;
  }
  return nullptr;
}

// The first entry whose pattern matches and that does not exclude the path.
Match find_match(const Settings& settings, const std::string& path, Story& story) {
  for (const auto& entry : settings.entries) {
    for (const tail::PathPattern& pattern : entry->patterns) {
      auto labels = pattern.match(path);
      if (!labels) continue;
      story.say("watch entry", entry->config.name + " (pattern " + pattern.text() + ")");
      if (const tail::PathPattern* exclusion = excluded_by(*entry, path)) {
        story.say("excluded", "yes, by " + exclusion->text());
        continue;
      }
      return {entry.get(), pattern.text(), *labels};
    }
  }
  return {};
}

Explanation explain_content(base::FileSystem& fs, const Settings& settings, const Match& match,
                            const std::string& path, const base::FileStat& stat, Story& story) {
  SystemClock clock;
  pipeline::Inspection inspection({.formats = settings.formats,
                                   .only = match.entry->config.formats,
                                   .zone = match.entry->zone,
                                   .limits = settings.config.limits,
                                   .stall = match.entry->config.stall},
                                  clock);
  auto file = fs.open(path);
  if (!file) {
    story.say("readable", "no: " + file.error().message);
    return story.end(false,
                     "Not on the page: the daemon cannot read it. Let its user read the file.");
  }
  story.say("readable", "yes, " + std::to_string(stat.size) + " bytes");
  pipeline::FileIdentity identity = pipeline::identify(*match.entry, match.labels);
  std::uint64_t offset = 0;
  auto report = inspection.read({.path = path,
                                 .identity = identity.identity,
                                 .rank = identity.rank,
                                 .modified = stat.modified,
                                 .size = stat.size,
                                 .source = [&](std::span<char> out) -> base::Result<std::size_t> {
                                   auto count = (*file)->read_at(offset, out);
                                   if (count) offset += *count;
                                   return count;
                                 }},
                                nullptr);
  if (!report) return story.end(false, "Not on the page: " + report.error().message);
  if (report->formats.empty()) {
    story.say("format", "none of those known");
    return story.end(false,
                     "Not on the page: no line is in a known format. See `steptail formats`.");
  }
  story.say("format", report->formats);
  std::string labels;
  for (const auto& [name, value] : identity.identity.labels) {
    labels += (labels.empty() ? "" : ", ") + name + "=\"" + value + "\"";
  }
  story.say("run", labels);
  return story.end(true, "On the page.");
}

}  // namespace

Explanation explain(base::FileSystem& fs, const Settings& settings, const std::string& path) {
  Story story;
  Match match = find_match(settings, path, story);
  if (match.entry == nullptr) {
    return story.end(false, "Not on the page: no watch entry wants " + path + ".");
  }
  auto stat = fs.stat(path);
  if (!stat) {
    story.say("exists", "no: " + stat.error().message);
    return story.end(false, "Not on the page: there is no such file, or it cannot be looked at.");
  }
  if (stat->kind != base::FileKind::Regular) {
    story.say("kind", "not a regular file");
    return story.end(false, "Not on the page: only regular files are followed.");
  }
  SystemClock clock;
  base::Duration age = clock.wall() - stat->modified;
  story.say("last written",
            std::to_string(std::chrono::floor<std::chrono::minutes>(age).count()) + " minutes ago");
  if (age > match.entry->config.ignore_older) {
    return story.end(false,
                     "Not on the page: silent for longer than ignore_older when first seen.");
  }
  return explain_content(fs, settings, match, path, *stat, story);
}

}  // namespace steptail::daemon
