#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "history/sample_spill.h"

namespace steptail::history {

// A disk in memory that can be full.
class MemScratch final : public Scratch {
 public:
  std::size_t room = std::numeric_limits<std::size_t>::max();

  base::Result<void> write_at(std::uint64_t offset, std::span<const char> bytes) override {
    if (offset + bytes.size() > room) return base::fail("the disk is full");
    if (bytes_.size() < offset + bytes.size()) bytes_.resize(offset + bytes.size());
    std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
    return {};
  }
  base::Result<void> read_at(std::uint64_t offset, std::span<char> out) override {
    if (offset + out.size() > bytes_.size()) return base::fail("nothing is there");
    std::memcpy(out.data(), bytes_.data() + offset, out.size());
    return {};
  }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  std::string bytes_;
};

}  // namespace steptail::history
