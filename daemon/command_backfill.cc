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
#include "daemon/backfill_runs.h"
#include "daemon/commands.h"
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

namespace steptail::daemon {
namespace {

struct BackfillFlags {
  LogArguments logs;
  std::string output;
  std::vector<std::string> labels;
  std::string start;
  std::string resolution;
};

constexpr const char* kNothingLeft = "nothing was written: there is no log left";

volatile std::sig_atomic_t interrupted = 0;

void interrupt(int) { interrupted = 1; }

bool not_interrupted() { return interrupted == 0; }

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

std::uint64_t all_samples(const history::SampleSpill& spill) {
  std::uint64_t samples = 0;
  for (std::size_t id = 0; id < spill.size(); ++id) samples += spill.samples(id);
  return samples;
}

base::Result<void> write_out(const history::SampleSpill& spill, OutputFile& output,
                             ProgressBars& bars) {
  const std::uint64_t total = all_samples(spill) * sizeof(history::Sample);
  auto behind =
      WriteBehind::start([&](std::span<const char> bytes) { return output.write(bytes); });
  if (!behind) return tl::unexpected(behind.error());
  auto written = history::write_open_metrics(
      spill, [&](base::ByteBlock& block) { return (*behind)->write(block); },
      [&](std::uint64_t done) {
        bars.update("writing", done * sizeof(history::Sample), total);
        return not_interrupted();
      });
  if (!written) return written;
  if (auto finished = (*behind)->finish(); !finished) return finished;
  return output.commit();
}

// Which logs cost only themselves was said of each; here of all.
void say_left_out(std::size_t left_out, std::size_t named) {
  if (left_out == 0) return;
  std::fprintf(stderr, "steptail: left out, for the reasons above: %zu of %zu logs\n", left_out,
               named);
}

// A scrape adds them, and nothing else can for series that no scrape brings.
void say_what_dashboards_miss(const LogSettings& settings) {
  const auto has = [&](const char* name) {
    return std::any_of(settings.labels.begin(), settings.labels.end(),
                       [&](const auto& label) { return label.first == name; });
  };
  if (has("job") && has("instance")) return;
  std::fprintf(stderr,
               "steptail: the dashboards look for series with a job and an instance, which a "
               "scrape adds; here --labels job=steptail,instance=history does\n");
}

base::Result<void> check_output(const BackfillFlags& flags) {
  for (const std::string& log : flags.logs.files) {
    if (same_file(log, flags.output)) {
      return base::fail("--output: " + flags.output + " is one of the logs; name another file");
    }
  }
  return {};
}

// False: all is written but what could not be read, which was said.
base::Result<bool> backfill(const BackfillFlags& flags, LogSettings& settings,
                            history::ReadOptions& options) {
  if (auto labels = add_labels(flags, settings); !labels) return tl::unexpected(labels.error());
  if (auto times = add_times(flags, options); !times) return tl::unexpected(times.error());
  auto files = group_files(flags.logs.files, settings);
  if (files.runs.empty()) return base::fail(kNothingLeft);
  if (auto other = check_output(flags); !other) return tl::unexpected(other.error());
  auto output = OutputFile::create(flags.output);
  if (!output) return tl::unexpected(output.error());
  auto scratch = ScratchFile::create_beside(output->file());
  if (!scratch) return tl::unexpected(scratch.error());
  history::Backfill history(options, **scratch);
  const SystemClock clock;
  ProgressBars bars(clock);
  auto read = read_runs(std::move(files.runs), options, history, bars, not_interrupted);
  if (!read) return tl::unexpected(read.error());
  if (read->runs == 0) return base::fail(kNothingLeft);
  if (auto written = write_out(history.spill(), *output, bars); !written) {
    return tl::unexpected(written.error());
  }
  bars.clear();
  const std::size_t unread = files.unreadable + read->refused;
  say_left_out(unread + read->unknown, flags.logs.files.size());
  say_what_dashboards_miss(settings);
  return unread == 0;
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
  if (done) return *done ? 0 : 1;
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
