#include "run/state_stack.h"

namespace steptail::run {

using format::State;

void StateStack::replace(State state) {
  base_ = state;
  depth_ = 0;
}

void StateStack::begin_attempt(State state) { replace(state); }

void StateStack::progress() { replace(State::Training); }

void StateStack::enter(State state) {
  switch (state) {
    case State::Finished:
      return finish();
    case State::Failed:
      return fail();
    case State::Evaluating:
      if (base_ == State::Failed) return;
      break;
    case State::Checkpointing:
      if (base_ == State::Failed || current() == State::Finished) return;
      break;
    case State::Starting:
    case State::Compiling:
    case State::Queued:
    case State::Loading:
    case State::Training:
      return replace(state);
  }
  leave(state);
  open_[depth_++] = state;
}

void StateStack::leave(State state) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < depth_; ++i) {
    if (open_[i] != state) open_[kept++] = open_[i];
  }
  depth_ = kept;
}

void StateStack::finish() { replace(State::Finished); }

void StateStack::fail() {
  if (current() != State::Finished) replace(State::Failed);
}

void StateStack::save(base::ByteWriter& out) const {
  out.u8(static_cast<std::uint8_t>(base_));
  out.u8(static_cast<std::uint8_t>(depth_));
  for (std::size_t i = 0; i < depth_; ++i) out.u8(static_cast<std::uint8_t>(open_[i]));
}

void StateStack::load(base::ByteReader& in) {
  *this = StateStack();
  std::uint8_t base = in.u8();
  std::uint8_t depth = in.u8();
  if (base >= format::kStateCount || depth > open_.size()) return in.fail();
  base_ = static_cast<State>(base);
  for (std::size_t i = 0; i < depth; ++i) {
    std::uint8_t state = in.u8();
    if (state >= format::kStateCount) return in.fail();
    open_[i] = static_cast<State>(state);
  }
  depth_ = depth;
}

}  // namespace steptail::run
