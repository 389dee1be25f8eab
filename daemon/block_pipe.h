#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>

#include "base/byte_block.h"
#include "base/mutex.h"

namespace steptail::daemon {

// Carries blocks of bytes from one thread to another, in order: a few blocks that go round.
// Thread: one sends and one receives. Memory: kBlocks times what a block was filled with.
class BlockPipe {
 public:
  // Sender: the next block to fill, with whatever it held before; waits for one, and where all were
  // filled until half of them are free. Null: the
  // receiver has left.
  [[nodiscard]] base::ByteBlock* room();
  // Sender: the block that room() gave is filled.
  void send();
  // Sender: nothing more comes.
  void close();

  // Receiver: the next block, until the next call; waits for one. Null: nothing more comes.
  [[nodiscard]] const base::ByteBlock* next();
  // Receiver: wants no more.
  void leave();

 private:
  static constexpr std::size_t kBlocks = 4;
  static constexpr std::size_t kRefill = kBlocks / 2;
  void give_back();
  base::ByteBlock& block(std::size_t number) { return blocks_[number % kBlocks]; }

  base::Mutex mutex_;
  std::condition_variable_any changed_;
  std::array<base::ByteBlock, kBlocks> blocks_;  // each of the side that it is with
  std::size_t sent_ STEPTAIL_GUARDED_BY(mutex_) = 0;
  std::size_t released_ STEPTAIL_GUARDED_BY(mutex_) = 0;
  bool closed_ STEPTAIL_GUARDED_BY(mutex_) = false;
  bool left_ STEPTAIL_GUARDED_BY(mutex_) = false;
  bool lent_ = false;  // receiver's: it has the block released_
};

}  // namespace steptail::daemon
