#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace steptail::base {

std::uint64_t hash64(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::uint64_t hash64(std::span<const std::string_view> parts) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  for (const std::string_view part : parts) XXH3_64bits_update(&state, part.data(), part.size());
  return XXH3_64bits_digest(&state);
}

std::string to_hex(std::uint64_t hash, int digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(static_cast<std::size_t>(digits), '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit) {
    *digit = kDigits[hash & 15U];
    hash >>= 4U;
  }
  return text;
}

}  // namespace steptail::base
