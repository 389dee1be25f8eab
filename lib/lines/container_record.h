#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace steptail::lines {

enum class OutputStream : std::uint8_t { Stdout, Stderr };

// A line as a container runtime writes it down: 2024-04-10T06:15:58.772345678Z stdout F text
struct CriRecord {
  OutputStream stream = OutputStream::Stdout;
  bool partial = false;  // the program's line goes on in the next record of this stream
  base::WallTime time{};
  std::string_view text;
};

// Nothing where the line is not such a record. Pure; cost: O(1).
[[nodiscard]] std::optional<CriRecord> parse_cri(std::string_view line);

// A line of Docker's json-file: {"log":"text\n","stream":"stdout","time":"..."}
struct DockerRecord {
  OutputStream stream = OutputStream::Stdout;
  std::optional<base::WallTime> time;
  std::string_view escaped;  // the text, with its line ends if any, still as JSON
};

// Nothing where the line is not such a record. Pure; cost: linear, no allocation.
[[nodiscard]] std::optional<DockerRecord> parse_docker(std::string_view line);

// Appends what the JSON string `escaped` means; an escape that means nothing stays as it is.
void append_unescaped(std::string_view escaped, std::string& out);

}  // namespace steptail::lines
