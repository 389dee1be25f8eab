#include "daemon/backfill_runs.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

#include "daemon/figures.h"
#include "daemon/settings.h"
#include "metrics/label_text.h"

namespace steptail::daemon {
namespace {

void say_one(const run::RunIdentity& identity, const std::string& what) {
  std::fprintf(stderr, "steptail: {%s}: %s\n", metrics::render_identity(identity).c_str(),
               what.c_str());
}

void say(const run::RunIdentity& identity, const history::RunReport& report,
         const history::ReadOptions& options) {
  const lines::TimeZone& zone = options.zone;
  say_one(identity, counted(report.lines.dated, "line") + " dated, " +
                        std::to_string(report.lines.walked) + " walked, " +
                        std::to_string(report.lines.unknown) + " unknown; " +
                        counted(report.samples, "sample") + " from " + zone.to_text(report.first) +
                        " to " + zone.to_text(report.last));
  if (report.replaced > 0) {
    say_one(identity, "values that a later one of the same moment replaced: " +
                          std::to_string(report.replaced));
  }
  if (report.reordered) {
    say_one(identity,
            "its attempts stand in another order than their dates, by which they were read");
  }
  if (report.apart > 0) {
    say_one(identity, "attempts that overlap others, and whose series have a label attempt: " +
                          std::to_string(report.apart));
  }
  if (options.start && report.lines.dated > 0) {
    say_one(identity, "--start is for a log without dates, and was not used where lines are dated");
  }
}

// The run without the log that the error names. False: it names none of them.
bool leave_out(const base::Error& error, RunFiles& run, RunsRead& read) {
  const auto bad = std::find_if(run.files.begin(), run.files.end(),
                                [&](const auto& file) { return file.path == error.file; });
  if (bad == run.files.end()) return false;
  print_errors({error});
  ++(history::is_unknown_format(error) ? read.unknown : read.refused);
  run.files.erase(bad);
  return true;
}

}  // namespace

base::Result<RunsRead> read_runs(std::vector<RunFiles> runs, const history::ReadOptions& options,
                                 history::Backfill& history, ProgressBars& bars,
                                 const std::function<bool()>& goes_on) {
  const auto progress = [&](const std::string& what, std::uint64_t done, std::uint64_t total) {
    bars.update(what, done, total);
    return goes_on();
  };
  RunsRead read;
  for (RunFiles& run : runs) {
    while (!run.files.empty()) {
      auto report = history.add_run(run.identity, run.files, progress);
      bars.clear();
      if (report) {
        say(run.identity, *report, options);
        ++read.runs;
        break;
      }
      if (!leave_out(report.error(), run, read)) return tl::unexpected(report.error());
    }
  }
  return read;
}

}  // namespace steptail::daemon
