#pragma once

#include <cstddef>
#include <cstdint>

#include "base/time.h"
#include "tail/follower.h"

namespace steptail::tail {

// One look at the end may fall between a write and the next: two are asked for.
inline constexpr std::uint32_t kEndsNeeded = 2;

// A file that is no longer at its path and was read to its end.
struct AwayState {
  bool copy = false;                 // copytruncate's: nobody writes to it
  bool unlinked = false;             // no name leads to it
  bool ended = false;                // its end was told already
  bool successor_has_bytes = false;  // the writer speaks in a newer file
  std::size_t newer_files = 0;       // of the same path
  std::uint32_t ends_seen = 0;       // looks that found nothing new
  base::Duration quiet{0};           // since the last byte, or since it went away
};

// Keep: it may grow. TellEnd: its last line ends here, but go on looking at it. Close: done with
// it.
enum class Verdict : std::uint8_t { Keep, TellEnd, Close };

// When such a file ends. Pure.
[[nodiscard]] Verdict judge_away(const AwayState& state, const Follower::Options& options);

// How long until judge_away() may say something else, if nothing happens.
[[nodiscard]] base::Duration next_judgement(const AwayState& state,
                                            const Follower::Options& options);

// How often it is looked at for more bytes: its writer may not have noticed, and no event tells.
// Rarely once its end was told and it was quiet for a minute: then nobody waits for it.
[[nodiscard]] base::Duration look_interval(base::Duration quiet, bool ended);

// When to look again after a look that the file system contradicted: something was changing.
inline constexpr base::Duration kLookAgain = std::chrono::seconds(1);

}  // namespace steptail::tail
