#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "history/log_file.h"

namespace steptail::history {

class SurveyFeed;

// One attempt of a run, or several that follow each other without a timestamp: where it lies in its
// file, when it was, and how its walks are to be scaled (LineClock).
struct Piece {
  std::uint64_t begin = 0, end = 0;
  base::WallTime start{}, finish{};
  std::vector<float> scales;
};

// What a look through a log found out about its times.
struct Survey {
  std::vector<Piece> pieces;  // in the order of the file, at least one
  bool dated = false;         // a line has a timestamp
  bool timed = false;         // iteration times are printed
  // Nothing says when its lines were written.
  [[nodiscard]] bool unknown() const { return !dated && !timed; }
  double walked_seconds = 0;  // of a log without timestamps
  std::string decoder_state;  // at the end: what formats the log speaks
};

// Reads a log once for the times of its lines, without keeping more than its attempts.
//
// Where nothing in it says when it was, its pieces start at the given time, or end when the file
// was last written. Errors: the source's; no known format; a log whose lines cannot be placed,
// whose timestamps lie in the future or come from two zones; stopped. Memory: bounded, whatever the
// length.
[[nodiscard]] base::Result<Survey> survey(const LogFile& file, const ReadOptions& options,
                                          const Progress& progress);
// The same for who follows it: tells after each block what it has found, and its outcome.
void survey(const LogFile& file, const ReadOptions& options, SurveyFeed& feed);

// Why a timestamp cannot be believed; nullopt: it can.
[[nodiscard]] std::optional<base::Error> time_problem(const LogFile& file,
                                                      const ReadOptions& options,
                                                      base::WallTime printed,
                                                      std::size_t zone_jumps);

}  // namespace steptail::history
