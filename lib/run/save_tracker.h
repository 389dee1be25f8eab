#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/codec.h"
#include "base/time.h"

namespace steptail::run {

// Follows the saves of checkpoints from their begin and end lines.
//
// A save counts when its end is printed; else when the run goes on after its begin (progress, a
// clean finish, or the begin of another iteration's save). The end of a save that has counted so
// already only adds what it says. A save of another rank at an iteration that has counted in this
// attempt is a copy. A failure or a new attempt forgets an open save.
class SaveTracker {
 public:
  struct Line {
    std::optional<double> printed_iteration;
    std::optional<double> last_iteration;  // of the source or the run
    std::optional<double> printed_duration;
    std::optional<base::WallTime> time;  // printed on the line
    std::string_view rank;
  };
  struct Done {
    bool counts = true;  // false: more about the last one
    std::optional<double> iteration;
    std::optional<double> duration_seconds;
  };

  // False: a copy, no state begins.
  [[nodiscard]] bool is_copy(const Line& line) const;
  // REQUIRES of begin() and end(): not a copy.
  std::optional<Done> begin(const Line& line);
  std::optional<Done> end(const Line& line);
  std::optional<Done> run_goes_on();
  void forget();  // the open save came to nothing
  void begin_attempt();

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  struct Save {
    std::optional<double> printed_iteration, iteration;
    std::optional<base::WallTime> time;
    std::string rank;
  };
  Done count(const Save& save, bool end_is_printed);
  [[nodiscard]] bool is_of(const Line& line, const Save& save) const;

  std::optional<Save> open_;
  std::optional<Save> counted_;  // the last one of this attempt
  bool end_is_due_ = false;      // ... counted without its end
};

}  // namespace steptail::run
