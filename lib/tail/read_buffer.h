#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace steptail::tail {

// Memory to read into, as much as one look needs: most find a line, few a backlog.
// Thread: one.
class ReadBuffer {
 public:
  // What was in it may be gone.
  [[nodiscard]] std::span<char> of(std::size_t bytes) {
    if (size_ < bytes) {
      memory_ = std::make_unique_for_overwrite<char[]>(bytes);
      size_ = bytes;
    }
    return {memory_.get(), bytes};
  }

 private:
  std::unique_ptr<char[]> memory_;
  std::size_t size_ = 0;
};

}  // namespace steptail::tail
