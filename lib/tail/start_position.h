#pragma once

#include <cstdint>
#include <optional>

#include "tail/follower.h"
#include "tail/trail.h"

namespace steptail::tail {

// Where reading a file begins, and what must be told first.
struct Start {
  std::uint64_t offset = 0;
  std::optional<Restart> restart{};
  bool operator==(const Start&) const = default;
};

// Decides by what is known of the file: `saved_offset` of an earlier look (nullopt: never seen,
// then it is read from its first byte), its size now, and whether the bytes before that offset are
// still the same. Pure.
[[nodiscard]] Start start_position(std::optional<std::uint64_t> saved_offset, std::uint64_t size,
                                   Content content);

}  // namespace steptail::tail
