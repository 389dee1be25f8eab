#pragma once

#include "base/codec.h"
#include "base/time.h"

namespace steptail::run {

// A monotonic time means nothing to another process: it is saved as the wall time of the same
// moment.
inline void save_mono(base::ByteWriter& out, base::MonoTime time, base::WallTime now_wall,
                      base::MonoTime now_mono) {
  out.wall(now_wall - (now_mono - time));
}

inline base::MonoTime load_mono(base::ByteReader& in, base::WallTime now_wall,
                                base::MonoTime now_mono) {
  // Unsigned: a damaged time may be any number, and must not overflow.
  auto saved = static_cast<std::uint64_t>(in.wall().time_since_epoch().count());
  auto wall = static_cast<std::uint64_t>(now_wall.time_since_epoch().count());
  auto mono = static_cast<std::uint64_t>(now_mono.time_since_epoch().count());
  auto loaded = static_cast<std::int64_t>(mono - (wall - saved));
  constexpr std::int64_t kFarthest = base::Duration::max().count() / 2;
  if (loaded > kFarthest || loaded < -kFarthest) in.fail();
  return base::MonoTime{base::Duration{in.ok() ? loaded : 0}};
}

}  // namespace steptail::run
