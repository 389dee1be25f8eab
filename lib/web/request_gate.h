#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

namespace steptail::web {

// Lets so many requests in at once.
// Thread: any. Lifetime: outlives its slots.
class RequestGate {
 public:
  // A place inside, given back when it is destroyed.
  class Slot {
   public:
    Slot() = default;
    explicit Slot(RequestGate* gate) : gate_(gate) {}
    Slot(Slot&& other) noexcept : gate_(std::exchange(other.gate_, nullptr)) {}
    Slot& operator=(Slot&& other) noexcept {
      std::swap(gate_, other.gate_);
      return *this;
    }
    ~Slot() {
      if (gate_ != nullptr) gate_->inside_.fetch_sub(1, std::memory_order_relaxed);
    }
    explicit operator bool() const { return gate_ != nullptr; }

   private:
    RequestGate* gate_ = nullptr;
  };

  explicit RequestGate(std::size_t most) : most_(most) {}

  // An empty slot: full.
  [[nodiscard]] Slot try_enter() {
    std::size_t inside = inside_.load(std::memory_order_relaxed);
    while (inside < most_) {
      if (inside_.compare_exchange_weak(inside, inside + 1, std::memory_order_relaxed)) {
        return Slot(this);
      }
    }
    return Slot();
  }
  // For whom another one had to leave, whose slot comes back a moment later.
  [[nodiscard]] Slot enter_instead() {
    inside_.fetch_add(1, std::memory_order_relaxed);
    return Slot(this);
  }

 private:
  const std::size_t most_;
  std::atomic<std::size_t> inside_{0};
};

}  // namespace steptail::web
