#include "daemon/block_pipe.h"

namespace steptail::daemon {

// A sender that has filled all waits until half of them are free: being woken costs more than a
// block.
base::ByteBlock* BlockPipe::room() {
  const base::MutexLock lock(mutex_);
  if (sent_ - released_ == kBlocks) {
    changed_.wait(mutex_, [this]() STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_)) {
      return left_ || sent_ - released_ <= kRefill;
    });
  }
  return left_ ? nullptr : &block(sent_);
}

// Who is woken while the lock is held would wait for it at once: here, and in give_back(), where
// that happens for each block, it is told after.
void BlockPipe::send() {
  {
    const base::MutexLock lock(mutex_);
    ++sent_;
  }
  changed_.notify_one();
}

void BlockPipe::close() {
  const base::MutexLock lock(mutex_);
  closed_ = true;
  changed_.notify_one();
}

void BlockPipe::give_back() {
  bool refill = false;
  {
    const base::MutexLock lock(mutex_);
    ++released_;
    refill = sent_ - released_ == kRefill;
  }
  if (refill) changed_.notify_one();
}

const base::ByteBlock* BlockPipe::next() {
  if (lent_) give_back();
  const base::MutexLock lock(mutex_);
  changed_.wait(mutex_, [this]() STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_)) {
    return closed_ || sent_ > released_;
  });
  lent_ = sent_ > released_;
  return lent_ ? &block(released_) : nullptr;
}

void BlockPipe::leave() {
  const base::MutexLock lock(mutex_);
  left_ = true;
  changed_.notify_one();
}

}  // namespace steptail::daemon
