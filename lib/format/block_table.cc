#include "format/block_table.h"

#include <algorithm>

namespace steptail::format {
namespace {

bool is_open(const OpenBlock& block) { return block.block != RuleEntry::kNoBlock; }

}  // namespace

OpenBlock* BlockTable::find(std::string_view rank) {
  if (open_count_ == 0) return nullptr;
  for (OpenBlock& block : blocks_) {
    if (!is_open(block) || block.rank != rank) continue;
    block.used = ++clock_;
    return &block;
  }
  return nullptr;
}

// The rank's own, else a closed one, else a new one, else the one that was used longest ago.
OpenBlock& BlockTable::slot_for(std::string_view rank) {
  for (OpenBlock& block : blocks_) {
    if (is_open(block) && block.rank == rank) return block;
  }
  for (OpenBlock& block : blocks_) {
    if (!is_open(block)) return block;
  }
  if (blocks_.size() < kMaxBlocks) return blocks_.emplace_back();
  return *std::min_element(blocks_.begin(), blocks_.end(),
                           [](const OpenBlock& a, const OpenBlock& b) { return a.used < b.used; });
}

void BlockTable::open(std::string_view rank, const RuleEntry& entry, std::string_view label) {
  OpenBlock& block = slot_for(rank);
  if (!is_open(block)) ++open_count_;
  block.rank = rank;
  block.format = entry.format->name;
  block.name = entry.rule->opens;
  block.label = label;
  block.block = entry.opens;
  block.used = ++clock_;
}

void BlockTable::close(OpenBlock& block) {
  if (!is_open(block)) return;
  block.block = RuleEntry::kNoBlock;
  --open_count_;
}

void BlockTable::rebind(const RuleIndex& index) {
  for (OpenBlock& block : blocks_) {
    if (!is_open(block)) continue;
    block.block = index.block(block.format, block.name);
    if (!is_open(block)) --open_count_;
  }
}

void BlockTable::save(base::ByteWriter& out) const {
  out.u64(open_count_);
  std::vector<const OpenBlock*> by_use;
  for (const OpenBlock& block : blocks_) {
    if (is_open(block)) by_use.push_back(&block);
  }
  std::sort(by_use.begin(), by_use.end(),
            [](const OpenBlock* a, const OpenBlock* b) { return a->used < b->used; });
  for (const OpenBlock* block : by_use) {
    out.text(block->rank);
    out.text(block->format);
    out.text(block->name);
    out.text(block->label);
  }
}

void BlockTable::load(base::ByteReader& in, const RuleIndex& index) {
  constexpr std::uint64_t kMinBytes = 32;  // four texts
  blocks_.clear();
  open_count_ = 0;
  for (std::uint64_t left = in.count(kMinBytes); left > 0 && in.ok(); --left) {
    OpenBlock block;
    block.rank = in.text();
    block.format = in.text();
    block.name = in.text();
    block.label = in.text();
    block.block = index.block(block.format, block.name);
    block.used = ++clock_;
    if (!in.ok() || !is_open(block) || blocks_.size() == kMaxBlocks) continue;
    blocks_.push_back(std::move(block));
    ++open_count_;
  }
}

}  // namespace steptail::format
