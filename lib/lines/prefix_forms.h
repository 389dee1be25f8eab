#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/letters.h"
#include "lines/launcher_prefix.h"

namespace steptail::lines {

inline constexpr std::size_t kMaxTagBytes = 96;  // with its brackets
inline constexpr std::size_t kMaxRankDigits = 6;

// Of names of hosts, roles and jobs. A table: every line that begins with a letter is asked.
inline constexpr auto kIsNameByte = [] {
  std::array<bool, 256> bytes{};
  for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
    const auto c = static_cast<char>(byte);
    bytes[byte] = base::is_alnum(c) || c == '-' || c == '.' || c == '_';
  }
  return bytes;
}();
constexpr bool is_name_byte(char c) { return kIsNameByte[static_cast<unsigned char>(c)]; }

// The families of prefixes that find_prefix() asks, by the first byte of the text.

// [1,0]<stdout>:  [0]<stdout>:  [prterun-host-1@1,0]<stdout>:  [default0]:  [0434:0]:  [rank3]:
// A blank behind it is the program's own, but for PyTorch's "[rank3]: ".
[[nodiscard]] Prefix rank_tag(std::string_view text);

// rank_tag(), and [pod/NAME/CONTAINER], [rank=0], determined's time and container, [PID].
[[nodiscard]] Prefix bracketed_prefix(std::string_view text);

// journald, and the times that mpirun puts before its tags.
// REQUIRES: may_be_dated(text).
[[nodiscard]] Prefix dated_prefix(std::string_view text);
// Begins with a digit, or with the three letters of a day or a month. REQUIRES: it is not empty.
[[nodiscard]] constexpr bool may_be_dated(std::string_view text) {
  constexpr std::size_t kNameBytes = 3;
  return base::is_digit(text.front()) || (text.size() > kNameBytes && text[kNameBytes] == ' ');
}

// 10.0.0.5:
[[nodiscard]] Prefix address_prefix(std::string_view text);

// stderr:  HOST:  REPLICA/0  SERVICE-1 |
[[nodiscard]] Prefix named_prefix(std::string_view text);

// Does a line of a training log certainly begin here? Decides about prefixes that could be text.
[[nodiscard]] bool is_clear_start(std::string_view text);

// Is this the name of something that programs number ("step", "Epoch"), and so no host or role?
[[nodiscard]] bool is_counted_thing(std::string_view name);

}  // namespace steptail::lines
