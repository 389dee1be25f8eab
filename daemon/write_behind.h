#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include "base/byte_block.h"
#include "base/result.h"
#include "daemon/block_pipe.h"

namespace steptail::daemon {

// Writes on a thread of its own, while the caller makes what comes next.
// Thread: the caller's, one; `write` is called on the other one, never again after an error.
class WriteBehind {
 public:
  using Write = std::function<base::Result<void>(std::span<const char>)>;

  // Error: no thread could be had.
  [[nodiscard]] static base::Result<std::unique_ptr<WriteBehind>> start(Write write);
  ~WriteBehind();
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  // Takes what is used of the block, and gives another room for it. Error: an earlier write's.
  [[nodiscard]] base::Result<void> write(base::ByteBlock& block);
  // Waits until all is written. The last call.
  [[nodiscard]] base::Result<void> finish();

 private:
  explicit WriteBehind(Write write) : write_(std::move(write)) {}
  void run();
  void stop();

  Write write_;
  BlockPipe pipe_;
  std::optional<base::Error> error_;  // the thread's, until it has left the pipe
  std::thread thread_;
};

}  // namespace steptail::daemon
