#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "config/label_name.h"
#include "config/units.h"
#include "daemon/argument_check.h"
#include "daemon/backfill_files.h"
#include "daemon/commands.h"
#include "daemon/figures.h"
#include "daemon/log_arguments.h"
#include "daemon/output_file.h"
#include "daemon/progress_bar.h"
#include "daemon/scratch_file.h"
#include "daemon/settings.h"
#include "daemon/start_time.h"
#include "daemon/system_clock.h"
#include "daemon/write_behind.h"
#include "history/backfill.h"
#include "history/exposition.h"
#include "metrics/label_text.h"

namespace steptail::daemon {
namespace {

struct BackfillFlags {
  LogArguments logs;
  std::string output;
  std::vector<std::string> labels;
  std::string start;
  std::string resolution;
};

volatile std::sig_atomic_t interrupted = 0;

void interrupt(int) { interrupted = 1; }

// A bar for each of the things that are done one after the other; a signal stops them.
class Bars {
 public:
  bool update(const std::string& what, std::uint64_t done, std::uint64_t total) {
    if (what != what_) {
      bar_.reset();
      bar_ = std::make_unique<ProgressBar>(clock_, what, total);
      what_ = what;
    }
    bar_->update(done);
    return interrupted == 0;
  }
  void clear() { bar_.reset(); }

