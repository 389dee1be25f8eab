#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/codec.h"
#include "base/file_system.h"
#include "tail/file_identity.h"
#include "tail/file_position.h"

namespace steptail::tail {

class Lineage;

// What the followers of one shard know together: which physical files are being read, and by whom,
// and which were read to their end and let go. A file has one reader, whatever names lead to it and
// whichever patterns those match; what was read stays read when its follower is gone, and over
// restarts.
// Contract: bounded; of those that are done with, the one not asked for the longest goes first.
// Thread: the shard's. Lifetime: outlives the lineages that join it.
// Cost: O(1) a file; no call reads.
class Ledger {
 public:
  static constexpr std::size_t kMaxDone = 20'000;

  explicit Ledger(std::size_t max_done = kMaxDone) : max_done_(max_done) {}

  void join(std::uint64_t inode, const Lineage& reader) { readers_.emplace(inode, &reader); }
  void leave(std::uint64_t inode, const Lineage& reader);
  // Does a lineage other than `but` (null: any at all) read this file?
  [[nodiscard]] bool is_read(const FileKey& key, const Lineage* but = nullptr) const;

  // Done with: read up to there.
  void remember(const FilePosition& read);
  // How far the file was read that is at `path` now; null: not known. Nothing but the content can
  // say whether it is still the same where birth times are unknown or `path` is on another device.
  [[nodiscard]] const FilePosition* find_done(const FileKey& key, const std::string& path);
  // It was read to its end, and nothing that its facts say came after that.
  [[nodiscard]] bool is_done(const base::FileStat& stat, const std::string& path);

  // Those that ended there: a file of that size may be a copy of one.
  [[nodiscard]] std::vector<const FilePosition*> done_at(std::uint64_t offset) const;

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  using Done = std::list<FilePosition>;
  using Index = std::unordered_multimap<std::uint64_t, Done::iterator>;
  void forget(Done::iterator position);

  std::size_t max_done_;
  std::unordered_multimap<std::uint64_t, const Lineage*> readers_;  // by inode
  Done done_;                                                       // the latest asked for last
  Index done_by_inode_;
  Index done_by_offset_;
};

}  // namespace steptail::tail
