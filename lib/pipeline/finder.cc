#include "pipeline/finder.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "tail/file_name.h"

namespace steptail::pipeline {
namespace {

constexpr base::Duration kScanSoon = std::chrono::milliseconds(50);
constexpr int kScanRest = 10;  // hints may cause a scan after so many times what the last one took
constexpr base::Duration kScanSoonAtLast = std::chrono::seconds(1);

}  // namespace

Finder::Finder(Parts parts, std::size_t max_files)
    : parts_(std::move(parts)),
      max_files_(max_files),
      scanner_(parts_.fs, parts_.watcher),
      scan_log_(parts_.fs, parts_.log),
      poller_(parts_.loop, parts_.files, parts_.reader) {}

void Finder::start(Entries entries) {
  entries_ = std::move(entries);
  parts_.watcher.start([this](const watch::Hint& hint) { on_hint(hint); });
  std::vector<Scanner::Outcome> outcomes;
  for (const auto& entry : entries_) {
    outcomes.push_back(look_around(*entry));
    take_known(entry, outcomes.back(), true);
  }
  adopt_orphans();
  look_at_restored();
  for (std::size_t i = 0; i < entries_.size(); ++i) add_fresh(entries_[i], outcomes[i], true);
  poller_.use(entries_);
  poller_.start();
}

void Finder::use(Entries entries, std::size_t max_files) {
  max_files_ = max_files;
  for (const auto& [name, timer] : scan_timers_) parts_.loop.cancel(timer);
  scan_timers_.clear();
  entries_ = std::move(entries);
  scanner_.keep_only(entries_);
  poller_.use(entries_);
  for (const auto& entry : entries_) scan(entry, false);
}

void Finder::stop() {
  for (const auto& [name, timer] : scan_timers_) parts_.loop.cancel(timer);
  scan_timers_.clear();
  parts_.loop.cancel(soon_timer_);
  poller_.stop();
}

void Finder::scan(const std::shared_ptr<const CompiledEntry>& entry, bool first) {
  Scanner::Outcome outcome = look_around(*entry);
  take_known(entry, outcome, first);
  look_at_restored();
  add_fresh(entry, outcome, first);
}

Scanner::Outcome Finder::look_around(const CompiledEntry& entry) {
  const std::string& name = entry.config.name;
  base::MonoTime began = parts_.loop.mono();
  Scanner::Outcome outcome = scanner_.scan(entry);
  scan_takes_[name] = parts_.loop.mono() - began;
  passed_over_[name].clear();
  EntryCounters& counters = parts_.counters[name];
  counters.skipped_files = outcome.scan.skipped;
  counters.unreadable_directories = outcome.scan.errors.size();
  if (counters.unreadable_directories > 0) {
    counters.files.read_errors["directory"] += counters.unreadable_directories;
  }
  scan_log_.note(entry, outcome.scan);
  // Oldest first: files of one run are read in this order.
  std::ranges::stable_sort(outcome.scan.files, {},
                           [](const auto& one) { return one.stat.modified; });
  counters.last_turn = parts_.loop.wall();
  schedule_scan(name);
  return outcome;
}

// What is followed or was put away. It comes before what is new: a new name may be one of those,
// renamed or copied. Leaves what is new in the outcome.
void Finder::take_known(const std::shared_ptr<const CompiledEntry>& entry,
                        Scanner::Outcome& outcome, bool first) {
  std::erase_if(outcome.scan.files, [&](tail::Found& one) {
    if (FollowedFile* file = parts_.files.find(entry->config.name, one.path)) {
      look_again(*file, one.stat);
      return true;
    }
    return take_from_shelf(entry, one, outcome, first);
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
  const std::string& name = entry->config.name;
  std::vector<tail::Found>& fresh = outcome.scan.files;
  base::WallTime oldest = parts_.loop.wall() - entry->config.ignore_older;
  const std::size_t old =
      std::erase_if(fresh, [&](const tail::Found& one) { return one.stat.modified < oldest; });
  parts_.counters[name].skipped_files += old;  // until something is written to them
  if (first && old > 0 && fresh.empty() && parts_.files.files().empty()) {
    scan_log_.note_old(*entry, old);
  }
  std::erase_if(fresh, [&](const tail::Found& one) {
    if (!parts_.files.covers(name, one.path, one.stat)) return false;
    pass_over(name, one.path);
    return true;
  });
  // What does not fit is the oldest.
  std::size_t room = max_files_ - std::min(max_files_, parts_.files.files().size());
  std::size_t surplus = fresh.size() - std::min(fresh.size(), room);
  std::rotate(fresh.begin(), fresh.begin() + static_cast<std::ptrdiff_t>(surplus), fresh.end());
  for (tail::Found& one : fresh) {
    if (add(entry, one, outcome, first, {}) == nullptr) pass_over(name, one.path);
  }
}

bool Finder::take_from_shelf(const std::shared_ptr<const CompiledEntry>& entry, tail::Found& found,
                             const Scanner::Outcome& outcome, bool first) {
  if (!parts_.shelf.holds_path(found.path)) return false;
  const std::string& name = entry->config.name;
  std::string key = run::RunTable::key_of(name, identify(*entry, found.labels).identity);
  const Shelf::Item* item = parts_.shelf.find(key);
  if (item == nullptr) return false;
  auto file = item->files.find(found.path);
  if (file == item->files.end()) return false;
  bool asks = file->second.followed || file->second.mark != mark_of(found.stat);
  std::optional<std::string> saved;
  if (asks && !parts_.files.full()) saved = parts_.shelver.take(key, found.path);
  if (!saved) {
    ++parts_.counters[name].skipped_files;
    if (asks) passed_over_[name].insert(found.path);
    return true;
  }
  restored_.push_back(add(entry, found, outcome, first, std::move(*saved))->id);
  return true;
}

// Seen, and not followed: until the next scan nothing that is written to it changes that.
void Finder::pass_over(const std::string& entry, const std::string& path) {
  ++parts_.counters[entry].skipped_files;
  passed_over_[entry].insert(path);
}

FollowedFile* Finder::add(const std::shared_ptr<const CompiledEntry>& entry, tail::Found& found,
                          const Scanner::Outcome& outcome, bool first, std::string saved) {
  FollowedFile* file = parts_.files.add({.entry = entry,
                                         .counters = &parts_.counters[entry->config.name],
                                         .path = found.path,
                                         .labels = std::move(found.labels),
                                         .at_start = first,
                                         .saved = std::move(saved)});
  if (file == nullptr) return nullptr;
  std::string directory = tail::directory_of(found.path);
  if (outcome.unwatched.contains(directory) ||
      (found.through_link && entry->config.poll != config::PollMode::Never)) {
    parts_.files.poll(*file);
  }
  file->local = !file->polled || parts_.fs.mount_kind(directory) == base::MountKind::Local;
  file->seen_size = found.stat.size;
  file->seen_modified = found.stat.modified;
  file->seen_key = tail::key_of(found.stat);
  parts_.reader.mark(file->id);
  return file;
}

void Finder::look_again(FollowedFile& file, const base::FileStat& stat) {
  run::Run* run = file.binding->run();
  if (run != nullptr && run->modified < stat.modified) {
    run->modified = stat.modified;
    run->unsaved = true;
  }
  // A link that was swapped may lead to another file that looks the same.
  const auto key = tail::key_of(stat);
  const bool same = tail::is_same(key, file.seen_key);
  if (same && stat.size == file.seen_size && stat.modified == file.seen_modified) return;
  file.seen_size = stat.size;
  file.seen_modified = stat.modified;
  file.seen_key = key;
  parts_.reader.mark(file.id);
}

// A mount that is not up yet is no deletion; where it will be is no directory, or an empty one. So
// is what is left of a directory that was renamed.
bool Finder::may_be_unmounted(const std::string& directory) const {
  const auto entries = parts_.fs.list_dir(directory);
  return !entries || entries->empty();
}

// Files of the checkpoint whose path no scan found: renamed or deleted while nobody looked. Their
// followers know where to search for what was not read.
void Finder::adopt_orphans() {
  std::vector<std::tuple<std::shared_ptr<const CompiledEntry>, std::string, std::string>> orphans;
  for (const auto& [key, item] : parts_.shelf.items()) {
    std::shared_ptr<const CompiledEntry> entry = find_entry(entries_, item.watch);
    if (entry == nullptr) continue;
    for (const auto& [path, file] : item.files) {
      if (!file.followed || !wants(*entry, path, item.identity)) continue;
      if (may_be_unmounted(tail::directory_of(path))) {
        parts_.shelver.remember_told(key, file);
      } else {
        orphans.emplace_back(entry, key, path);
      }
    }
  }
  for (const auto& [entry, key, path] : orphans) {
    if (parts_.files.full()) return;
    auto saved = parts_.shelver.take(key, path);
    if (!saved) continue;
    FollowedFile* file = parts_.files.add({.entry = entry,
                                           .counters = &parts_.counters[entry->config.name],
                                           .path = path,
                                           .labels = *match(*entry, path),
                                           .at_start = true,
                                           .saved = std::move(*saved)});
    restored_.push_back(file->id);
    parts_.reader.mark(file->id);
  }
}

void Finder::schedule_scan(const std::string& name) {
  std::shared_ptr<const CompiledEntry> entry = find_entry(entries_, name);
  if (entry == nullptr) return;
  base::TimerId& timer = scan_timers_[name];
  parts_.loop.cancel(timer);
  timer = parts_.loop.after(entry->config.scan_interval, [this, name] {
    if (auto due = find_entry(entries_, name)) scan(due, false);
  });
}

// However much is written, looking around takes a small part of the time.
void Finder::scan_soon(const std::string& entry) {
  soon_.insert(entry);
  if (soon_timer_ != 0) return;
  base::Duration delay = kScanSoon;
  for (const auto& [name, takes] : scan_takes_) delay = std::max(delay, kScanRest * takes);
  delay = std::min(delay, kScanSoonAtLast);
  soon_timer_ = parts_.loop.after(delay, [this] {
    soon_timer_ = 0;
    for (const std::string& name : std::exchange(soon_, {})) {
      if (auto due = find_entry(entries_, name)) scan(due, false);
    }
  });
}

void Finder::on_hint(const watch::Hint& hint) {
  if (hint.path.empty()) {
    parts_.reader.mark_all();
    for (const auto& entry : entries_) scan_soon(entry->config.name);
    return;
  }
  bool followed = false;
  parts_.files.by_path().visit(hint.path, [&](FileId id) {
    followed = true;
    parts_.reader.mark(id);
  });
  if (!followed || parts_.shelf.holds_path(hint.path)) on_unknown_path(std::string(hint.path));
}

void Finder::on_unknown_path(const std::string& path) {
  for (const auto& entry : entries_) {
    if (passed_over_[entry->config.name].contains(path)) continue;
    if (parts_.files.find(entry->config.name, path) != nullptr) continue;
    if (may_hold_files(*entry, path)) scan_soon(entry->config.name);
  }
}

// A file that the entry wants, or a directory where one may be, or have been.
bool Finder::may_hold_files(const CompiledEntry& entry, const std::string& path) {
  if (match(entry, path)) return true;
  bool excluded = std::any_of(entry.exclude.begin(), entry.exclude.end(),
                              [&](const auto& pattern) { return pattern.match(path).has_value(); });
  bool below = !excluded && std::any_of(entry.patterns.begin(), entry.patterns.end(),
                                        [&](const tail::PathPattern& pattern) {
                                          return pattern.may_match_below(path);
                                        });
  if (!below) return false;
  auto stat = parts_.fs.stat(path);
  return !stat || stat->kind == base::FileKind::Directory;
}

}  // namespace steptail::pipeline
