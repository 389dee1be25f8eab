#include "pipeline/finder.h"

#include <algorithm>
#include <utility>

namespace steptail::pipeline {
namespace {

constexpr base::Duration kScanSoon = std::chrono::milliseconds(50);
constexpr base::Duration kPollTick = std::chrono::milliseconds(250);
constexpr base::Duration kLocalBackoff = std::chrono::seconds(2);     // a local file is seen in 2 s
constexpr base::Duration kNetworkBackoff = std::chrono::seconds(10);  // spares metadata servers

}  // namespace

Finder::Finder(Parts parts, std::size_t max_files)
    : parts_(std::move(parts)), max_files_(max_files), scanner_(parts_.fs, parts_.watcher) {}

std::string Finder::stream_key(const std::string& entry, const std::string& path) {
  return entry + '\n' + path;
}

void Finder::start(Entries entries, std::map<std::string, std::string> saved) {
  entries_ = std::move(entries);
  saved_ = std::move(saved);
  parts_.watcher.start([this](const watch::Hint& hint) { on_hint(hint); });
  std::vector<Scanner::Outcome> outcomes;
  for (const auto& entry : entries_) {
    outcomes.push_back(scanner_.scan(*entry));
    note_scan(*entry, outcomes.back());
    take_known(entry, outcomes.back(), true);
  }
  adopt_orphans();
  look_at_restored();
  for (std::size_t i = 0; i < entries_.size(); ++i) add_fresh(entries_[i], outcomes[i], true);
  poll();
}

void Finder::use(Entries entries, std::size_t max_files) {
  max_files_ = max_files;
  for (const auto& [name, timer] : scan_timers_) parts_.loop.cancel(timer);
  scan_timers_.clear();
  entries_ = std::move(entries);
  scanner_.keep_only(entries_);
  for (const auto& entry : entries_) scan(entry, false);
}

void Finder::stop() {
  for (const auto& [name, timer] : scan_timers_) parts_.loop.cancel(timer);
  scan_timers_.clear();
  parts_.loop.cancel(soon_timer_);
  parts_.loop.cancel(poll_timer_);
}

std::shared_ptr<const CompiledEntry> Finder::find_entry(const std::string& name) const {
  auto found = std::find_if(entries_.begin(), entries_.end(),
                            [&](const auto& entry) { return entry->config.name == name; });
  return found == entries_.end() ? nullptr : *found;
}

void Finder::scan(const std::shared_ptr<const CompiledEntry>& entry, bool first) {
  Scanner::Outcome outcome = scanner_.scan(*entry);
  note_scan(*entry, outcome);
  take_known(entry, outcome, first);
  look_at_restored();
  add_fresh(entry, outcome, first);
}

void Finder::note_scan(const CompiledEntry& entry, Scanner::Outcome& outcome) {
  EntryCounters& counters = parts_.counters[entry.config.name];
  counters.skipped_files = outcome.scan.skipped;
  if (!outcome.scan.errors.empty())
    counters.files.read_errors["directory"] += outcome.scan.errors.size();
  // Oldest first: files of one run are read in this order.
  std::stable_sort(
      outcome.scan.files.begin(), outcome.scan.files.end(),
      [](const tail::Found& a, const tail::Found& b) { return a.stat.modified < b.stat.modified; });
  counters.last_turn = parts_.loop.wall();
  schedule_scan(entry.config.name);
}

// What is followed or was saved. It comes before what is new: a new name may be one of those,
// renamed or copied. Leaves what is new in the outcome.
void Finder::take_known(const std::shared_ptr<const CompiledEntry>& entry,
                        Scanner::Outcome& outcome, bool first) {
  std::erase_if(outcome.scan.files, [&](tail::Found& one) {
    if (FollowedFile* file = parts_.files.find(one.path)) {
      look_again(*file, one.stat);
      return true;
    }
    auto saved = saved_.find(stream_key(entry->config.name, one.path));
    if (saved == saved_.end()) return false;
    add(entry, one, outcome, first, std::move(saved->second));
    saved_.erase(saved);
    if (FollowedFile* file = parts_.files.find(one.path)) restored_.push_back(file->id);
    return true;
  });
}

// They must know their rotated files before what is new is looked at; and each must know its own
// before any of them looks around.
void Finder::look_at_restored() {
  for (FileId id : std::exchange(restored_, {})) {
    if (FollowedFile* file = parts_.files.find(id)) file->stream->pump(0);
  }
}

void Finder::add_fresh(const std::shared_ptr<const CompiledEntry>& entry, Scanner::Outcome& outcome,
                       bool first) {
  EntryCounters& counters = parts_.counters[entry->config.name];
  std::vector<tail::Found>& fresh = outcome.scan.files;
  base::WallTime oldest = parts_.loop.wall() - entry->config.ignore_older;
  std::erase_if(fresh, [&](const tail::Found& one) {
    if (parts_.files.find(one.path) != nullptr) return true;  // another entry has it
    bool skip =
        one.stat.modified < oldest || parts_.files.covers(entry->config.name, one.path, one.stat);
    if (skip) ++counters.skipped_files;
    return skip;
  });
  // What does not fit is the oldest.
  std::size_t room = max_files_ - std::min(max_files_, parts_.files.files().size());
  std::size_t surplus = fresh.size() - std::min(fresh.size(), room);
  std::rotate(fresh.begin(), fresh.begin() + static_cast<std::ptrdiff_t>(surplus), fresh.end());
  for (tail::Found& one : fresh) add(entry, one, outcome, first, {});
}

void Finder::add(const std::shared_ptr<const CompiledEntry>& entry, tail::Found& found,
                 const Scanner::Outcome& outcome, bool first, std::string saved) {
  FollowedFile* file = parts_.files.add({.entry = entry,
                                         .counters = &parts_.counters[entry->config.name],
                                         .path = found.path,
                                         .labels = std::move(found.labels),
                                         .at_start = first,
                                         .saved = std::move(saved)});
  if (file == nullptr) return;
  std::string directory = directory_of(found.path);
  file->polled = outcome.unwatched.contains(directory) ||
                 (found.through_link && entry->config.poll != config::PollMode::Never);
  file->local = !file->polled || parts_.fs.mount_kind(directory) == base::MountKind::Local;
  file->seen_size = found.stat.size;
  file->seen_modified = found.stat.modified;
  parts_.reader.mark(file->id);
}

void Finder::look_again(FollowedFile& file, const base::FileStat& stat) {
  if (run::Run* run = file.binding->run()) run->modified = std::max(run->modified, stat.modified);
  if (stat.size == file.seen_size && stat.modified == file.seen_modified) return;
  file.seen_size = stat.size;
  file.seen_modified = stat.modified;
  parts_.reader.mark(file.id);
}

// Streams of the checkpoint whose path no scan found: renamed or deleted while nobody looked. Their
// followers know where to search for what was not read.
void Finder::adopt_orphans() {
  for (auto& [key, bytes] : std::exchange(saved_, {})) {
    std::size_t split = key.find('\n');
    std::shared_ptr<const CompiledEntry> entry = find_entry(key.substr(0, split));
    std::string path = key.substr(split + 1);
    if (entry == nullptr) continue;
    // A mount that is not up yet is no deletion.
    if (!parts_.fs.stat(directory_of(path))) {
      saved_.emplace(key, std::move(bytes));
      continue;
    }
    for (const tail::PathPattern& pattern : entry->patterns) {
      auto labels = pattern.match(path);
      if (!labels) continue;
      FollowedFile* file = parts_.files.add({.entry = entry,
                                             .counters = &parts_.counters[entry->config.name],
                                             .path = path,
                                             .labels = std::move(*labels),
                                             .at_start = true,
                                             .saved = std::move(bytes)});
      if (file == nullptr) break;
      restored_.push_back(file->id);
      parts_.reader.mark(file->id);
      break;
    }
  }
}

void Finder::schedule_scan(const std::string& name) {
  std::shared_ptr<const CompiledEntry> entry = find_entry(name);
  if (entry == nullptr) return;
  base::TimerId& timer = scan_timers_[name];
  parts_.loop.cancel(timer);
  timer = parts_.loop.after(entry->config.scan_interval, [this, name] {
    if (auto due = find_entry(name)) scan(due, false);
  });
}

void Finder::scan_soon(const std::string& entry) {
  soon_.insert(entry);
  if (soon_timer_ != 0) return;
  soon_timer_ = parts_.loop.after(kScanSoon, [this] {
    soon_timer_ = 0;
    for (const std::string& name : std::exchange(soon_, {})) {
      if (auto due = find_entry(name)) scan(due, false);
    }
  });
}

void Finder::on_hint(const watch::Hint& hint) {
  if (hint.path.empty()) {
    parts_.reader.mark_all();
    for (const auto& entry : entries_) scan_soon(entry->config.name);
    return;
  }
  std::string path(hint.path);
  if (FollowedFile* file = parts_.files.find(path)) {
    parts_.reader.mark(file->id);
  } else {
    on_unknown_path(path);
  }
}

void Finder::on_unknown_path(const std::string& path) {
  for (const auto& entry : entries_) {
    bool excluded =
        std::any_of(entry->exclude.begin(), entry->exclude.end(),
                    [&](const auto& pattern) { return pattern.match(path).has_value(); });
    if (excluded) continue;
    bool wanted = std::any_of(entry->patterns.begin(), entry->patterns.end(),
                              [&](const tail::PathPattern& pattern) {
                                if (pattern.match(path)) return true;
                                if (!pattern.may_match_below(path)) return false;
                                auto stat = parts_.fs.stat(path);
                                return !stat || stat->kind == base::FileKind::Directory;
                              });
    if (wanted) scan_soon(entry->config.name);
  }
}

void Finder::poll() {
  base::MonoTime now = parts_.loop.mono();
  for (const auto& [id, file] : parts_.files.files()) {
    if (!file->polled || now < file->next_poll) continue;
    auto entry = find_entry(file->entry);
    if (entry == nullptr) continue;
    bool grew = file->stream->last_arrival() > parts_.loop.wall() - 2 * file->poll_delay;
    base::Duration limit =
        std::max(entry->config.poll_interval, file->local ? kLocalBackoff : kNetworkBackoff);
    file->poll_delay = grew ? entry->config.poll_interval : std::min(limit, file->poll_delay * 2);
    // A local file must be seen within two seconds: the tick and the reading take their part.
    if (file->local) file->poll_delay = std::min(file->poll_delay, kLocalBackoff - 2 * kPollTick);
    file->next_poll = now + file->poll_delay;
    parts_.reader.mark(id);
  }
  poll_timer_ = parts_.loop.after(kPollTick, [this] { poll(); });
}

}  // namespace steptail::pipeline
