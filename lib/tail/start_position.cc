#include "tail/start_position.h"

namespace steptail::tail {

Start start_position(std::optional<std::uint64_t> saved_offset, std::uint64_t size,
                     Content content) {
  if (!saved_offset) return {};
  if (size < *saved_offset || content == Content::Shorter) {
    return {.offset = 0, .restart = Restart::Truncated};
  }
  if (content == Content::Other) return {.offset = 0, .restart = Restart::Rewritten};
  return {.offset = *saved_offset};
}

}  // namespace steptail::tail
