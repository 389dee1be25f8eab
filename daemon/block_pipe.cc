#include "daemon/block_pipe.h"

namespace steptail::daemon {

base::ByteBlock* BlockPipe::room() {
  const base::MutexLock lock(mutex_);
  changed_.wait(mutex_, [this]() STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_)) {
    return left_ || sent_ - released_ < kBlocks;
  });
  return left_ ? nullptr : &block(sent_);
}

void BlockPipe::send() {
  const base::MutexLock lock(mutex_);
  ++sent_;
  changed_.notify_one();
}

void BlockPipe::close() {
  const base::MutexLock lock(mutex_);
  closed_ = true;
  changed_.notify_one();
}

const base::ByteBlock* BlockPipe::next() {
  const base::MutexLock lock(mutex_);
  if (lent_) {
    ++released_;
    changed_.notify_one();
  }
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
