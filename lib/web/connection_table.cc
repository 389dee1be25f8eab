#include "web/connection_table.h"

#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace steptail::web {

void ConnectionTable::add(std::shared_ptr<Peer> peer, base::MonoTime now) {
  const base::MutexLock lock(mutex_);
  Entries& reading = list_of(PeerPhase::Reading);
  const Peer* key = peer.get();
  reading.push_back({.peer = std::move(peer), .since = now, .phase = PeerPhase::Reading});
  entries_[key] = std::prev(reading.end());
}

void ConnectionTable::set_phase(const Peer& peer, PeerPhase phase, base::MonoTime now) {
  const base::MutexLock lock(mutex_);
  auto found = entries_.find(&peer);
  if (found == entries_.end()) return;
  auto entry = found->second;
  Entries& to = list_of(phase);
  to.splice(to.end(), list_of(entry->phase), entry);
  entry->phase = phase;
  entry->since = now;
}

void ConnectionTable::remove(const Peer& peer) {
  std::shared_ptr<Peer> last;  // let go of outside the lock
  const base::MutexLock lock(mutex_);
  auto found = entries_.find(&peer);
  if (found == entries_.end()) return;
  last = std::move(found->second->peer);
  list_of(found->second->phase).erase(found->second);
  entries_.erase(found);
  if (entries_.empty()) emptied_.notify_all();
}

bool ConnectionTable::has_waited(PeerPhase phase, base::MonoTime now, base::Duration patience) {
  const Entries& list = list_of(phase);
  return !list.empty() && now - list.front().since >= patience;
}

std::shared_ptr<Peer> ConnectionTable::take_first(PeerPhase phase) {
  Entries& list = list_of(phase);
  std::shared_ptr<Peer> peer = std::move(list.front().peer);
  list.pop_front();
  entries_.erase(peer.get());
  if (entries_.empty()) emptied_.notify_all();
  return peer;
}

std::shared_ptr<Peer> ConnectionTable::take_for_shedding(base::MonoTime now,
                                                         base::Duration patience) {
  const base::MutexLock lock(mutex_);
  if (!list_of(PeerPhase::Idle).empty()) return take_first(PeerPhase::Idle);
  std::optional<PeerPhase> slowest;
  for (PeerPhase phase : {PeerPhase::Reading, PeerPhase::Writing, PeerPhase::Holding}) {
    if (!has_waited(phase, now, patience)) continue;
    if (!slowest || list_of(phase).front().since < list_of(*slowest).front().since) slowest = phase;
  }
  return slowest ? take_first(*slowest) : nullptr;
}

bool ConnectionTable::shed_holder(base::MonoTime now, base::Duration patience) {
  std::shared_ptr<Peer> peer;
  {
    const base::MutexLock lock(mutex_);
    if (!has_waited(PeerPhase::Holding, now, patience)) return false;
    peer = take_first(PeerPhase::Holding);
  }
  peer->shed();
  return true;
}

bool ConnectionTable::shed_one(base::MonoTime now, base::Duration patience) {
  auto peer = take_for_shedding(now, patience);
  if (!peer) return false;
  peer->shed();
  return true;
}

bool ConnectionTable::make_room(base::MonoTime now, base::Duration patience) {
  return size() < most_ || shed_one(now, patience);
}

void ConnectionTable::finish_all() {
  std::vector<std::shared_ptr<Peer>> peers;
  {
    const base::MutexLock lock(mutex_);
    for (const Entries& list : lists_) {
      for (const Entry& entry : list) peers.push_back(entry.peer);
    }
  }
  for (const auto& peer : peers) peer->finish();
}

void ConnectionTable::clear() {
  std::array<Entries, 5> last;  // let go of outside the lock
  const base::MutexLock lock(mutex_);
  entries_.clear();
  std::swap(last, lists_);
}

bool ConnectionTable::wait_until_empty(std::chrono::milliseconds grace) {
  const base::MutexLock lock(mutex_);
  return emptied_.wait_for(mutex_, grace,
                           [this]() STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_)) {
                             return entries_.empty();
                           });
}

std::size_t ConnectionTable::size() const {
  const base::MutexLock lock(mutex_);
  return entries_.size();
}

}  // namespace steptail::web
