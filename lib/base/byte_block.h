#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace steptail::base {

// Bytes on their way: the first `used` of a room that is kept, so that it need not be cleared
// before it is filled again.
struct ByteBlock {
  std::vector<char> room;
  std::size_t used = 0;

  [[nodiscard]] std::span<const char> bytes() const { return {room.data(), used}; }
};

}  // namespace steptail::base
