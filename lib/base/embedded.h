#pragma once

#include <span>
#include <string_view>

namespace steptail::base {

// A file compiled into the binary (cmake/Embed.cmake). Both views live as long as the process.
struct EmbeddedFile {
  std::string_view name;  // base name, such as "deepspeed.yaml"
  std::string_view bytes;
};

}  // namespace steptail::base
