#include "tail/zero_tail.h"

#include <algorithm>

namespace steptail::tail {

std::span<const char> ZeroTail::believable(std::span<const char> bytes, std::uint64_t offset,
                                           base::MonoTime now) {
  auto last = std::find_if(bytes.rbegin(), bytes.rend(), [](char c) { return c != '\0'; });
  auto sound = static_cast<std::size_t>(bytes.rend() - last);
  if (sound == bytes.size()) {
    doubt_.reset();
    return bytes;
  }
  if (!doubt_ || doubt_->offset != offset + sound) doubt_ = Doubt{offset + sound, now};
  if (now - doubt_->since < kPatience) return bytes.first(sound);
  doubt_.reset();
  return bytes;
}

}  // namespace steptail::tail
