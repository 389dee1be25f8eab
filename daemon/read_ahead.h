#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <utility>

#include "base/result.h"
#include "daemon/block_pipe.h"

namespace steptail::daemon {

// Reads and unpacks on a thread of its own what comes next, while the caller works on what came
// before.
// Thread: the caller's, one; `read` is called on the other one until the end, an error or the
// destructor, which waits for the call at hand.
class ReadAhead {
 public:
  // Reads the next bytes into the span; 0: the end.
  using Read = std::function<base::Result<std::size_t>(std::span<char>)>;

  // Error: no thread could be had.
  [[nodiscard]] static base::Result<std::unique_ptr<ReadAhead>> start(Read read);
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // The next bytes, which live until the next call; empty: the end.
  [[nodiscard]] base::Result<std::string_view> next();

 private:
  explicit ReadAhead(Read read) : read_(std::move(read)) {}
  void run();

  Read read_;
  BlockPipe pipe_;
  std::optional<base::Error> error_;  // the thread's, until it has closed the pipe
  std::thread thread_;
};

}  // namespace steptail::daemon
