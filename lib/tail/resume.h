#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/time.h"
#include "tail/lineage.h"
#include "tail/siblings.h"
#include "tail/teller.h"

namespace steptail::tail {

// Finds the files of saved positions again, at the path or beside it, and opens each for the sink,
// in order; those that are nowhere end at once. Those that had ended, or were not begun, are looked
// for later, as while the daemon ran: a start waits for none of them. Whether their bytes are still
// the same is checked when they are read. REQUIRES: an empty lineage.
// Errors: the path or its directory cannot be looked at now; nothing was done, try again.
// Thread: the loop's. Blocking: as the file system does.
class Resume {
 public:
  Resume(base::FileSystem& fs, const std::string& path, Lineage& lineage, const Siblings& siblings,
         Teller& teller)
      : fs_(fs), path_(path), lineage_(lineage), siblings_(siblings), teller_(teller) {}

  [[nodiscard]] base::Result<void> place(const std::vector<FilePosition>& positions,
                                         base::MonoTime now);

 private:
  struct Placed {
    Segment segment;
    bool found = false;
    bool waits = false;  // it is looked for, and opened, later
  };
  [[nodiscard]] Placed waiting(const FilePosition& position, base::MonoTime now) const;
  [[nodiscard]] base::Result<Placed> find(const FilePosition& position, const base::FileStat* shown,
                                          base::MonoTime now) const;
  void place_in_copy_at_path(const FilePosition& position, Placed& placed) const;
  [[nodiscard]] base::Result<std::optional<Sibling>> find_beside(
      const FilePosition& position) const;
  void tell(std::vector<Placed> placed);

  base::FileSystem& fs_;
  const std::string& path_;
  Lineage& lineage_;
  const Siblings& siblings_;
  Teller& teller_;
};

}  // namespace steptail::tail
