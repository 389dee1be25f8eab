#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/file_system.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/result.h"
#include "web/security.h"

namespace steptail::web {

// The web configuration in force. Its files are looked at anew when asked, and taken over when they
// changed: all of them or nothing. What is wrong is said once, and what was in force stays.
// Thread: any. Lifetime: `fs` outlives it.
class SecuritySource {
 public:
  // Errors: the configuration's.
  [[nodiscard]] static base::Checked<std::shared_ptr<SecuritySource>> open(base::FileSystem& fs,
                                                                           const std::string& path,
                                                                           base::Logger log);
  SecuritySource(base::FileSystem& fs, std::string path, base::Logger log,
                 std::shared_ptr<const Security> first);  // use open()

  [[nodiscard]] std::shared_ptr<const Security> current() const;
  // Takes over what changed. Blocks as files do.
  void refresh();
  // What the files say now; errors also where it would need a restart. For take().
  [[nodiscard]] base::Checked<std::shared_ptr<const Security>> prepare() const;
  void take(std::shared_ptr<const Security> next);
  // The files as they are now are not good.
  [[nodiscard]] bool failing() const { return failing_; }

 private:
  base::FileSystem& fs_;
  const std::string path_;
  const base::Logger log_;
  base::Mutex refreshing_;  // one at a time; never held by who only asks for current()
  std::string last_problem_ STEPTAIL_GUARDED_BY(refreshing_);
  mutable base::Mutex mutex_;
  std::shared_ptr<const Security> current_ STEPTAIL_GUARDED_BY(mutex_);
  std::atomic<bool> failing_{false};
};

}  // namespace steptail::web
