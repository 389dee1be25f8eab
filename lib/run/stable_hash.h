#pragma once

#include <cstdint>
#include <string_view>

namespace steptail::run {

// FNV-1a: the same in every build, since it goes into checkpoints.
[[nodiscard]] constexpr std::uint64_t stable_hash(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211U;
  }
  return hash;
}

}  // namespace steptail::run