 private:
  SystemClock clock_;
  std::string what_;
  std::unique_ptr<ProgressBar> bar_;
};

base::Result<std::pair<std::string, std::string>> parse_label(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    return base::fail(base::quoted(text) + " is no label; write name=value");
  }
  std::string name = text.substr(0, equals);
  // What a scrape would have added, and dashboards ask for.
  const bool is_of_target = name == "job" || name == "instance";
  if (auto problem = config::label_name_problem(name); problem && !is_of_target) {
    return base::fail(base::quoted(name) + " " + *problem);
  }
  return std::pair{std::move(name), text.substr(equals + 1)};
}

base::Result<void> check_captured(const LogSettings& settings, const std::string& name) {
  if (!settings.pattern) return {};
  const auto& captured = settings.pattern->label_names();
  if (std::find(captured.begin(), captured.end(), name) == captured.end()) return {};
  return base::fail("--labels: '" + name +
                    "' is also captured by --path-pattern; give one of them "
                    "another name");
}

base::Result<void> add_labels(const BackfillFlags& flags, LogSettings& settings) {
  for (const std::string& text : flags.labels) {
    auto label = parse_label(text);
    if (!label) return tl::unexpected(label.error());
    if (auto free = check_captured(settings, label->first); !free) return free;
    settings.labels.push_back(std::move(*label));
  }
  return {};
}

// For CLI11: as taken_by() of each.
std::string label_twice(const std::vector<std::string>& labels) {
  std::set<std::string> names;
  for (const std::string& label : labels) {
    const std::string name = label.substr(0, label.find('='));
    if (!names.insert(name).second) return base::quoted(name) + " is there twice";
  }
  return {};
}

base::Result<void> add_times(const BackfillFlags& flags, history::ReadOptions& options) {
  if (!flags.start.empty()) {
    auto start = parse_start_time(flags.start, options.zone, options.now);
    if (!start) return tl::unexpected(start.error());
    if (*start > options.now) return base::fail("--start: that is yet to come");
    options.start = *start;
  }
  if (!flags.resolution.empty()) {
    auto resolution = config::parse_duration(flags.resolution);
    if (!resolution) return tl::unexpected(resolution.error());
    options.resolution = *resolution;
  }
  return {};
}

void say_one(const run::RunIdentity& identity, const std::string& what) {
  std::fprintf(stderr, "steptail: {%s}: %s\n", metrics::render_identity(identity).c_str(),
               what.c_str());
}

void say(const run::RunIdentity& identity, const history::RunReport& report,
         const lines::TimeZone& zone) {
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
}

std::uint64_t all_samples(const history::SampleSpill& spill) {
  std::uint64_t samples = 0;
  for (std::size_t id = 0; id < spill.size(); ++id) samples += spill.samples(id);
  return samples;
}

base::Result<void> write_out(const history::SampleSpill& spill, OutputFile& output, Bars& bars) {
  const std::uint64_t total = all_samples(spill) * sizeof(history::Sample);
  auto behind =
      WriteBehind::start([&](std::span<const char> bytes) { return output.write(bytes); });
  if (!behind) return tl::unexpected(behind.error());
  auto written = history::write_open_metrics(
      spill, [&](base::ByteBlock& block) { return (*behind)->write(block); },
      [&](std::uint64_t done) {
        return bars.update("writing", done * sizeof(history::Sample), total);
      });
  if (!written) return written;
  if (auto finished = (*behind)->finish(); !finished) return finished;
  return output.commit();
}

base::Result<void> backfill(const BackfillFlags& flags, LogSettings& settings,
                            history::ReadOptions& options) {
  if (auto labels = add_labels(flags, settings); !labels) return labels;
  if (auto times = add_times(flags, options); !times) return times;
  auto runs = group_files(flags.logs.files, settings);
  if (!runs) return tl::unexpected(runs.error());
  for (const std::string& log : flags.logs.files) {
    if (same_file(log, flags.output)) {
      return base::fail("--output: " + flags.output + " is one of the logs; name another file");
    }
  }
  auto output = OutputFile::create(flags.output);
  if (!output) return tl::unexpected(output.error());
  auto scratch = ScratchFile::create_beside(output->file());
  if (!scratch) return tl::unexpected(scratch.error());
  history::Backfill history(options, **scratch);
  Bars bars;
  for (const RunFiles& run : *runs) {
    auto report =
        history.add_run(run.identity, run.files,
                        [&](const std::string& what, std::uint64_t done, std::uint64_t total) {
                          return bars.update(what, done, total);
                        });
    bars.clear();
    if (!report) return tl::unexpected(report.error());
    say(run.identity, *report, options.zone);
    if (options.start && report->lines.dated > 0) {
      say_one(run.identity,
              "--start is for a log without dates, and was not used where lines are dated");
    }
  }
  return write_out(history.spill(), *output, bars);
}

// 0 too when a signal has stopped it: nothing went wrong, and nothing is left behind.
int run(const BackfillFlags& flags) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, interrupt);
  std::signal(SIGPIPE, SIG_IGN);
  auto settings = load_log_settings(flags.logs);
  if (!settings) {
    print_errors(settings.error());
    return 1;
  }
  const SystemClock clock;
  history::ReadOptions options{.formats = settings->formats,
                               .only = settings->only,
                               .zone = settings->zone,
                               .now = clock.wall()};
  auto done = backfill(flags, *settings, options);
  if (done) return 0;
  print_errors({done.error()});
  return history::is_cancelled(done.error()) ? 0 : 1;
}

}  // namespace

void add_backfill_command(CLI::App& app, int& status) {
  auto flags = std::make_shared<BackfillFlags>();
  CLI::App* command = app.add_subcommand(
      "backfill", "Turn finished logs into OpenMetrics with the times of their lines");
  command->add_option("FILE", flags->logs.files, "Log files, also packed by gzip or zstd")
      ->required();
  command->add_option("--output", flags->output, "Write to this file; default: standard output");
  command->add_option("--labels", flags->labels, "Labels of every series: name=value,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(taken_by(parse_label));
  command
      ->add_option("--start", flags->start,
                   "When the log began, where nothing in it says: '2024-04-10 06:15:58'")
      ->check(taken_by([](const std::string& text) {
        return parse_start_time(text, lines::TimeZone::utc(), SystemClock().wall());
      }));
  command
      ->add_option("--resolution", flags->resolution,
                   "At most one sample of a series in so long, such as 15s; default: all")
      ->check(taken_by(config::parse_duration));
  add_log_arguments(*command, flags->logs);
  command->callback([flags, &status] {
    if (const std::string twice = label_twice(flags->labels); !twice.empty()) {
      throw CLI::ValidationError("--labels", twice);
    }
    status = run(*flags);
  });
}

}  // namespace steptail::daemon
