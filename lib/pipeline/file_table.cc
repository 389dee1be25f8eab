#include "pipeline/file_table.h"

#include <algorithm>
#include <utility>

#include "base/prefetch.h"

namespace steptail::pipeline {
namespace {

// Who grew not longer ago than this will grow again soon.
constexpr base::Duration kBusy = std::chrono::seconds(10);

}  // namespace

FileTable::FileTable(Parts parts, config::Limits limits,
                     std::shared_ptr<const format::FormatSet> formats)
    : parts_(parts), limits_(limits), formats_(std::move(formats)) {}

FollowedFile* FileTable::add(NewFile wanted) {
  if (find(wanted.entry->config.name, wanted.path) != nullptr) return nullptr;
  if (full()) {
    // Every scan finds it again: it counts once.
    if (refused_paths_.size() < limits_.files && refused_paths_.insert(wanted.path).second) {
      ++parts_.refused["files"];
    }
    return nullptr;
  }
  FileIdentity identity = identify(*wanted.entry, wanted.labels);
  auto file = std::make_unique<FollowedFile>();
  file->id = ++last_id_;
  file->entry = wanted.entry->config.name;
  file->at_start = wanted.at_start;
  file->poll_delay = wanted.entry->config.poll_interval;
  file->binding =
      std::make_unique<RunBinding>(parts_.runs, identity.identity, file->entry, parts_.refused);
  StreamOptions options{.path = wanted.path,
                        .identity = identity.identity,
                        .decoder = {.rules = rules_of(*wanted.entry, formats_),
                                    .max_line_bytes = limits_.line_bytes,
                                    .path = wanted.path,
                                    .rank = identity.rank,
                                    .scratch = scratch_},
                        .ledger = &ledgers_[wanted.entry->config.name],
                        .directory_times = &directory_times_,
                        .is_others = [this, raw = file.get()](const auto& path, const auto& stat) {
                          return is_others(raw->entry, path, stat);
                        }};
  file->stream =
      std::make_unique<Stream>(std::move(options), parts_.fs, parts_.clock, wanted.counters->files,
                               wanted.counters->lines, *file->binding);
  if (!wanted.saved.empty()) {
    base::ByteReader reader(wanted.saved);
    file->stream->load(reader);
  }
  refused_paths_.erase(wanted.path);
  backlog_[file->binding->key()].push_back(file->id);
  files_of_[file->binding->key()].insert(file->id);
  by_path_.add(wanted.path, file->id);
  FollowedFile* raw = file.get();
  files_.emplace_back(raw->id, std::move(file));  // numbers only grow
  return raw;
}

FollowedFile* FileTable::find(const std::string& entry, const std::string& path) const {
  FollowedFile* found = nullptr;
  by_path_.visit(path, [&](FileId id) {
    FollowedFile* file = find(id);
    if (file->entry == entry && file->stream->path() == path) found = file;
  });
  return found;
}

// Where it would be had none before it been removed; else before that.
FileTable::Files::const_iterator FileTable::place_of(FileId id) const {
  if (files_.empty() || id < files_.front().first) return files_.end();
  const FileId furthest = std::min<FileId>(id - files_.front().first, files_.size() - 1);
  auto place = files_.begin() + static_cast<std::ptrdiff_t>(furthest);
  if (place->first == id) return place;
  place = std::lower_bound(files_.begin(), place, id,
                           [](const auto& entry, FileId wanted) { return entry.first < wanted; });
  return place->first == id ? place : files_.end();
}

// A stream can be fetched only when it is known where it is.
void FileTable::fetch_ahead(std::size_t place) const {
  constexpr std::size_t kAhead = 4;
  if (place + 2 * kAhead < files_.size()) base::prefetch(files_[place + 2 * kAhead].second.get());
  if (place + kAhead < files_.size()) base::prefetch(files_[place + kAhead].second->stream.get());
}

FollowedFile* FileTable::find(FileId id) const {
  auto found = place_of(id);
  return found == files_.end() ? nullptr : found->second.get();
}

FileId FileTable::remove(FileId id) {
  FollowedFile* file = find(id);
  if (file == nullptr) return 0;
  FileId next = caught_up(*file);
  open_files_ -= file->open_files;
  if (file->open_place) open_.erase(*file->open_place);
  by_path_.remove(file->stream->path(), id);
  auto same_run = files_of_.find(file->binding->key());
  same_run->second.erase(id);
  if (same_run->second.empty()) files_of_.erase(same_run);
  polled_.erase(id);
  files_.erase(place_of(id));
  return next;
}

bool FileTable::covers(const std::string& entry, const std::string& path,
                       const base::FileStat& stat) {
  return ledgers_[entry].is_done(stat, path) || is_others(entry, path, stat);
}

// The log of which it may be a copy is looked at before it is asked.
bool FileTable::is_others(const std::string& entry, const std::string& path,
                          const base::FileStat& stat) {
  constexpr std::string_view kSeparators = ".-";  // of rotated names
  std::size_t name = path.find_last_of('/') + 1;
  for (std::size_t cut = path.find_first_of(kSeparators, name + 1); cut != std::string::npos;
       cut = path.find_first_of(kSeparators, cut + 1)) {
    FollowedFile* owner = find(entry, path.substr(0, cut));
    if (owner == nullptr) continue;
    owner->stream->pump(0);
    count_open(*owner);
    if (owner->stream->follower().is_copied_to(path, stat)) return true;
  }
  return ledgers_[entry].is_read(tail::key_of(stat));
}

bool FileTable::may_read(const FollowedFile& file) const {
  if (file.caught_up) return true;
  auto group = backlog_.find(file.binding->key());
  return group == backlog_.end() || group->second.front() == file.id;
}

FileId FileTable::caught_up(FollowedFile& file) {
  file.caught_up = true;
  auto group = backlog_.find(file.binding->key());
  if (group == backlog_.end()) return 0;
  std::erase(group->second, file.id);
  if (group->second.empty()) {
    backlog_.erase(group);
    return 0;
  }
  return group->second.front();
}

std::set<std::string> FileTable::held() const {
  std::set<std::string> keys;
  for (const auto& [key, ids] : backlog_) {
    bool any = std::any_of(ids.begin(), ids.end(), [&](FileId id) { return find(id)->at_start; });
    if (any) keys.insert(key);
  }
  return keys;
}

const std::set<FileId>& FileTable::files_of(const std::string& key) const {
  static const std::set<FileId> kNone;
  auto found = files_of_.find(key);
  return found == files_of_.end() ? kNone : found->second;
}

void FileTable::reconfigure(const Entries& entries, config::Limits limits,
                            std::shared_ptr<const format::FormatSet> formats) {
  limits_ = limits;
  formats_ = std::move(formats);
  for (const auto& entry : entries) {
    DecoderRules rules = rules_of(*entry, formats_);
    for (auto& [id, file] : files_) {
      if (file->entry == entry->config.name) file->stream->rebind(rules);
    }
  }
}

void FileTable::poll(FollowedFile& file) {
  file.polled = true;
  polled_.insert(file.id);
}

FollowedFile& FileTable::to_close(FollowedFile& file, base::MonoTime now) const {
  FollowedFile& silent = *find(open_.front());
  const bool all_grow = now - silent.last_growth < kBusy;
  // What is renamed or deleted is hard to find again.
  return all_grow && file.open_place && !file.stream->follower().rotates() ? file : silent;
}

void FileTable::note_look(FollowedFile& file, bool grew, base::MonoTime now) {
  if (grew) file.last_growth = now;
  if (file.open_place && grew) open_.splice(open_.end(), open_, *file.open_place);
  count_open(file);
  while (open_files_ > limits_.open_files && open_.size() > 1) {
    FollowedFile& closed = to_close(file, now);
    closed.stream->follower().release();
    count_open(closed);
    // What cannot be closed (deleted, and not read yet) waits behind the others.
    if (closed.open_place) return open_.splice(open_.end(), open_, *closed.open_place);
  }
}

void FileTable::count_open(FollowedFile& file) {
  open_files_ -= file.open_files;
  file.open_files = file.stream->follower().open_files();
  open_files_ += file.open_files;
  if (file.open_files > 0 && !file.open_place) {
    file.open_place = open_.insert(open_.end(), file.id);
  } else if (file.open_files == 0 && file.open_place) {
    open_.erase(*file.open_place);
    file.open_place.reset();
  }
}

}  // namespace steptail::pipeline
