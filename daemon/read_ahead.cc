#include "daemon/read_ahead.h"

#include <utility>

namespace steptail::daemon {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} * 1024;

}  // namespace

ReadAhead::ReadAhead(Read read) : read_(std::move(read)), thread_([this] { run(); }) {}

ReadAhead::~ReadAhead() {
  pipe_.leave();
  thread_.join();
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
