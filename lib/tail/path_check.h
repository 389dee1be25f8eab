#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "base/time.h"
#include "tail/directory_times.h"
#include "tail/follower.h"
#include "tail/lineage.h"
#include "tail/siblings.h"

namespace steptail::tail {

// Looks which file the path shows and brings the lineage in line with it: the one place where
// rotation, replacement, deletion and symlink swaps are noticed. State is compared, never events
// replayed, so their order does not matter.
// Thread: the loop's. Lifetime: what it is given outlives it.
class PathCheck {
 public:
  // `is_others`: see Follower::Options.
  PathCheck(base::FileSystem& fs, const std::string& path, Lineage& lineage,
            const Siblings& siblings, DirectoryTimes& directories, IsOthers is_others)
      : fs_(fs),
        path_(path),
        lineage_(lineage),
        siblings_(siblings),
        directories_(directories),
        is_others_(std::move(is_others)) {}

  // Errors: the path could not be looked at or its file not opened; nothing known is given up.
  [[nodiscard]] base::Result<void> look(base::MonoTime now);

  // What the last look saw; nullopt: no file, or an error.
  [[nodiscard]] const std::optional<base::FileStat>& shown() const { return shown_; }
  // The last look found that there is no file.
  [[nodiscard]] bool vacant() const { return vacant_; }

 private:
  [[nodiscard]] base::Result<base::FileStat> stat_path(const Segment* current);
  [[nodiscard]] bool shows(const Segment& segment, const base::FileStat& stat) const;
  [[nodiscard]] base::WallTime moment_of(const base::FileStat& stat, base::MonoTime now);
  void forget_future(base::WallTime moment);
  void leave(Segment& segment, base::MonoTime now);
  [[nodiscard]] bool is_others(const base::FileStat& stat) const;
  [[nodiscard]] base::Result<void> attach(base::MonoTime now, Segment* left);
  [[nodiscard]] bool is_copied_over(const Segment& left, Sibling& shown) const;
  void go_on_in(Sibling& shown, Segment& left, base::WallTime moment);
  [[nodiscard]] base::Result<void> add_missed_while_vacant(base::MonoTime now);
  [[nodiscard]] base::Result<void> add_missed_before(const base::FileStat& shown,
                                                     base::MonoTime now);
  void add_missed(std::vector<Sibling> missed, base::MonoTime now);

  base::FileSystem& fs_;
  const std::string& path_;
  Lineage& lineage_;
  const Siblings& siblings_;
  DirectoryTimes& directories_;
  IsOthers is_others_;
  std::optional<base::FileStat> shown_;
  bool vacant_ = false;
  base::WallTime vacant_until_{};
  // The latest that the file system said of now, and since when it says so; no time: first sight.
  std::optional<base::WallTime> moment_;
  std::optional<base::MonoTime> moment_since_;
};

}  // namespace steptail::tail
