#include "daemon/read_ahead.h"

#include <utility>

#include "base/start_thread.h"

namespace steptail::daemon {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} * 1024;

}  // namespace

base::Result<std::unique_ptr<ReadAhead>> ReadAhead::start(Read read) {
  std::unique_ptr<ReadAhead> ahead(new ReadAhead(std::move(read)));
  auto thread = base::start_thread([&reader = *ahead] { reader.run(); });
  if (!thread) return tl::unexpected(thread.error());
  ahead->thread_ = *std::move(thread);
  return ahead;
}

ReadAhead::~ReadAhead() {
  pipe_.leave();
  if (thread_.joinable()) thread_.join();
}

void ReadAhead::run() {
  while (base::ByteBlock* block = pipe_.room()) {
    block->room.resize(kBlockBytes);
    auto count = read_(block->room);
    if (!count) error_ = count.error();
    if (!count || *count == 0) break;
    block->used = *count;
    pipe_.send();
  }
  pipe_.close();
}

base::Result<std::string_view> ReadAhead::next() {
  const base::ByteBlock* block = pipe_.next();
  if (block != nullptr) return std::string_view(block->room.data(), block->used);
  if (error_) return tl::unexpected(*error_);
  return std::string_view();
}

}  // namespace steptail::daemon
