#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace steptail::base {

std::uint64_t hash64(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

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
