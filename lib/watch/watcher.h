#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace steptail::watch {

// Something may have changed here. Never proof: a hint may be missing, doubled or late. `path` is a
// file or directory; empty means anything anywhere (overflow, unmount).
struct Hint {
  std::string_view path;
};

// Tells where to look. Real: InotifyWatcher. Fake: tests/support/fake_watcher.
// Contract: watch() the directory first, list it afterwards, or a file made in between is missed.
// Watching a directory twice is no error. Hints come on the loop's thread, after start().
class Watcher {
 public:
  using Sink = std::function<void(const Hint&)>;
  virtual ~Watcher() = default;
  virtual void start(Sink sink) = 0;
  // True: from now on; false: it was watched already. A directory that is watched from now on must
  // be listed after this. Error: it cannot be watched (gone, no permission, ENOSPC); poll it.
  [[nodiscard]] virtual base::Result<bool> watch(const std::string& directory) = 0;
  virtual void unwatch(const std::string& directory) = 0;
  [[nodiscard]] virtual std::uint64_t overflows() const = 0;
};

}  // namespace steptail::watch
