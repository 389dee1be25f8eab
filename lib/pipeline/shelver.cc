#include "pipeline/shelver.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace steptail::pipeline {

Shelver::Shelver(Parts parts, config::Limits limits) : parts_(parts), limits_(limits) {
  set_limits(limits);
}

void Shelver::set_limits(config::Limits limits) {
  limits_ = limits;
  parts_.shelf.set_limits(limits.files, limits.runs);
}

base::Result<void> Shelver::check(const SavedState& state) const {
  for (const SavedRun& saved : state.runs) {
    auto run = load(saved);
    if (!run) return tl::unexpected(run.error());
  }
  return {};
}

base::Result<run::Run> Shelver::load(const SavedRun& saved) const {
  return load_run(saved, {.series = limits_.series_per_run}, parts_.loop.wall(),
                  parts_.loop.mono());
}

void Shelver::restore(SavedState state) {
  for (const SavedLedger& saved : state.ledgers) {
    base::ByteReader in(saved.bytes);
    parts_.files.ledgers()[saved.watch].load(in);
  }
  for (SavedRun& saved : state.runs) {
    // One that does not fit waits with its files, so that no file goes on without its run.
    if (!saved.asleep) {
      auto run = load(saved);
      if (run && parts_.runs.restore(std::move(*run))) continue;
    }
    parts_.shelf.put(std::move(saved));
  }
  for (SavedFile& file : state.files) parts_.shelf.put(std::move(file));
}

void Shelver::put(FollowedFile& file, FileMark mark, bool followed) {
  base::ByteWriter stream;
  file.stream->save(stream);
  parts_.shelf.put(SavedFile{.watch = file.entry,
                             .identity = file.stream->identity(),
                             .path = file.stream->path(),
                             .stream = stream.take(),
                             .followed = followed,
                             .mark = mark});
  parts_.loop.cancel(file.wake_timer);
  if (FileId next = parts_.files.remove(file.id); next != 0) parts_.reader.mark(next);
}

void Shelver::put(FileId id) {
  if (FollowedFile* file = parts_.files.find(id)) put(*file, {}, true);
}

bool Shelver::put_if_quiet(FileId id) {
  FollowedFile* file = parts_.files.find(id);
  if (file == nullptr) return true;
  if (!file->caught_up) return false;
  auto stat = parts_.fs.stat(file->stream->path());
  tail::Follower::Outcome outcome = file->stream->pump(0);
  if (!stat || outcome.bytes > 0 || outcome.more || outcome.gone || outcome.error ||
      outcome.lag_bytes > 0) {
    parts_.reader.mark(id);
    return false;
  }
  put(*file, mark_of(*stat), false);
  return true;
}

void Shelver::rest(const std::string& key) {
  const std::set<FileId> files = parts_.files.files_of(key);
  bool all = true;
  for (FileId id : files) all = put_if_quiet(id) && all;
  if (!all) return;
  auto run = parts_.runs.runs().find(key);
  if (parts_.shelf.find(key) != nullptr) {
    SavedRun saved = save_run(*run->second, parts_.loop.wall(), parts_.loop.mono());
    saved.asleep = true;
    parts_.shelf.put(std::move(saved));
  }
  count_refusals(run->second->state, true);
  parts_.runs.erase(key);
  trim();
}

// Followed, or spoken of by a file that its entry wants as a file of this run.
bool Shelver::is_wanted(const std::string& key, const run::Run& run, const Entries& entries,
                        const std::set<std::string>& configured) const {
  if (!parts_.files.files_of(key).empty()) return true;
  const auto entry = find_entry(entries, run.watch);
  if (entry == nullptr) return configured.contains(run.watch);
  return wants(*entry, run.state.data().path, run.identity);
}

void Shelver::rest_unwanted(const Entries& entries, const std::set<std::string>& configured) {
  std::vector<std::string> unwanted;
  for (const auto& [key, run] : parts_.runs.runs()) {
    if (!is_wanted(key, *run, entries, configured)) unwanted.push_back(key);
  }
  for (const std::string& key : unwanted) rest(key);
}

void Shelver::rest_silent(const Entries& entries) {
  base::WallTime now = parts_.loop.wall();
  for (const auto& entry : entries) {
    std::vector<FileId> silent;
    for (const auto& [id, file] : parts_.files.files()) {
      if (file->entry != entry->config.name) continue;
      base::WallTime last = std::max(file->stream->last_arrival(), file->stream->modified());
      if (now - last <= entry->config.ignore_older) continue;
      const run::Run* run = file->binding->run();
      if (run == nullptr || run->state.data().path != file->stream->path()) silent.push_back(id);
    }
    for (FileId id : silent) static_cast<void>(put_if_quiet(id));
  }
  trim();
}

// A run that stays has told what its files held: the ledger knows how far, should one of them grow.
void Shelver::trim() {
  const auto in_table = [this](const std::string& key) { return parts_.runs.find(key) != nullptr; };
  for (const Shelf::Item& item : parts_.shelf.trim(in_table)) {
    for (const auto& [path, file] : item.files) remember(file);
  }
}

