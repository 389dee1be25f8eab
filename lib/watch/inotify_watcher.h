#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/loop.h"
#include "watch/watcher.h"

namespace steptail::watch {

// The kernel's inotify on directories: one watch tells of every file in it. One of the adapters
// that may make system calls.
// Contract: as Watcher. A directory that was moved or deleted loses its watch; watch() it again
// when it is back. Events that the kernel dropped come as one hint for everything. Thread: the
// loop's. Lifetime: the loop outlives this. Cost: O(1) per event; runs of events for one file in
// one read are one hint. After a read it rests for kRest, so that many events cost one wake-up.
// Errors: where inotify cannot be had at all, every watch() says why.
class InotifyWatcher : public Watcher {
 public:
  static constexpr base::Duration kRest = std::chrono::milliseconds(20);

  explicit InotifyWatcher(base::Loop& loop);
  ~InotifyWatcher() override;
  InotifyWatcher(const InotifyWatcher&) = delete;
  InotifyWatcher& operator=(const InotifyWatcher&) = delete;

  void start(Sink sink) override;
  [[nodiscard]] base::Result<bool> watch(const std::string& directory) override;
  void unwatch(const std::string& directory) override;
  [[nodiscard]] std::uint64_t overflows() const override { return overflows_; }

 private:
  struct Event {
    int id;
    std::uint32_t mask;
    std::string_view name;
  };
  [[nodiscard]] base::Result<int> add(const std::string& directory) const;
  void listen();
  void on_readable();
  [[nodiscard]] std::size_t read_events();
  // Until the next event.
  [[nodiscard]] std::span<const std::string> paths_of(const Event& event);
  void on_event(const Event& event);
  void tell(std::string_view path);
  void forget_watch(int id);
  void forget_name(const std::string& directory, int id);

  base::Loop& loop_;
  Sink sink_;
  int fd_ = -1;
  base::TimerId rest_timer_ = 0;
  int open_error_ = 0;
  // Several names may lead to one directory (symlinks, bind mounts): the kernel gives one watch.
  std::unordered_multimap<int, std::string> directories_;
  std::unordered_map<std::string, int> ids_;
  std::vector<std::string> paths_;  // of an event: their memory serves the next ones
  std::string last_told_;
  std::uint64_t overflows_ = 0;
};

}  // namespace steptail::watch
