#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "tail/ledger.h"
#include "tail/segment.h"

namespace steptail::tail {

// The physical files that one path has shown and that are not done with, oldest first. The ledger
// knows of each; it keeps those that are done with. Plain bookkeeping: asks no file, tells nobody.
// Thread: the loop's. Lifetime: references to segments live until retire(); the ledger outlives it.
class Lineage {
 public:
  explicit Lineage(Ledger& ledger) : ledger_(ledger) {}
  ~Lineage();
  Lineage(const Lineage&) = delete;
  Lineage& operator=(const Lineage&) = delete;

  [[nodiscard]] std::size_t size() const { return segments_.size(); }
  [[nodiscard]] bool empty() const { return segments_.empty(); }
  [[nodiscard]] Segment& at(std::size_t index) { return *segments_[index]; }
  [[nodiscard]] const Segment& at(std::size_t index) const { return *segments_[index]; }
  // The one that the path shows; null: none.
  [[nodiscard]] Segment* current();
  [[nodiscard]] const Segment* current() const;
  [[nodiscard]] Segment* find(const FileKey& key);
  [[nodiscard]] const Segment* find(const FileKey& key) const;
  // Files of a checkpoint that are not looked for yet: nobody else may take them meanwhile.
  void expect(const std::vector<FilePosition>& positions);
  // It reads the file, or expects it.
  [[nodiscard]] bool claims(const FileKey& key) const;

  [[nodiscard]] std::size_t index_of(const Segment& segment) const;
  Segment& insert(std::size_t index, Segment segment);
  Segment& add(Segment segment) { return insert(size(), std::move(segment)); }
  // It is at the path (again), and so the newest.
  void make_current(Segment& segment);
  // Done with. Unless nothing can lead to it any more it is kept in mind, so that it is not read
  // again under another name.
  void retire(std::size_t index);
  [[nodiscard]] Ledger& ledger() const { return ledger_; }

  [[nodiscard]] Generation next_number() { return ++last_number_; }
  // What the sink has open, what has ended and is still looked at, and what is to be opened, by
  // number.
  [[nodiscard]] std::vector<FilePosition> positions() const;

  // When the path last showed a file, by the clock of the file system: as of the pump before, and
  // as of this one. What came into being later came after it.
  std::optional<base::WallTime> seen_until;
  std::optional<base::WallTime> seen_now;
  // A pump has ended. Only now: while it decided, what it saw must not hide what happened before.
  void note_looked();

 private:
  Ledger& ledger_;
  std::vector<std::unique_ptr<Segment>> segments_;  // nearly always one
  std::vector<FileKey> expected_;
  Generation last_number_ = 0;
};

}  // namespace steptail::tail
