#include "lines/foreign_bytes.h"

#include <algorithm>
#include <array>

namespace steptail::lines {

bool begins_foreign(std::string_view head) {
  using namespace std::string_view_literals;
  constexpr std::array kBeginnings{
      "\x1f\x8b"sv,                  // gzip
      "\x28\xb5\x2f\xfd"sv,          // zstd
      "\xfd\x37\x7a\x58\x5a\x00"sv,  // xz
      "BZh91AY"sv,                   // bzip2
      "\x04\x22\x4d\x18"sv,          // lz4
      "PK\x03\x04"sv,                // zip
      "\xff\xfe"sv,                  // UTF-16, least significant byte first
      "\xfe\xff"sv,                  // UTF-16, most significant byte first
  };
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [head](std::string_view beginning) { return head.starts_with(beginning); });
}

}  // namespace steptail::lines
