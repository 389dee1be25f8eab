#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "history/line_clock.h"
#include "history/line_sink.h"
#include "history/line_tape.h"
#include "history/log_file.h"
#include "history/log_reader.h"
#include "history/recorder.h"
#include "history/step_walk.h"
#include "history/survey.h"
#include "run/run_state.h"

namespace steptail::history {

// Folds the lines of one run, piece by piece, each at its own time, and takes down what its page
// would have said after each of them and in between: once a minute what is there at any time (every
// four of a silence of more than an hour), and the moment at which it stood still for too long.
// Thread: one. Lifetime: options and recorder outlive it.
class Replay final : private LineSink {
 public:
  Replay(const ReadOptions& options, Recorder& recorder);

  // Begins with a piece of a file. Pieces come in the order of their times; one that begins before
  // the last one ended is kept apart under a label `attempt`, unless it is another rank's.
  // `unknown`: nothing says when its lines were written; they are placed a second apart.
  void begin(const LogFile& file, const Piece& piece, bool unknown);
  // Its lines before `end` come next, by what is known of its scales. Those on the tape, which
  // holds no others: true when all of it was said.
  base::Result<bool> play(LineTape& tape, std::uint64_t end, std::span<const float> scales,
                          const Progress& progress);
  // Or those that it reads itself, from where it stands in the file of the piece.
  base::Result<void> read(std::uint64_t end, std::span<const float> scales,
                          const Progress& progress);
  base::Result<void> go_to(const Place& place) { return reader_.seek(*file_, place); }
  [[nodiscard]] bool stands_at(std::uint64_t offset) const {
    return reader_.stands_at(*file_, offset);
  }
  // All of them were said.
  void end(const Piece& piece);
  // The last line was read: what becomes of the run after it.
  void finish();

  [[nodiscard]] const LineCounts& lines() const { return lines_; }
  [[nodiscard]] std::uint64_t apart() const { return apart_; }
  [[nodiscard]] std::optional<base::WallTime> first() const { return first_; }
  [[nodiscard]] base::WallTime last() const { return latest_; }

 private:
  void on_date(base::WallTime printed, std::uint64_t begin) override;
  void on_record(const format::Record& record, const run::LineContext& context) override;
  void begin_attempt(base::WallTime start);
  void learn(std::span<const float> scales);
  [[nodiscard]] base::Result<void> check(bool stopped) const;
  void place(const run::LineContext& context, const std::optional<Steps>& steps);
  void move_to(base::WallTime time, bool by_new_line);
  void count(bool dated);
  void pass(base::WallTime until);
  void look_between(base::WallTime at);
  [[nodiscard]] base::Duration look_every() const;
  [[nodiscard]] bool is_time_to_look_at_life() const;
  void look_at_life(base::WallTime at);
  void look_at_life_so_far();
  [[nodiscard]] bool is_over(base::WallTime at, const run::StallStatus& stall) const;
  [[nodiscard]] run::StallStatus stall_at(base::WallTime at) const;

  const ReadOptions& options_;
  Recorder& recorder_;
  run::RunState state_;
  std::vector<float> scales_;  // of the piece at hand
  std::optional<LineClock> clock_;
  std::optional<StepWalk> walk_;
  LogReader reader_;
  const LogFile* file_ = nullptr;
  std::uint64_t ended_at_ = 0;  // of the file: where the last piece ended
  std::uint64_t line_begin_ = 0;
  base::WallTime last_{};    // of the last line
  base::WallTime latest_{};  // of all lines
  base::WallTime finish_{};  // of the pieces so far
  std::optional<base::WallTime> first_;
  base::WallTime looked_{};  // at what time between lines; at first the first line
  base::WallTime looked_at_life_{};
  base::WallTime passed_{};  // until when it was looked between lines
  bool placed_by_date_ = false;
  bool unknown_ = false;
  bool is_apart_ = false;
  bool other_rank_ = false;
  std::uint64_t apart_ = 0;
  LineCounts lines_;
  std::optional<base::Error> problem_;
};

}  // namespace steptail::history
