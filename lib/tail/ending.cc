#include "tail/ending.h"

#include <algorithm>

namespace steptail::tail {
namespace {

// So many rotations ago no writer has failed to notice, however fast they came. A daemon that is
// killed again and again would keep them all: for each of its lives they went away just now. So
// what was read of them is done with at once.
constexpr std::size_t kMostKept = 64;
constexpr base::Duration kLookOften = std::chrono::milliseconds(250);
constexpr base::Duration kLookSeldom = std::chrono::milliseconds(1500);
constexpr base::Duration kLookRarely = std::chrono::seconds(5);

bool was_quiet_for(const AwayState& state, base::Duration wanted) {
  return state.ends_seen >= kEndsNeeded && state.quiet >= wanted;
}

}  // namespace

Verdict judge_away(const AwayState& state, const Follower::Options& options) {
  if (state.copy) return Verdict::Close;
  if (state.unlinked) {
    return was_quiet_for(state, options.unlinked_wait) ? Verdict::Close : Verdict::Keep;
  }
  const bool is_long_ago = state.newer_files >= kMostKept && state.successor_has_bytes;
  if (is_long_ago) return Verdict::Close;
  if (was_quiet_for(state, options.rotate_linger)) return Verdict::Close;
  bool may_end = !state.ended && state.successor_has_bytes;
  if (may_end && was_quiet_for(state, options.rotate_wait)) return Verdict::TellEnd;
  return Verdict::Keep;
}

base::Duration next_judgement(const AwayState& state, const Follower::Options& options) {
  base::Duration wait = options.rotate_linger;
  if (state.unlinked) {
    wait = options.unlinked_wait;
  } else if (!state.ended && state.successor_has_bytes) {
    wait = options.rotate_wait;
  }
  // Where only the second look is missing, it comes soon.
  return std::max(wait - state.quiet, std::min(wait, options.unlinked_wait));
}

base::Duration look_interval(base::Duration quiet, bool ended) {
  constexpr base::Duration kLong = std::chrono::minutes(1);
  return std::clamp(quiet / 4, kLookOften, ended && quiet > kLong ? kLookRarely : kLookSeldom);
}

}  // namespace steptail::tail
