#include "pipeline/file_table.h"

#include <algorithm>
#include <utility>

namespace steptail::pipeline {

FileTable::FileTable(Parts parts, config::Limits limits,
                     std::shared_ptr<const format::FormatSet> formats)
    : parts_(parts), limits_(limits), formats_(std::move(formats)) {}

FollowedFile* FileTable::add(NewFile wanted) {
  if (by_path_.contains(wanted.path)) return nullptr;
  if (files_.size() >= limits_.files) {
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
                        .decoder = {.rules = rules_of(*wanted.entry),
                                    .max_line_bytes = limits_.line_bytes,
                                    .path = wanted.path,
                                    .rank = identity.rank,
                                    .scratch = scratch_}};
  file->stream =
      std::make_unique<Stream>(std::move(options), parts_.fs, parts_.clock, wanted.counters->files,
                               wanted.counters->lines, *file->binding);
  if (!wanted.saved.empty()) {
    base::ByteReader reader(wanted.saved);
    file->stream->load(reader);
  }
  refused_paths_.erase(wanted.path);
  backlog_[file->binding->key()].push_back(file->id);
  ++files_of_[file->binding->key()];
  by_path_.emplace(wanted.path, file->id);
  FollowedFile* raw = file.get();
  files_.emplace(raw->id, std::move(file));
  return raw;
}

FollowedFile* FileTable::find(const std::string& path) {
  auto found = by_path_.find(path);
  return found == by_path_.end() ? nullptr : find(found->second);
}

FollowedFile* FileTable::find(FileId id) {
  auto found = files_.find(id);
  return found == files_.end() ? nullptr : found->second.get();
}

void FileTable::remove(FileId id) {
  FollowedFile* file = find(id);
  if (file == nullptr) return;
  caught_up(*file);
  by_path_.erase(file->stream->path());
  auto left = files_of_.find(file->binding->key());
  if (--left->second == 0) files_of_.erase(left);
  files_.erase(id);
}

bool FileTable::covers(const std::string& path, const base::FileStat& stat) const {
  std::string_view directory = std::string_view(path).substr(0, path.find_last_of('/') + 1);
  return std::any_of(files_.begin(), files_.end(), [&](const auto& entry) {
    const FollowedFile& file = *entry.second;
    return file.stream->path().starts_with(directory) && file.stream->follower().covers(path, stat);
  });
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
    bool any =
        std::any_of(ids.begin(), ids.end(), [&](FileId id) { return files_.at(id)->at_start; });
    if (any) keys.insert(key);
  }
  return keys;
}

bool FileTable::has_files_of(const std::string& key) const { return files_of_.contains(key); }

DecoderRules FileTable::rules_of(const CompiledEntry& entry) const {
  return {.formats = formats_, .only = entry.config.formats, .zone = entry.zone};
}

void FileTable::reconfigure(const Entries& entries, config::Limits limits,
                            std::shared_ptr<const format::FormatSet> formats) {
  limits_ = limits;
  formats_ = std::move(formats);
  for (const auto& entry : entries) {
    DecoderRules rules = rules_of(*entry);
    for (auto& [id, file] : files_) {
      if (file->entry == entry->config.name) file->stream->rebind(rules);
    }
  }
}

void FileTable::enforce_open_files() {
  std::vector<FollowedFile*> open;
  for (auto& [id, file] : files_) {
    if (file->stream->follower().open()) open.push_back(file.get());
  }
  if (open.size() <= limits_.open_files) return;
  std::size_t surplus = open.size() - limits_.open_files;
  std::nth_element(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(surplus), open.end(),
                   [](const FollowedFile* a, const FollowedFile* b) {
                     return a->stream->last_arrival() < b->stream->last_arrival();
                   });
  for (std::size_t i = 0; i < surplus; ++i) open[i]->stream->follower().release();
}

}  // namespace steptail::pipeline
