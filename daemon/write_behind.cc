#include "daemon/write_behind.h"

#include <utility>

#include "base/start_thread.h"

namespace steptail::daemon {

base::Result<std::unique_ptr<WriteBehind>> WriteBehind::start(Write write) {
  std::unique_ptr<WriteBehind> behind(new WriteBehind(std::move(write)));
  auto thread = base::start_thread([&writer = *behind] { writer.run(); });
  if (!thread) return tl::unexpected(thread.error());
  behind->thread_ = *std::move(thread);
  return behind;
}

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
