#pragma once

#include <cstring>
#include <limits>
#include <string>

#include "history/sample_spill.h"

namespace steptail::history {

// A disk in memory that can be full.
class MemScratch final : public Scratch {
 public:
  std::size_t room = std::numeric_limits<std::size_t>::max();

  base::Result<void> append(std::span<const char> bytes) override {
    if (bytes_.size() + bytes.size() > room) return base::fail("the disk is full");
    bytes_.append(bytes.data(), bytes.size());
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
