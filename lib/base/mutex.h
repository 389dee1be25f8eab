#pragma once

#include <mutex>

// clang's -Wthread-safety reads these; other compilers see nothing.
#if defined(__clang__)
#define STEPTAIL_THREAD_ANNOTATION(x) __attribute__((x))
#else
#define STEPTAIL_THREAD_ANNOTATION(x)
#endif
#define STEPTAIL_GUARDED_BY(x) STEPTAIL_THREAD_ANNOTATION(guarded_by(x))

namespace steptail::base {

// std::mutex with annotations (libstdc++'s own has none).
class STEPTAIL_THREAD_ANNOTATION(capability("mutex")) Mutex {
 public:
  void lock() STEPTAIL_THREAD_ANNOTATION(acquire_capability()) { mutex_.lock(); }
  void unlock() STEPTAIL_THREAD_ANNOTATION(release_capability()) { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

class STEPTAIL_THREAD_ANNOTATION(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) STEPTAIL_THREAD_ANNOTATION(acquire_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock();
  }
  ~MutexLock() STEPTAIL_THREAD_ANNOTATION(release_capability()) { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace steptail::base
