#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/codec.h"
#include "format/rule_index.h"

namespace steptail::format {

// A block that a line has opened and that has not ended.
struct OpenBlock {
  std::string rank{};    // of the lines that belong to it
  std::string format{};  // names, not numbers: formats may be loaded anew meanwhile
  std::string name{};
  std::string label{};
  std::uint16_t block = RuleEntry::kNoBlock;
  std::uint64_t used = 0;  // for dropping the oldest
};

// The open blocks of one file: at most one a rank. Bounded: of more than kMaxBlocks ranks the one
// that was touched longest ago is forgotten.
// Thread: one. Cost: linear in the open blocks, which are few; no allocation once all ranks are
// known.
class BlockTable {
 public:
  static constexpr std::size_t kMaxBlocks = 256;

  // The rank's open block; null: none. Valid until the next call.
  [[nodiscard]] OpenBlock* find(std::string_view rank);
  void open(std::string_view rank, const RuleEntry& entry, std::string_view label);
  void close(OpenBlock& block);
  [[nodiscard]] bool empty() const { return open_count_ == 0; }

  void rebind(const RuleIndex& index);  // blocks of rules that are gone are closed
  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in, const RuleIndex& index);

 private:
  OpenBlock& slot_for(std::string_view rank);

  std::vector<OpenBlock> blocks_;  // closed ones keep their memory
  std::size_t open_count_ = 0;
  std::uint64_t clock_ = 0;
};

}  // namespace steptail::format
