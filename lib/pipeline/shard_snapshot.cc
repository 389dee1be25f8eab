#include "pipeline/shard_snapshot.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace steptail::pipeline {
namespace {

constexpr base::Duration kIdleAfter = std::chrono::minutes(5);
constexpr const char* kSkipped = "skipped";
constexpr const char* kUnreadable = "unreadable";

const char* state_of(const FollowedFile& file, base::WallTime now) {
  if (!file.error.empty()) return kUnreadable;
  if (file.stream->foreign()) return kSkipped;
  if (!file.stream->recognised()) return "unrecognised";
  base::WallTime last = std::max(file.stream->last_arrival(), file.stream->modified());
  return now - last > kIdleAfter ? "idle" : "active";
}

std::string run_label(const run::RunIdentity& identity) {
  const std::string* run = identity.find("run");
  return run != nullptr ? *run : std::string();
}

bool same(const metrics::FileFacts& shown, const FollowedFile& file, const char* state,
          const std::string& formats) {
  return shown.state == state && shown.error == file.error && shown.formats == formats;
}

void show(FollowedFile& file, const char* state) {
  metrics::FileSnapshot& shown = file.shown;
  const std::uint64_t offset = file.stream->offset();
  const bool read = !shown.facts || shown.offset != offset;
  shown.size = file.seen_size;
  shown.offset = offset;
  std::string formats = read ? file.stream->format_names() : shown.facts->formats;
  if (shown.facts && same(*shown.facts, file, state, formats)) return;
  shown.facts = std::make_shared<const metrics::FileFacts>(
      metrics::FileFacts{.path = file.stream->path(),
                         .watch = file.entry,
                         .state = state,
                         .formats = std::move(formats),
                         .run = run_label(file.stream->identity()),
                         .error = file.error});
}

void add_counters(const EntryCounters& from, metrics::WatchCounters& to) {
  to.read_bytes = from.files.read_bytes;
  to.lines = from.lines.lines;
  to.unmatched_lines = from.lines.unmatched_lines;
  to.truncated_lines = from.lines.truncated_lines;
  to.rotations = from.files.rotations;
  to.truncations = from.files.truncations;
  to.lost_bytes = from.files.lost_bytes;
  to.read_errors = from.files.read_errors;
  to.file_restarts = from.files.file_restarts;
  to.last_turn = from.last_turn;
}

}  // namespace

void describe_entries(const std::map<std::string, EntryCounters>& counters,
                      metrics::ShardSnapshot& snapshot) {
  constexpr std::array<const char*, 5> kStates = {"active", "idle", "unrecognised", kUnreadable,
                                                  kSkipped};
  snapshot.matched_lines.clear();
  for (const auto& [name, counter] : counters) {
    metrics::WatchCounters& watch = snapshot.watches[name];
    for (const char* state : kStates) watch.files.try_emplace(state, 0);
    watch.files[kSkipped] = counter.skipped_files + watch.foreign_files;
    watch.files[kUnreadable] = counter.unreadable_directories + watch.unreadable_files;
    add_counters(counter, watch);
    for (const auto& [format, lines] : counter.lines.matched_lines) {
      snapshot.matched_lines[format] += lines;
    }
  }
}

void describe_files(FileTable& files, base::WallTime now, metrics::ShardSnapshot& snapshot) {
  std::vector<metrics::FileSnapshot> shown;
  shown.reserve(files.files().size());
  const auto& followed = files.files();
  for (std::size_t place = 0; place < followed.size(); ++place) {
    files.fetch_ahead(place);
    FollowedFile* file = followed[place].second.get();
    metrics::WatchCounters& watch = snapshot.watches[file->entry];
    const char* state = state_of(*file, now);
    if (state == kSkipped) {
      ++watch.foreign_files;
    } else if (state == kUnreadable) {
      ++watch.unreadable_files;
    } else {
      ++watch.files[state];
    }
    watch.lag_bytes += file->lag_bytes;
    watch.unlinked_bytes += file->stream->unlinked_bytes();
    show(*file, state);
    shown.push_back(file->shown);
  }
  snapshot.files = std::move(shown);
}

}  // namespace steptail::pipeline
