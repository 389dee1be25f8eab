#include "metrics/snapshot_cell.h"

#include <utility>

namespace steptail::metrics {

void SnapshotCell::publish(std::shared_ptr<const ShardSnapshot> snapshot) {
  // Swapped, so that the old snapshot is freed here but after the lock is given back.
  const base::MutexLock lock(mutex_);
  snapshot_.swap(snapshot);
}

std::shared_ptr<const ShardSnapshot> SnapshotCell::read() const {
  const base::MutexLock lock(mutex_);
  return snapshot_;
}

}  // namespace steptail::metrics
