#include "pipeline/shelf.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace steptail::pipeline {

void Shelf::set_limits(std::size_t files, std::size_t runs) {
  max_files_ = files;
  max_runs_ = runs;
}

Shelf::Item& Shelf::item(const std::string& watch, const run::RunIdentity& identity) {
  Item& item = items_[run::RunTable::key_of(watch, identity)];
  item.watch = watch;
  item.identity = identity;
  changed_ = true;
  return item;
}

void Shelf::put(SavedFile file) {
  Item& item = this->item(file.watch, file.identity);
  item.last_sign = std::max(item.last_sign, file.mark.modified);
  if (auto old = item.files.find(file.path); old != item.files.end()) {
    forget(old->second);
    item.files.erase(old);
  }
  ++files_;
  ++paths_[file.path];
  std::string path = file.path;
  item.files.emplace(std::move(path), std::move(file));
}

void Shelf::put(SavedRun run) {
  Item& item = this->item(run.watch, run.identity);
  item.last_sign = std::max({item.last_sign, run.modified, run.last_byte});
  if (!item.run) ++runs_;
  item.run = std::move(run);
}

const Shelf::Item* Shelf::find(const std::string& key) const {
  auto found = items_.find(key);
  return found == items_.end() ? nullptr : &found->second;
}

void Shelf::forget(const SavedFile& file) {
  changed_ = true;
  --files_;
  if (auto path = paths_.find(file.path); --path->second == 0) paths_.erase(path);
}

void Shelf::drop_if_empty(const std::string& key) {
  auto found = items_.find(key);
  if (found->second.files.empty() && !found->second.run) items_.erase(found);
}

std::optional<SavedFile> Shelf::take_file(const std::string& key, const std::string& path) {
  auto found = items_.find(key);
  if (found == items_.end()) return std::nullopt;
  auto file = found->second.files.find(path);
  if (file == found->second.files.end()) return std::nullopt;
  SavedFile taken = std::move(file->second);
  found->second.files.erase(file);
  forget(taken);
  drop_if_empty(key);
  return taken;
}

std::optional<SavedRun> Shelf::take_run(const std::string& key) {
  auto found = items_.find(key);
  if (found == items_.end() || !found->second.run) return std::nullopt;
  changed_ = true;
  --runs_;
  std::optional<SavedRun> taken = std::exchange(found->second.run, std::nullopt);
  drop_if_empty(key);
  return taken;
}

std::optional<Shelf::Item> Shelf::take(const std::string& key) {
  auto found = items_.find(key);
  if (found == items_.end()) return std::nullopt;
  Item taken = std::move(found->second);
  for (const auto& [path, file] : taken.files) forget(file);
  if (taken.run) --runs_;
  changed_ = true;
  items_.erase(found);
  return taken;
}

std::vector<Shelf::Item> Shelf::trim(const std::function<bool(const std::string& key)>& in_table) {
  std::vector<Item> told;
  if (files_ <= max_files_ && runs_ <= max_runs_) return told;
  std::vector<std::tuple<bool, base::WallTime, std::string>> order;
  order.reserve(items_.size());
  for (const auto& [key, item] : items_) order.emplace_back(in_table(key), item.last_sign, key);
  std::sort(order.begin(), order.end());
  for (const auto& [stays, last_sign, key] : order) {
    if (files_ <= max_files_ && runs_ <= max_runs_) break;
    auto taken = take(key);
    if (stays && taken) told.push_back(std::move(*taken));
  }
  return told;
}

bool Shelf::take_changed() { return std::exchange(changed_, false); }

}  // namespace steptail::pipeline
