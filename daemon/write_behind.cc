#include "daemon/write_behind.h"

#include <utility>

namespace steptail::daemon {

WriteBehind::WriteBehind(Write write) : write_(std::move(write)), thread_([this] { run(); }) {}

WriteBehind::~WriteBehind() { stop(); }

void WriteBehind::stop() {
  if (!thread_.joinable()) return;
  pipe_.close();
  thread_.join();
}

void WriteBehind::run() {
  while (const base::ByteBlock* block = pipe_.next()) {
    if (auto written = write_(block->bytes()); !written) {
      error_ = written.error();
      break;
    }
  }
  pipe_.leave();
}

base::Result<void> WriteBehind::write(base::ByteBlock& block) {
  base::ByteBlock* room = pipe_.room();
  if (room == nullptr) return tl::unexpected(*error_);
  std::swap(*room, block);
  block.used = 0;
  pipe_.send();
  return {};
}

base::Result<void> WriteBehind::finish() {
  stop();
  if (error_) return tl::unexpected(*error_);
  return {};
}

}  // namespace steptail::daemon
