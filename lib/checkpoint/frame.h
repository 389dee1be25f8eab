#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace steptail::checkpoint {

inline constexpr std::uint64_t kFrameVersion = 1;

// The frame of a checkpoint on disk, pure: magic, version, checksum, length, payload;
// little-endian. Every version keeps this frame, so that a newer file is told from a damaged one.
[[nodiscard]] std::string encode_frame(const std::string& payload);
// What stands before the payload that `parts` are together.
[[nodiscard]] std::string encode_header(std::span<const std::string_view> parts);
// The payload. Errors: what is wrong with `bytes`; any damaged byte, missing or surplus length, and
// versions that this program does not know.
[[nodiscard]] base::Result<std::string> decode_frame(std::string_view bytes);

// Where the payload should be in a damaged frame.
[[nodiscard]] std::string_view behind_header(std::string_view bytes);

}  // namespace steptail::checkpoint
