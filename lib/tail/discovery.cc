#include "tail/discovery.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/link_walk.h"
#include "tail/file_name.h"

namespace steptail::tail {
namespace {

using base::FileKind;
using base::FileStat;

// One walk over the directories of all patterns.
class Walk {
 public:
  Walk(base::FileSystem& fs, const std::vector<PathPattern>& patterns,
       const std::vector<PathPattern>& exclude, std::size_t max_files)
      : fs_(fs), patterns_(patterns), exclude_(exclude), max_files_(max_files) {}

  Scan run() {
    std::set<std::string> starts;
    for (const auto& pattern : patterns_) starts.insert(pattern.fixed_prefix());
    for (const auto& start : starts) begin_at(start);
    keep_one_name_a_file();
    scan_.directories.assign(directories_.begin(), directories_.end());
    return std::move(scan_);
  }

 private:
  static constexpr std::size_t kMaxDepth = 64;
  using Identity = std::pair<std::uint64_t, std::uint64_t>;

  void begin_at(const std::string& start) {
    auto stat = fs_.stat(start);
    if (!stat || stat->kind != FileKind::Directory) {
      if (!stat && stat.error().code != std::errc::no_such_file_or_directory) {
        scan_.errors.push_back(stat.error());
      }
      return watch_above(start);
    }
    enter(start, *stat);
  }

  // The directory may come: its nearest parent tells when.
  void watch_above(std::string directory) {
    while (directory != "/" && directory != ".") {
      directory = directory_of(directory);
      auto stat = fs_.stat(directory);
      if (!stat || stat->kind != FileKind::Directory) continue;
      directories_.insert(directory);
      return;
    }
  }

  void enter(const std::string& directory, const FileStat& stat) {
    Identity identity{stat.device, stat.inode};
    if (above_.size() >= kMaxDepth || directories_.size() > max_directories()) return;
    if (std::find(above_.begin(), above_.end(), identity) != above_.end()) return;  // a circle
    if (!entered_.insert(directory).second) return;  // another pattern led here already
    directories_.insert(directory);
    above_.push_back(identity);
    if (auto entries = fs_.list_dir(directory)) {
      for (const auto& entry : *entries) look_at(join(directory, entry.name), entry);
    } else if (entries.error().code != std::errc::no_such_file_or_directory) {
      if (!look_at_named(directory)) scan_.errors.push_back(entries.error());
    }
    above_.pop_back();
  }

  // A home that may be passed and not listed (chmod 711): what the patterns name in it is found all
  // the same. False: there may be more.
  bool look_at_named(const std::string& directory) {
    bool all = true;
    std::set<std::string> names;
    for (const auto& pattern : patterns_) {
      if (!pattern.may_match_below(directory)) continue;
      auto named = pattern.names_in(directory);
      all = all && named;
      if (named) names.insert(named->begin(), named->end());
    }
    for (const auto& name : names) {
      auto path = join(directory, name);
      if (auto stat = fs_.lstat(path)) {
        look_at(path, {.name = name, .kind = stat->kind, .inode = stat->inode});
      } else if (stat.error().code != std::errc::no_such_file_or_directory) {
        all = false;
      }
    }
    return all;
  }

  // Links may multiply directories: a walk is bounded whatever they do.
  [[nodiscard]] std::size_t max_directories() const { return 1000 + 4 * max_files_; }

  void look_at(const std::string& path, const base::DirEntry& entry) {
    if (is_nfs_leftover(entry.name)) return;
    auto labels = entry.kind == FileKind::Directory ? std::nullopt : match(path);
    bool below = entry.kind != FileKind::Regular && may_match_below(path);
    if (!labels && !below) return;
    auto stat = stat_of(path, entry);
    if (!stat) {
      // Gone, or a link to nowhere; or to what whoever made it may not show.
      if (base::is_refused_link(stat.error())) ++scan_.skipped;
      return;
    }
    if (stat->kind == FileKind::Directory) {
      if (below) enter(path, *stat);
    } else if (labels) {
      add(path, entry, std::move(*labels), *stat);
    }
  }

  // What was no link a moment ago needs no question whose it is.
  [[nodiscard]] base::Result<FileStat> stat_of(const std::string& path,
                                               const base::DirEntry& entry) {
    if (entry.kind == FileKind::Regular) {
      auto stat = fs_.lstat(path);
      if (!stat || stat->kind != FileKind::Symlink) return stat;
    }
    return fs_.stat(path);
  }

  void add(const std::string& path, const base::DirEntry& entry, Labels labels,
           const FileStat& stat) {
    if (stat.kind != FileKind::Regular || is_compressed_name(entry.name)) {
      ++scan_.skipped;
      return;
    }
    scan_.files.push_back({.path = path,
                           .labels = std::move(labels),
                           .stat = stat,
                           .through_link = entry.kind == FileKind::Symlink});
  }

  [[nodiscard]] std::optional<Labels> match(const std::string& path) const {
    for (const auto& pattern : patterns_) {
      auto labels = pattern.match(path);
      if (!labels) continue;
      bool excluded = std::any_of(exclude_.begin(), exclude_.end(),
                                  [&](const auto& out) { return out.match(path).has_value(); });
      return excluded ? std::nullopt : labels;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool may_match_below(const std::string& directory) const {
    return std::any_of(patterns_.begin(), patterns_.end(),
                       [&](const auto& pattern) { return pattern.may_match_below(directory); });
  }

  void keep_one_name_a_file() {
    std::sort(scan_.files.begin(), scan_.files.end());
    std::vector<std::pair<Identity, std::size_t>> places;
    places.reserve(scan_.files.size());
    for (const Found& found : scan_.files) {
      places.push_back({{found.stat.device, found.stat.inode}, places.size()});
    }
    std::sort(places.begin(), places.end());
    std::vector<bool> is_alias(places.size());
    for (std::size_t i = 1; i < places.size(); ++i) {
      is_alias[places[i].second] = places[i].first == places[i - 1].first;
    }
    std::size_t place = 0;
    std::erase_if(scan_.files, [&](const Found&) { return is_alias[place++]; });
    scan_.over_limit = scan_.files.size() > max_files_;
    if (scan_.over_limit) {
      scan_.files.erase(scan_.files.begin() + static_cast<std::ptrdiff_t>(max_files_),
                        scan_.files.end());
    }
  }

  base::FileSystem& fs_;
  const std::vector<PathPattern>& patterns_;
  const std::vector<PathPattern>& exclude_;
  std::size_t max_files_;
  Scan scan_;
  std::set<std::string> directories_;
  std::set<std::string> entered_;
  std::vector<Identity> above_;
};

}  // namespace

Scan scan(base::FileSystem& fs, const std::vector<PathPattern>& patterns,
          const std::vector<PathPattern>& exclude, std::size_t max_files) {
  return Walk(fs, patterns, exclude, max_files).run();
}

}  // namespace steptail::tail