void Shelver::remember(const SavedFile& file) {
  tail::Ledger& ledger = parts_.files.ledgers()[file.watch];
  for (const tail::FilePosition& position : Stream::positions_in(file.stream)) {
    ledger.remember(position);
  }
}

// Without a run nothing was told: all of it may be read again.
void Shelver::remember_told(const std::string& key, const SavedFile& file) {
  if (parts_.runs.find(key) != nullptr) remember(file);
}

// What a run refused stays counted while it sleeps, and is counted once when it is awake.
void Shelver::count_refusals(const run::RunState& run, bool sleeps) {
  auto count = [&](const char* limit, std::uint64_t refused) {
    if (refused == 0) return;
    std::uint64_t& total = parts_.refused[limit];
    total = sleeps ? total + refused : total - std::min(total, refused);
  };
  count("series", run.refused_series());
  count("sums", run.refused_sums());
}

bool Shelver::wake(const std::string& key) {
  const Shelf::Item* item = parts_.shelf.find(key);
  if (item == nullptr || !item->run) return true;
  auto run = load(*item->run);
  if (!run) {  // by another version: read all of it again
    static_cast<void>(parts_.shelf.take(key));
    return true;
  }
  if (!parts_.runs.restore(std::move(*run))) {
    if (refused_runs_.size() < limits_.runs && refused_runs_.insert(key).second) {
      ++parts_.refused["runs"];
    }
    return false;
  }
  refused_runs_.erase(key);
  static_cast<void>(parts_.shelf.take_run(key));
  count_refusals(parts_.runs.runs().at(key)->state, false);
  return true;
}

std::optional<std::string> Shelver::take(const std::string& key, const std::string& path) {
  if (!wake(key)) return std::nullopt;
  auto file = parts_.shelf.take_file(key, path);
  return file ? std::move(file->stream) : std::string();
}

void Shelver::rehome(const Entries& entries, const std::set<std::string>& configured) {
  std::vector<std::pair<std::string, std::string>> moves;  // key, entry
  for (const auto& [key, item] : parts_.shelf.items()) {
    if (configured.contains(item.watch)) continue;
    for (const auto& entry : entries) {
      bool wanted = std::any_of(item.files.begin(), item.files.end(), [&](const auto& file) {
        return wants(*entry, file.first, item.identity);
      });
      const std::string& name = entry->config.name;
      std::string new_key = run::RunTable::key_of(name, item.identity);
      if (!wanted || parts_.runs.find(new_key) != nullptr ||
          parts_.shelf.find(new_key) != nullptr) {
        continue;
      }
      moves.emplace_back(key, name);
      break;
    }
  }
  for (const auto& [key, watch] : moves) {
    Shelf::Item item = *parts_.shelf.take(key);
    auto ledger = parts_.files.ledgers().extract(item.watch);
    if (!ledger.empty()) {
      ledger.key() = watch;
      parts_.files.ledgers().insert(std::move(ledger));
    }
    if (parts_.runs.find(key) != nullptr) parts_.runs.give(key, watch);
    if (item.run) {
      item.run->watch = watch;
      parts_.shelf.put(std::move(*item.run));
    }
    for (auto& [path, file] : item.files) {
      file.watch = watch;
      parts_.shelf.put(std::move(file));
    }
  }
}

SavedState Shelver::hand_over(const std::set<std::string>& watches) {
  SavedState state;
  std::vector<FileId> leaving;
  for (const auto& [id, file] : parts_.files.files()) {
    if (watches.contains(file->entry)) leaving.push_back(id);
  }
  for (FileId id : leaving) put(id);
  // A copy, of keys too: both end with the run.
  const std::vector<run::RunTable::Listed> runs = parts_.runs.listed();
  for (const auto& [key, run] : runs) {
    if (!watches.contains(run->watch)) continue;
    state.runs.push_back(save_run(*run, parts_.loop.wall(), parts_.loop.mono()));
    parts_.runs.erase(std::string(*key));
  }
  for (const std::string& watch : watches) {
    auto ledger = parts_.files.ledgers().find(watch);
    if (ledger == parts_.files.ledgers().end()) continue;
    base::ByteWriter bytes;
    ledger->second.save(bytes);
    state.ledgers.push_back({.watch = watch, .bytes = bytes.take()});
    parts_.files.ledgers().erase(ledger);
  }
  std::vector<std::string> keys;
  for (const auto& [key, item] : parts_.shelf.items()) {
    if (watches.contains(item.watch)) keys.push_back(key);
  }
  for (const std::string& key : keys) {
    Shelf::Item item = *parts_.shelf.take(key);
    if (item.run) state.runs.push_back(std::move(*item.run));
    for (auto& [path, file] : item.files) state.files.push_back(std::move(file));
  }
  return state;
}

}  // namespace steptail::pipeline
