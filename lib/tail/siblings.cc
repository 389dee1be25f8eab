#include "tail/siblings.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "tail/file_name.h"
#include "tail/trail.h"

namespace steptail::tail {
namespace {

using base::FileKind;
using base::WallTime;

// Asking again would not help: there is nothing, or nothing for us.
bool is_for_good(const base::Error& error) {
  return error.code == std::errc::permission_denied || error.code == std::errc::not_a_directory ||
         error.code == std::errc::no_such_file_or_directory ||
         error.code == std::errc::not_supported;
}

bool is_among(const FileKey& key, const std::vector<FileKey>& keys) {
  return std::any_of(keys.begin(), keys.end(),
                     [&](const FileKey& other) { return is_same(key, other); });
}

// log.3 before log.2: a higher number is an older file. Names without numbers are alike.
unsigned long number_in(const std::string& path) {
  auto digits = path.find_last_not_of("0123456789") + 1;
  auto text = path.substr(digits);
  return text.empty() || text.size() > 18 ? 0 : std::stoul(text);
}

bool is_older(const Sibling& a, const Sibling& b) {
  auto number = [](const Sibling& sibling) { return ~number_in(sibling.path); };
  return std::tuple(a.stat.modified, a.stat.born, number(a), a.path) <
         std::tuple(b.stat.modified, b.stat.born, number(b), b.path);
}

}  // namespace

FilePosition Sibling::position_like(const FilePosition& read) const {
  auto position = read;
  position.path = path;
  position.device = stat.device;
  position.inode = stat.inode;
  position.born = stat.born;
  position.modified = stat.modified;
  position.current = false;
  return position;
}

Siblings::Siblings(base::FileSystem& fs, std::string path, Ledger& ledger)
    : fs_(fs), directory_(directory_of(path)), name_(base_name(path)), ledger_(ledger) {}

base::Result<std::vector<base::DirEntry>> Siblings::list(const std::string& directory) const {
  auto entries = fs_.list_dir(directory);
  if (entries) return entries;
  if (is_for_good(entries.error())) return std::vector<base::DirEntry>{};
  return entries;
}

// While files are renamed a listing may miss one, and give another twice.
base::Result<std::vector<Sibling>> Siblings::siblings(const std::vector<FileKey>& except) const {
  constexpr int kLooks = 2;
  std::vector<Sibling> found;
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  for (int look = 0; look < kLooks; ++look) {
    auto entries = list(directory_);
    if (!entries) return tl::unexpected<base::Error>(entries.error());
    for (const auto& entry : *entries) {
      if (entry.kind == FileKind::Directory || !is_sibling_name(entry.name, name_)) continue;
      auto path = join(directory_, entry.name);
      auto stat = fs_.lstat(path);
      if (!stat || stat->kind != FileKind::Regular || is_among(key_of(*stat), except)) continue;
      if (!seen.emplace(stat->device, stat->inode).second) continue;
      if (ledger_.is_read(key_of(*stat)) || ledger_.is_done(*stat, path)) continue;
      found.push_back({.path = std::move(path), .stat = *stat});
    }
  }
  std::sort(found.begin(), found.end(), is_older);
  return found;
}

base::Result<bool> Siblings::open(Sibling& sibling) const {
  if (sibling.file) return true;
  auto file = fs_.open(sibling.path);
  if (!file && is_for_good(file.error())) return false;
  if (!file) return tl::unexpected<base::Error>(file.error());
  auto stat = (*file)->stat();
  if (!stat) return tl::unexpected<base::Error>(stat.error());
  if (!is_same(key_of(*stat), key_of(sibling.stat))) return false;
  sibling.stat = *stat;
  sibling.file = std::move(*file);
  return true;
}

base::Result<bool> Siblings::holds(Sibling& sibling, const FilePosition& position) const {
  auto opened = open(sibling);
  if (!opened || !*opened) return opened;
  auto content = compare(*sibling.file, position);
  if (content && *content == Content::Same) return true;
  sibling.file.reset();
  if (!content) return tl::unexpected<base::Error>(content.error());
  return false;
}

base::Result<std::optional<Sibling>> Siblings::find_moved(const FilePosition& position) const {
  auto found = find_in(directory_, position);
  if (!found || *found) return found;
  const auto home = directory_of(position.where());
  return home == directory_ ? std::move(found) : find_in(home, position);
}

base::Result<std::optional<Sibling>> Siblings::find_in(const std::string& directory,
                                                       const FilePosition& position) const {
  auto entries = list(directory);
  if (!entries) return tl::unexpected<base::Error>(entries.error());
  for (const auto& entry : *entries) {
    // The inode that a listing gives is a hint: where it says nothing of use, the name does.
    bool likely = entry.inode == position.inode || is_sibling_name(entry.name, name_);
    if (!likely || entry.kind == FileKind::Directory || is_nfs_leftover(entry.name)) continue;
    Sibling sibling{.path = join(directory, entry.name), .stat = {}};
    auto stat = fs_.lstat(sibling.path);
    if (!stat || stat->kind != FileKind::Regular) continue;
    if (!may_be_same(key_of(position), key_of(*stat))) continue;
    sibling.stat = *stat;
    auto held = holds(sibling, position);
    // Renamed and then truncated is still the same file: its follower sees the truncation. Where
    // nothing tells when files were born, the name of a rotated file says as much.
    bool same = is_surely_same(key_of(position), key_of(*stat)) ||
                (is_same(key_of(position), key_of(*stat)) && is_numbered(sibling));
    // Of a file of which nothing was read any content is as good: its name must say so.
    const bool named = position.offset > 0 || sibling.path == position.where() ||
                       entry.name == name_ || is_sibling_name(entry.name, name_);
    if ((held && *held && named) || same) {
      return std::optional(std::move(sibling));
    }
    if (!held) return tl::unexpected<base::Error>(held.error());
  }
  return std::optional<Sibling>();
}

base::Result<std::optional<Sibling>> Siblings::find_copy(const FilePosition& read, WallTime since,
                                                         std::vector<FileKey>& except) const {
  auto candidates = siblings(except);
  if (!candidates) return tl::unexpected<base::Error>(candidates.error());
  for (auto& candidate : *candidates) {
    const auto& stat = candidate.stat;
    if (stat.modified < since || stat.size < read.offset) continue;
    // Of a file of which nothing was read every copy is as good: only a new one is believed.
    bool is_new = stat.born > since || stat.modified > since;
    if (read.window_length == 0 && !is_new) continue;
    auto held = holds(candidate, read);
    if (!held || *held) except.push_back(key_of(stat));
    if (held && *held) return std::optional(std::move(candidate));
  }
  return std::optional<Sibling>();
}

base::Result<std::vector<Sibling>> Siblings::newer(WallTime since, WallTime until,
                                                   const std::vector<FileKey>& except) const {
  auto candidates = siblings(except);
  if (!candidates) return candidates;
  std::erase_if(*candidates, [&](const Sibling& sibling) {
    const auto& stat = sibling.stat;
    if (stat.born != WallTime{}) {
      return stat.born <= since || (until != WallTime{} && stat.born > until);
    }
    // Without birth times a live neighbour (NAME.rank1) looks like a rotated file: only a name that
    // counts or dates is believed.
    return stat.modified <= since || !is_numbered(sibling);
  });
  return candidates;
}

base::Result<std::vector<Sibling>> Siblings::newer_numbered(
    WallTime since, const std::vector<FileKey>& except) const {
  auto candidates = newer(since, {}, except);
  if (!candidates) return candidates;
  std::erase_if(*candidates, [this](const Sibling& sibling) { return !is_numbered(sibling); });
  return candidates;
}

bool Siblings::is_copy_of_done(Sibling& sibling) const {
  for (const FilePosition* done : ledger_.done_at(sibling.stat.size)) {
    const bool is_of_path =
        directory_of(done->path) == directory_ &&
        (base_name(done->path) == name_ || is_sibling_name(base_name(done->path), name_));
    if (done->offset == 0 || !is_of_path) continue;
    const FilePosition read = *done;  // what is remembered next may push it out
    if (!holds(sibling, read).value_or(false)) continue;
    ledger_.remember(sibling.position_like(read));
    return true;
  }
  return false;
}

bool Siblings::is_numbered(const Sibling& sibling) const {
  return is_numbered_sibling_name(base_name(sibling.path), name_);
}

bool Siblings::is_nameless(std::uint64_t inode) const {
  auto entries = fs_.list_dir(directory_);
  if (!entries) return false;
  return std::none_of(entries->begin(), entries->end(), [inode](const base::DirEntry& entry) {
    return entry.inode == inode && !is_nfs_leftover(entry.name);
  });
}

}  // namespace steptail::tail
