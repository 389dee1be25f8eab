#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pipeline/inspection.h"

namespace steptail::support {

// Gives a text in blocks, as a file is read. Lifetime: the text outlives it.
inline pipeline::Inspection::Source text_source(std::string_view text,
                                                std::size_t block_bytes = std::size_t{256} * 1024) {
  return [text, block_bytes]() mutable -> base::Result<std::string_view> {
    const std::string_view block = text.substr(0, block_bytes);
    text.remove_prefix(block.size());
    return block;
  };
}

// The same as a log `NAME.log` of a run of that name. Lifetime: the text outlives it.
inline pipeline::Inspection::Input text_input(const std::string& name, std::string_view text,
                                              base::WallTime modified) {
  return {.path = name + ".log",
          .identity = {.labels = {{"run", name}}},
          .modified = modified,
          .size = text.size(),
          .source = text_source(text)};
}

}  // namespace steptail::support
