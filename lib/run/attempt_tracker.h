#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/codec.h"
#include "run/format_track.h"
#include "run/source_table.h"
#include "run/step.h"

namespace steptail::run {

// Says what a progress line or a start-up line means for the run: the run goes on, the same again,
// another rank's late copy, or a new attempt.
//
// Every format leads its own steps. The leader of a format is the source (rank of a file) that
// first printed its highest step of the attempt. A line above that step advances the run, whoever
// prints it. At or below it:
//   - the leader's own, or any while no rank is known: the same step is a repeat, a lower one falls
//     back: a new attempt. Epochs, positions and plain lines never fall back.
//   - another rank's: a late copy.
//   - the same rank (or none) in another file: the same step is a repeat, since what one file says
//     of it the other may not; a lower one is late where that file has made progress before (its
//     numbers count, its step does not), else a job that was queued again: it falls back.
// A rank whose file is read after another's (not live) is behind by whole attempts; it catches up
// by its own start-up lines and falls. Until then its progress is a copy.
//
// Replayed iterations: within an attempt, the steps that a format passes again, up to its highest
// of all attempts; the first line of the attempt passes one. Counted of one format an attempt, as
// they pass.
class AttemptTracker {
 public:
  static constexpr std::size_t kMostFormats = 64;

  enum class Kind : std::uint8_t { First, Advance, Repeat, Late, Copy, Fallback };
  struct Verdict {
    Kind kind = Kind::Copy;
    double advance = 0;   // iterations that the line stands for: of First and Advance
    double replayed = 0;  // of them, done before
    [[nodiscard]] bool leads() const { return kind == Kind::First || kind == Kind::Advance; }
  };
  enum class Banner : std::uint8_t { Same, New, Copy };

  // The index of a format's track, made if new; nullopt past kMostFormats.
  [[nodiscard]] std::optional<std::size_t> format(std::string_view name);
  [[nodiscard]] FormatTrack& track(std::size_t format) { return formats_[format]; }
  [[nodiscard]] Source& source(std::string_view rank, const SourcePath& path) {
    return sources_.at(rank, path);
  }

  // After Fallback: begin_attempt(), then judge() the line again.
  [[nodiscard]] Verdict judge(std::size_t format, Source& from, const Step& step, bool live);
  // New: begin_attempt() is done.
  [[nodiscard]] Banner banner(Source& from, std::string_view rule, bool live);
  void begin_attempt(Source& from);
  void ended() { ++moves_; }  // the run finished or failed

  // What `from` says of states and events is past: it is a rank behind in a file of its own, or one
  // that is only now read through its start (`start_up`: such a line).
  [[nodiscard]] bool lags(const Source& from, bool live, bool start_up) const;
  [[nodiscard]] std::uint64_t attempt() const { return attempt_; }

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  [[nodiscard]] bool current(const Source& from, bool live) const;
  [[nodiscard]] bool catch_up(std::size_t format, Source& from, const Step& step, bool live) const;
  [[nodiscard]] Kind compare(FormatTrack& format, const Source& from, const Step& step);
  Verdict lead(std::size_t index, Source& from, const Step& step, Kind kind);
  [[nodiscard]] double replayed(std::size_t index, double value, Kind kind);
  void join(Source& from, std::uint64_t rule);

  std::vector<FormatTrack> formats_;
  SourceTable sources_;
  std::uint64_t attempt_ = 1;
  std::uint64_t advances_ = 1;          // numbers advances and attempts, never 0
  std::uint64_t moves_ = 0;             // progress and ends of the run
  std::uint64_t moves_at_attempt_ = 0;  // when the attempt began
  bool ranked_ = false;                 // a rank has printed progress or a banner in this attempt
  std::uint64_t speaking_path_ = 0;     // hash of the file that last made progress; 0: none
  std::size_t replay_owner_ = kMostFormats;
};

}  // namespace steptail::run
