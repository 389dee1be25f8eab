#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/mutex.h"

namespace steptail::web {

// The bodies of answers that wait to be read, up to so many bytes; one that many clients read
// counts once. So a thousand slow readers of one page cost what one does. Thread: any. Lifetime:
// outlives its shares, which keep their bodies alive.
class HeldBodies {
 public:
  // Given back when it is destroyed.
  class Share {
   public:
    Share() = default;
    Share(HeldBodies* held, std::shared_ptr<const std::string> body)
        : held_(held), body_(std::move(body)) {}
    Share(Share&& other) noexcept
        : held_(std::exchange(other.held_, nullptr)), body_(std::move(other.body_)) {}
    Share& operator=(Share&& other) noexcept {
      std::swap(held_, other.held_);
      std::swap(body_, other.body_);
      return *this;
    }
    ~Share() {
      if (held_ != nullptr) held_->let_go(*body_);
    }
    explicit operator bool() const { return held_ != nullptr; }

   private:
    HeldBodies* held_ = nullptr;
    std::shared_ptr<const std::string> body_;
  };

  explicit HeldBodies(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // An empty share: with it there would be too many bytes. One body may always be held.
  [[nodiscard]] Share try_hold(const std::shared_ptr<const std::string>& body);

 private:
  void let_go(const std::string& body);

  const std::size_t most_bytes_;
  base::Mutex mutex_;
  std::size_t bytes_ STEPTAIL_GUARDED_BY(mutex_) = 0;
  std::unordered_map<const std::string*, std::size_t> readers_ STEPTAIL_GUARDED_BY(mutex_);
};

}  // namespace steptail::web
