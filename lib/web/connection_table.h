#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <memory>
#include <unordered_map>

#include "base/mutex.h"
#include "base/time.h"

namespace steptail::web {

// A connection, as far as the table must know it.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual void shed() = 0;    // close now, to make room; any thread
  virtual void finish() = 0;  // close when nothing is under way; any thread
};

enum class PeerPhase : std::uint8_t {
  Idle,     // between requests, or being closed
  Reading,  // a head is expected or half here
  Busy,     // being answered
  Writing,  // its answer waits to be read
  Holding,  // the same, and no other request may be answered instead
};

// The connections that are open, and which of them to close when there are too many: the longest
// idle, else the one that has been sending its head or not reading its answer for longest, never
// one whose answer is being made; and when too many answers are held, the one not read for longest.
// Thread: any; a peer is called outside the lock. Cost: O(1), but all() O(n).
// Lifetime: shares the peers until remove() or shed.
class ConnectionTable {
 public:
  explicit ConnectionTable(std::size_t most) : most_(most) {}

  void add(std::shared_ptr<Peer> peer, base::MonoTime now);  // Reading
  void set_phase(const Peer& peer, PeerPhase phase, base::MonoTime now);
  void remove(const Peer& peer);

  // Sheds one if the table is full. False: it still is, for no peer is idle or has been slow for
  // `patience`.
  bool make_room(base::MonoTime now, base::Duration patience);
  // Sheds one if any is idle or has been slow for `patience`.
  bool shed_one(base::MonoTime now, base::Duration patience);

  // Sheds the one in Holding that has been slow for `patience`, if any.
  bool shed_holder(base::MonoTime now, base::Duration patience);

  void finish_all();
  void clear();  // lets go of all, uncalled
  // Waits until no connection is left. False: some were after `grace`.
  bool wait_until_empty(std::chrono::milliseconds grace);
  [[nodiscard]] std::size_t size() const;

 private:
  struct Entry {
    std::shared_ptr<Peer> peer;
    base::MonoTime since;
    PeerPhase phase;
  };
  using Entries = std::list<Entry>;  // in order of `since`

  Entries& list_of(PeerPhase phase) STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_)) {
    return lists_[static_cast<std::size_t>(phase)];
  }
  std::shared_ptr<Peer> take_for_shedding(base::MonoTime now, base::Duration patience);
  std::shared_ptr<Peer> take_first(PeerPhase phase)
      STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_));
  [[nodiscard]] bool has_waited(PeerPhase phase, base::MonoTime now, base::Duration patience)
      STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_));

  const std::size_t most_;
  mutable base::Mutex mutex_;
  std::condition_variable_any emptied_;
  std::array<Entries, 5> lists_ STEPTAIL_GUARDED_BY(mutex_);
  std::unordered_map<const Peer*, Entries::iterator> entries_ STEPTAIL_GUARDED_BY(mutex_);
};

}  // namespace steptail::web
