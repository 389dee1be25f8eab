#pragma once

#include <array>
#include <cstddef>

#include "base/codec.h"
#include "format/state.h"

namespace steptail::run {

// What a run is doing, and what it goes back to. Evaluating and checkpointing lie on top of another
// state, each at most once; the others replace everything.
//
// After an end: a save that begins does not take `finished` or `failed` away (its end may never be
// printed), an evaluation takes away `finished` only. A failure after `finished` with nothing begun
// since is noise of the teardown: the run stays finished. A finish after a failure counts.
class StateStack {
 public:
  [[nodiscard]] format::State current() const { return depth_ == 0 ? base_ : open_[depth_ - 1]; }
  void begin_attempt(format::State state);
  void progress();                  // training
  void enter(format::State state);  // a line says that it begins
  void leave(format::State state);  // ... or that evaluating, checkpointing is over
  void finish();
  void fail();

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  void replace(format::State state);

  format::State base_ = format::State::Starting;
  std::array<format::State, 2> open_{};
  std::size_t depth_ = 0;
};

}  // namespace steptail::run
