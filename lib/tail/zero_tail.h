#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/time.h"

namespace steptail::tail {

// Zeros at the end of a file on a network mount: the size came before the bytes, or the page cache
// filled up what it did not know. They are not believed for a while.
// Thread: one. No I/O: the caller drops caches and reads again.
class ZeroTail {
 public:
  // For so long; after that they are what the file holds.
  static constexpr base::Duration kPatience = std::chrono::seconds(30);

  // What of `bytes`, read up to the end of the file from `offset` on, is to be taken now.
  [[nodiscard]] std::span<const char> believable(std::span<const char> bytes, std::uint64_t offset,
                                                 base::MonoTime now);

 private:
  struct Doubt {
    std::uint64_t offset = 0;
    base::MonoTime since{};
  };
  std::optional<Doubt> doubt_;
};

}  // namespace steptail::tail
