#include "daemon/explain.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/link_walk.h"
#include "config/units.h"
#include "daemon/figures.h"
#include "lines/foreign_bytes.h"
#include "pipeline/inspection.h"
#include "run/retention.h"
#include "tail/discovery.h"
#include "tail/file_name.h"

namespace steptail::daemon {
namespace {

// The first entry that wants the path, and what it makes of it.
struct Match {
  std::shared_ptr<const pipeline::CompiledEntry> entry;
  pipeline::FileIdentity identity;
};

// Seconds matter only within the first hour.
std::string spoken(base::Duration duration) {
  if (duration < std::chrono::hours(1)) {
    return config::duration_text(std::chrono::floor<std::chrono::seconds>(duration));
  }
  return config::duration_text(std::chrono::floor<std::chrono::minutes>(duration));
}

// Answers, in the order in which the daemon asks. Each ask_...() gives the verdict when it is
// final.
class Story {
 public:
  Story(base::FileSystem& fs, const base::Clock& clock, const Settings& settings, std::string path)
      : fs_(fs), clock_(clock), settings_(settings), path_(std::move(path)) {}

  std::string tell() {
    for (auto ask : {&Story::ask_entries, &Story::ask_kind, &Story::ask_age, &Story::ask_names,
                     &Story::ask_limits, &Story::ask_content, &Story::ask_retention}) {
      if (auto verdict = (this->*ask)()) return text_ + *verdict + "\n";
    }
    return text_ + "On the page of a daemon with these settings; none was asked.\n";
  }

 private:
  using Verdict = std::optional<std::string>;

  void say(const std::string& question, const std::string& answer) {
    text_ += question + ": " + answer + "\n";
  }

  Verdict ask_entries() {
    bool excluded = false;
    for (const auto& entry : settings_.entries) {
      for (const tail::PathPattern& pattern : entry->patterns) {
        auto labels = pattern.match(path_);
        if (!labels) continue;
        say("watch entry", entry->config.name + " (pattern " + pattern.text() + ")");
        if (is_excluded(*entry)) {
          excluded = true;
        } else if (!match_.entry) {
          match_ = {entry, pipeline::identify(*entry, *labels)};
        }
        break;
      }
    }
    if (match_.entry) return std::nullopt;
    if (excluded) return "Not on the page: it is excluded.";
    say_patterns();
    const auto stat = fs_.stat(path_);
    const bool missing = !stat && stat.error().code == std::errc::no_such_file_or_directory;
    return "Not on the page: no watch entry wants " + path_ +
           (missing ? ", and there is no such file." : ".");
  }

  // None of which the path fits.
  void say_patterns() {
    constexpr std::size_t kMost = 8;
    std::size_t said = 0;
    for (const auto& entry : settings_.entries) {
      for (const tail::PathPattern& pattern : entry->patterns) {
        if (++said <= kMost)
          say("not of watch entry", entry->config.name + " (pattern " + pattern.text() + ")");
      }
    }
    if (said > kMost) say("nor of", counted(said - kMost, "more pattern"));
  }

  bool is_excluded(const pipeline::CompiledEntry& entry) {
    for (const tail::PathPattern& pattern : entry.exclude) {
      if (!pattern.match(path_)) continue;
      say("excluded", "yes, by " + pattern.text());
      return true;
    }
    return false;
  }

  Verdict ask_kind() {
    auto stat = fs_.stat(path_);
    if (!stat) {
      if (base::is_refused_link(stat.error())) {
        return "Not on the page: " + stat.error().message + ".";
      }
      const bool missing = stat.error().code == std::errc::no_such_file_or_directory;
      say("exists", (missing ? "no: " : "not known: ") + stat.error().message);
      return missing ? "Not on the page: there is no such file."
                     : "Not on the page: it cannot be looked at; `namei -l` shows which directory "
                       "above it stops that.";
    }
    stat_ = *stat;
    if (stat_.kind != base::FileKind::Regular) {
      say("kind", "not a regular file");
      return "Not on the page: only regular files are followed.";
    }
    if (tail::is_compressed_name(tail::base_name(path_))) {
      say("kind", "compressed");
      return "Not on the page: compressed files are not followed; `steptail inspect` and `steptail "
             "backfill` read them.";
    }
    if (tail::is_nfs_leftover(tail::base_name(path_))) {
      say("kind", "what NFS keeps of a deleted file");
      return "Not on the page: it is followed under the name that it had.";
    }
    return ask_bytes();
  }

  Verdict ask_bytes() {
    auto file = fs_.open(path_);
    if (!file) {
      say("readable", "no: " + file.error().message);
      return "Not on the page: the daemon cannot read it. Let its user read the file.";
    }
    file_ = std::move(*file);
    say("readable", "yes, " + std::to_string(stat_.size) + " bytes");
    std::array<char, 16> head{};
    auto count = file_->read_at(0, head);
    const auto* foreign = count ? lines::foreign_kind({head.data(), *count}) : nullptr;
    if (foreign != nullptr) {
      say("kind", std::string(foreign->what));
      return "Not on the page: only text of single bytes or UTF-8 is read.";
    }
    return std::nullopt;
  }

