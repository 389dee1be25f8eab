#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "history/log_file.h"
#include "history/sample_spill.h"
#include "run/run_identity.h"

namespace steptail::history {

class Recorder;
class Replay;
struct Survey;

// What became of the logs of one run.
struct RunReport {
  LineCounts lines;
  std::uint64_t samples = 0;
  std::uint64_t replaced = 0;  // values that a later one of the same moment took over
  std::uint64_t apart = 0;     // attempts that overlap another, kept apart by a label `attempt`
  bool reordered = false;      // attempts stand in another order than their dates
  base::WallTime first{}, last{};
};

// Finished logs to samples with the times at which their lines were written: the series that
// `serve` would have shown, by the same fold.
//
// A log is gone through twice, first for its times (Survey). A log of one file is surveyed on a
// thread of its own, and replayed on the caller's as far as its times are known. Attempts are
// folded in the order of their dates, whatever their order in the files. Thread: one, and the one
// that it starts. Memory: bounded, whatever the length of the logs.
class Backfill {
 public:
  // Lifetime: `scratch` outlives it.
  Backfill(ReadOptions options, Scratch& scratch);

  // All files of one run. Errors: what Survey and the source say, no known format, each naming the
  // file; a full disk, stopped. After an error that names a file it is as if the run had never been
  // added; after another one the samples are of no use.
  base::Result<RunReport> add_run(const run::RunIdentity& identity,
                                  const std::vector<LogFile>& files, const Progress& progress);

  [[nodiscard]] const SampleSpill& spill() const { return spill_; }

 private:
  base::Result<RunReport> read_run(const run::RunIdentity& identity,
                                   const std::vector<LogFile>& files, const Progress& progress);
  // Of one file.
  base::Result<RunReport> read_beside_survey(const std::string& label_text,
                                             const std::vector<LogFile>& files,
                                             const Progress& progress);
  base::Result<RunReport> read_surveyed(const std::string& label_text,
                                        const std::vector<LogFile>& files,
                                        const std::vector<Survey>& surveys,
                                        const Progress& progress);

  base::Result<RunReport> finish(Replay& replay, Recorder& recorder, SampleSpill::Id mark);

  ReadOptions options_;
  SampleSpill spill_;
};

}  // namespace steptail::history
