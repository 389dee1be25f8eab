#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "tail/file_identity.h"
#include "tail/file_position.h"
#include "tail/ledger.h"

namespace steptail::tail {

// A file beside the followed path.
struct Sibling {
  std::string path;
  base::FileStat stat;
  std::unique_ptr<base::File> file{};  // null where nobody looked into it

  // `read` of another file with the same bytes, said of this one.
  [[nodiscard]] FilePosition position_like(const FilePosition& read) const;
};

// Searches the directory of a path for what rotation left there. Looks anew at each call: rotations
// are rare, and what was true a moment ago may not be.
// Thread: one. Cost: two listings a call, a stat of each NAME.* and NAME-*, two reads of those
// whose content counts. Errors: the directory cannot be listed just now (one that nobody may list
// holds nothing); a file that cannot be read is passed over, so that no bad neighbour stops a log.
class Siblings {
 public:
  // Leaves out what `ledger` knows to be read by anybody, or done with.
  Siblings(base::FileSystem& fs, std::string path, Ledger& ledger);

  // Where the file of `position` is now, beside the path or where it was, whatever its name: by
  // inode, birth and content.
  [[nodiscard]] base::Result<std::optional<Sibling>> find_moved(const FilePosition& position) const;

  // NAME.* or NAME-* that begins with the bytes read up to `read.offset`, changed since `since`:
  // the copy that copytruncate made. The oldest of several: the others are of what came later.
  // What is done with joins `except`: the copy, and a file that could have been one but was not to
  // be read; rather are its bytes lost than told twice.
  [[nodiscard]] base::Result<std::optional<Sibling>> find_copy(const FilePosition& read,
                                                               base::WallTime since,
                                                               std::vector<FileKey>& except) const;

  // NAME.* and NAME-* that came into being after `since` and not after `until` (zero: no limit),
  // oldest first: what the path showed while nobody looked.
  [[nodiscard]] base::Result<std::vector<Sibling>> newer(base::WallTime since, base::WallTime until,
                                                         const std::vector<FileKey>& except) const;

  // Of those, without a limit, the ones whose names count or date: where no successor bounds what
  // is new, others are just neighbours.
  [[nodiscard]] base::Result<std::vector<Sibling>> newer_numbered(
      base::WallTime since, const std::vector<FileKey>& except) const;

  // Opens it. False: it is gone, or its name leads to another file by now.
  [[nodiscard]] base::Result<bool> open(Sibling& sibling) const;

  // Does it begin with the bytes of `position`? Opens it and leaves it open when it does.
  [[nodiscard]] base::Result<bool> holds(Sibling& sibling, const FilePosition& position) const;

  // A whole copy of a file of this path that was read to its end, such as one unpacked again, is
  // done with too.
  [[nodiscard]] bool is_copy_of_done(Sibling& sibling) const;

  [[nodiscard]] const std::string& directory() const { return directory_; }

  // Does its name count or date it?
  [[nodiscard]] bool is_numbered(const Sibling& sibling) const;

  // Does no name in the directory lead to the inode, or only one that NFS gives deleted files?
  [[nodiscard]] bool is_nameless(std::uint64_t inode) const;

 private:
  [[nodiscard]] base::Result<std::vector<base::DirEntry>> list(const std::string& directory) const;
  [[nodiscard]] base::Result<std::optional<Sibling>> find_in(const std::string& directory,
                                                             const FilePosition& position) const;
  [[nodiscard]] base::Result<std::vector<Sibling>> siblings(
      const std::vector<FileKey>& except) const;

  base::FileSystem& fs_;
  std::string directory_;
  std::string name_;
  Ledger& ledger_;
};

}  // namespace steptail::tail