  Verdict ask_age() {
    base::Duration age = clock_.wall() - stat_.modified;
    say("last written", spoken(age) + " ago");
    if (age <= match_.entry->config.ignore_older) return std::nullopt;
    return "Not on the page: silent for longer than ignore_older (" +
           spoken(match_.entry->config.ignore_older) +
           ") when first seen. It is followed once something is written to it; `steptail inspect` "
           "and `steptail backfill` read it as it is.";
  }

  // Other names of the same file, and files that this one may have been before it was renamed.
  Verdict ask_names() {
    constexpr std::size_t kMaxFiles = 1'000'000;
    scan_ = tail::scan(fs_, match_.entry->patterns, match_.entry->exclude, kMaxFiles);
    auto same = std::find_if(scan_.files.begin(), scan_.files.end(), [this](const auto& found) {
      return found.stat.inode == stat_.inode && found.stat.device == stat_.device;
    });
    if (same != scan_.files.end() && same->path != path_) {
      return "Not on the page under this name: it is the same file as " + same->path + ".";
    }
    for (const tail::Found& found : scan_.files) {
      if (tail::directory_of(found.path) != tail::directory_of(path_)) continue;
      if (!tail::is_sibling_name(tail::base_name(path_), tail::base_name(found.path))) continue;
      say("rotated", "its name says that it may have been " + found.path +
                         " before; a daemon that saw that reads it as part of that file");
    }
    return std::nullopt;
  }

  Verdict ask_limits() {
    const std::size_t most = settings_.config.limits.files;
    const auto newer =
        std::count_if(scan_.files.begin(), scan_.files.end(),
                      [this](const auto& found) { return found.stat.modified > stat_.modified; });
    if (static_cast<std::size_t>(newer) >= most) {
      return "Not on the page: limits.files is " + std::to_string(most) + ", and " +
             std::to_string(newer) + " files of the entry are newer.";
    }
    if (scan_.files.size() > most) {
      say("limits.files", std::to_string(scan_.files.size()) + " files match, " +
                              std::to_string(most) + " are followed, the newest first");
    }
    return std::nullopt;
  }

  Verdict ask_content() {
    pipeline::Inspection inspection({.formats = settings_.formats,
                                     .only = match_.entry->config.formats,
                                     .zone = match_.entry->zone,
                                     .limits = settings_.config.limits,
                                     .stall = match_.entry->config.stall},
                                    clock_);
    constexpr std::size_t kBlockBytes = std::size_t{256} * 1024;
    std::string block(kBlockBytes, '\0');
    std::uint64_t offset = 0;
    auto source = [&]() -> base::Result<std::string_view> {
      auto count = file_->read_at(offset, block);
      if (!count) return tl::unexpected(count.error());
      offset += *count;
      return std::string_view(block).substr(0, *count);
    };
    auto report = inspection.read({.path = path_,
                                   .identity = match_.identity.identity,
                                   .rank = match_.identity.rank,
                                   .modified = stat_.modified,
                                   .size = stat_.size,
                                   .source = source},
                                  nullptr);
    if (!report) return "Not on the page: " + report.error().message;
    say("format", report->formats.empty() ? "none of those known" : report->formats);
    if (report->bytes == 0) return "Not on the page: it is empty.";
    if (report->formats.empty()) {
      return "Not on the page: no line is in a known format. `steptail inspect` shows its lines "
             "and suggests rules for them; docs/teach-your-log.md says how to go on.";
    }
    const auto snapshot = inspection.snapshot();
    if (snapshot->runs.empty()) return "Not on the page: nothing in it makes a run yet.";
    run_ = snapshot->runs.front();
    say("run", run_->name->label_text);
    const std::uint64_t refused = snapshot->refused.at("series");
    if (refused > 0) {
      say("series", std::to_string(refused) + " values were dropped: limits.series_per_run is " +
                        std::to_string(settings_.config.limits.series_per_run));
    }
    return std::nullopt;
  }

  Verdict ask_retention() {
    const config::Retention& configured = settings_.config.retention;
    const run::RetentionOptions options{.finished = configured.finished,
                                        .silent = configured.silent,
                                        .stalled = configured.stalled};
    const auto stays = run::retention_of(run_->data.state, run_->stall.stalled, options);
    const base::Duration age = clock_.wall() - stat_.modified;
    std::string state(format::state_name(run_->data.state));
    if (run_->stall.stalled) state += ", stalled";
    say("state", state + "; stays for " + spoken(stays) + " after its last sign of life");
    if (age < stays) return std::nullopt;
    return "Not on the page: its retention has ended, unless another file of the run is newer.";
  }

  base::FileSystem& fs_;
  const base::Clock& clock_;
  const Settings& settings_;
  std::string path_;
  std::string text_;
  Match match_;
  base::FileStat stat_;
  std::unique_ptr<base::File> file_;
  tail::Scan scan_;
  std::shared_ptr<const metrics::RunSnapshot> run_;
};

}  // namespace

std::string explain(base::FileSystem& fs, const base::Clock& clock, const Settings& settings,
                    const std::string& path) {
  return Story(fs, clock, settings, path).tell();
}

}  // namespace steptail::daemon
