#include "lines/foreign_bytes.h"

#include <algorithm>
#include <array>

namespace steptail::lines {

const ForeignKind* foreign_kind(std::string_view head) {
  using namespace std::string_view_literals;
  static constexpr std::string_view kIconv = "iconv -f UTF-16 -t UTF-8";
  static constexpr std::array kKinds{
      ForeignKind{"\x1f\x8b"sv, "packed by gzip", "gzip -dc"},
      ForeignKind{"\x28\xb5\x2f\xfd"sv, "packed by zstd", "zstd -dc"},
      ForeignKind{"\xfd\x37\x7a\x58\x5a\x00"sv, "packed by xz", "xz -dc"},
      ForeignKind{"BZh91AY"sv, "packed by bzip2", "bzip2 -dc"},
      ForeignKind{"\x04\x22\x4d\x18"sv, "packed by lz4", "lz4 -dc"},
      ForeignKind{"PK\x03\x04"sv, "packed by zip", "unzip -p"},
      ForeignKind{"\xff\xfe"sv, "UTF-16", kIconv},  // least significant byte first
      ForeignKind{"\xfe\xff"sv, "UTF-16", kIconv},  // most significant byte first
  };
  const auto* kind = std::find_if(kKinds.begin(), kKinds.end(), [head](const ForeignKind& known) {
    return head.starts_with(known.beginning);
  });
  return kind == kKinds.end() ? nullptr : kind;
}

}  // namespace steptail::lines
