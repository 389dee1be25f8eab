#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/posix_call.h"
#include "base/result.h"

namespace steptail::base {

// Who may lead elsewhere: a symlink is followed if root made it, or if its owner also owns what it
// leads to. Else whoever can make a link in a directory of logs could have files read that only the
// reader may read.
struct LinkRule {
  // The owner that stands for all who have no number here (in a namespace of users): nobody's
  // links, for nobody knows whose they are.
  std::optional<std::uint32_t> unknown_owner{};

  // Of this process. Asks the system.
  [[nodiscard]] static LinkRule of_process();
};

// The error of a path that leads over a symlink that is not followed.
[[nodiscard]] inline bool is_refused_link(const Error& error) {
  return error.code == std::errc::operation_not_permitted;
}

// Finds what `path` shows, name by name, and follows symlinks, also in the middle, by the rule.
// What is found is held: swapping a name for another meanwhile changes nothing. The descriptor is
// one of O_PATH: for fstat() and for opening again, nothing was opened or waited for. Errors:
// is_refused_link(), and those of the system. Cost: three calls where no symlink is on the way,
// else three a name.
[[nodiscard]] Result<Descriptor> walk_links(const std::string& path, const LinkRule& rule);

// Opens in one call what `path` shows, where no symlink is on the way. -1: errno says why; ELOOP:
// there is one; ENOSYS or EPERM: the system, or a sandbox, may not know the call.
[[nodiscard]] int open_without_links(const std::string& path, int flags);

// Opens what a descriptor of walk_links() holds.
// Thread: any, of the process that made it. Cost: one call. The directory in which the system shows
// the descriptors of a process is held, for finding it costs more than opening a file there.
class Reopener {
 public:
  Reopener();
  // -1: errno says why.
  [[nodiscard]] int open(const Descriptor& found, int flags) const;

 private:
  Descriptor descriptors_;
};

}  // namespace steptail::base
