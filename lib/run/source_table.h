#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/codec.h"
#include "base/letters.h"
#include "run/line_context.h"

namespace steptail::run {

// Who prints lines of a run: a rank (empty: unknown) in a file. Each is somewhere in the run's
// attempts by its own count, which lets a rank whose file is read after another's be recognised as
// behind.
struct Source {
  std::string rank;
  std::uint64_t path = 0;     // stable_hash of it
  std::uint64_t attempt = 0;  // the attempt of the run it is in; 0: not known yet
  bool made_progress = false;
  bool behind = false;  // its last progress line was older than the run's
  // Its place in the first format in which it printed an iteration.
  bool has_step = false;
  std::size_t step_format = 0;
  double step = 0;
  // Its last start-up line.
  bool has_banner = false;
  std::uint64_t first_banner = 0;     // stable_hash of the first rule of that start-up
  std::uint64_t moves_at_banner = 0;  // AttemptTracker's count of moves then
  bool progress_since_banner = false;

  [[nodiscard]] bool ranked() const { return !rank.empty(); }
};

// The sources of one run. Bounded: past kMost, one that is not the newest makes room.
// Cost: at() compares with the last source first; it allocates only for a new one.
class SourceTable {
 public:
  static constexpr std::size_t kMost = 64;

  // Valid until the next call.
  [[nodiscard]] Source& at(std::string_view rank, const SourcePath& path) {
    const bool again = last_ < sources_.size() && is_it(sources_[last_], rank, path);
    return again ? sources_[last_] : find(rank, path);
  }

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  [[nodiscard]] static bool is_it(const Source& source, std::string_view rank,
                                  const SourcePath& path) {
    return source.path == path.hash && base::same_text(source.rank, rank);
  }
  Source& find(std::string_view rank, const SourcePath& path);

  std::vector<Source> sources_;
  std::size_t last_ = 0;    // found by the last call
  std::size_t victim_ = 0;  // makes room next
};

}  // namespace steptail::run
