#include "metrics/snapshot_cell.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace steptail::metrics {
namespace {

std::shared_ptr<const ShardSnapshot> numbered(std::uint64_t number) {
  auto snapshot = std::make_shared<ShardSnapshot>();
  snapshot->inotify_overflows = number;
  snapshot->checkpoint_errors = number;
  return snapshot;
}

TEST(SnapshotCell, IsEmptyUntilTheFirstIsPublished) {
  SnapshotCell cell;
  EXPECT_EQ(cell.read(), nullptr);
  cell.publish(numbered(1));
  ASSERT_NE(cell.read(), nullptr);
  EXPECT_EQ(cell.read()->inotify_overflows, 1U);
}

TEST(SnapshotCell, AReaderKeepsWhatItHas) {
  SnapshotCell cell;
  cell.publish(numbered(1));
  const auto held = cell.read();
  cell.publish(numbered(2));
  EXPECT_EQ(held->inotify_overflows, 1U);
  EXPECT_EQ(cell.read()->inotify_overflows, 2U);
  EXPECT_EQ(held.use_count(), 1) << "the cell lets go of the old one";
}

// Under the thread sanitizer this is the proof that snapshots may cross threads.
TEST(SnapshotCell, ReadersSeeWholeSnapshotsInOrder) {
  constexpr std::uint64_t kLast = 2000;
  SnapshotCell cell;
  std::atomic<int> faults{0};
  const auto read_to_the_last = [&] {
    std::uint64_t seen = 0;
    while (seen < kLast) {
      const auto snapshot = cell.read();
      if (!snapshot) continue;
      const std::uint64_t number = snapshot->inotify_overflows;
      if (number < seen || number != snapshot->checkpoint_errors) ++faults;
      seen = number;
    }
  };
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) readers.emplace_back(read_to_the_last);
  for (std::uint64_t number = 1; number <= kLast; ++number) cell.publish(numbered(number));
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(faults, 0);
}

}  // namespace
}  // namespace steptail::metrics
