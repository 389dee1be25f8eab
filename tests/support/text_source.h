#pragma once

#include <cstddef>
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

}  // namespace steptail::support
