#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace steptail::base {

// 64 bits of XXH3: finds damage and makes short stable names; no defence against an opponent. The
// value is written to disk and into URLs, so it never changes between versions.
// Cost: tens of GB/s, no allocation.
[[nodiscard]] std::uint64_t hash64(std::string_view bytes);

// The same of all parts together, in their order.
[[nodiscard]] std::uint64_t hash64(std::span<const std::string_view> parts);

// The lowest `digits` (at most 16) hex digits of `hash`, lower case, with leading zeros.
[[nodiscard]] std::string to_hex(std::uint64_t hash, int digits = 16);

}  // namespace steptail::base
