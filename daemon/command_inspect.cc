#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "daemon/commands.h"
#include "daemon/inspect_report.h"
#include "daemon/log_arguments.h"
#include "daemon/log_source.h"
#include "daemon/progress_bar.h"
#include "daemon/settings.h"
#include "daemon/system_clock.h"
#include "daemon/unmatched_report.h"
#include "format/format_loader.h"
#include "metrics/page.h"
#include "pipeline/inspection.h"

namespace steptail::daemon {
namespace {

struct InspectFlags {
  LogArguments logs;
  std::string output = "text";
  std::string suggest;
};

base::Result<pipeline::Inspection::FileReport> read_file(pipeline::Inspection& inspection,
                                                         const std::string& path,
                                                         pipeline::FileIdentity identity) {
  SystemClock clock;
  auto log = open_named_log(path);
  if (!log) return tl::unexpected(log.error());
  pipeline::Inspection::Input input{.path = path,
                                    .identity = std::move(identity.identity),
                                    .rank = std::move(identity.rank),
                                    .modified = clock.wall(),
                                    .source = std::move(log->source)};
  if (log->stat) {
    input.modified = log->stat->modified;
    input.size = log->stat->size;
  }
  const std::uint64_t least = log->packed ? 0 : input.size;
  ProgressBar bar(clock, path, least);
  auto report = inspection.read(std::move(input), [&](std::uint64_t done) {
    bar.update(done);
    return true;
  });
  if (report && report->bytes < least) report = tl::unexpected(shrunk(path));
  return report;
}

// Two logs of the same name are compared by their paths; on a page they are one run.
std::vector<pipeline::FileIdentity> identities_of(const InspectFlags& flags,
                                                  const LogSettings& settings) {
  std::vector<pipeline::FileIdentity> identities;
  for (const std::string& file : flags.logs.files) {
    identities.push_back(identity_of(file, settings));
  }
  const bool same = identities.size() == 2 && identities[0].identity == identities[1].identity &&
                    identities[0].rank == identities[1].rank;
  if (!same || flags.output == "metrics" || settings.pattern) return identities;
  for (std::size_t i = 0; i < identities.size(); ++i) {
    identities[i].identity.labels = {{"run", flags.logs.files[i]}};
  }
  return identities;
}

void print(const std::string& output, pipeline::Inspection& inspection,
           const std::vector<pipeline::Inspection::FileReport>& reports) {
  auto snapshot = inspection.snapshot();
  std::string text;
  if (output == "metrics") {
    std::vector<std::shared_ptr<const metrics::ShardSnapshot>> shards{snapshot};
    text = metrics::render_page(shards, nullptr, metrics::PageFormat::Text004);
  } else if (output == "json") {
    text = json_report(*snapshot, inspection, reports);
  } else {
    text = text_report(*snapshot, inspection, reports);
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
}

int print_suggestion(const std::string& name, const pipeline::Inspection& inspection, int status) {
  const std::string format = suggested_format(name, inspection);
  if (format.empty()) {
    print_errors({{.message = "--suggest: no frequent line that nothing matched has numbers behind "
                              "words, such as 'step=7 loss=2.5'"}});
    return 1;
  }
  std::fputs(format.c_str(), stdout);
  return status;
}

int inspect(const InspectFlags& flags) {
  auto settings = load_log_settings(flags.logs);
  if (!settings) {
    print_errors(settings.error());
    return 1;
  }
  SystemClock clock;
  pipeline::Inspection inspection(
      {.formats = settings->formats,
       .only = settings->only,
       .zone = settings->zone,
       .keeps_unmatched = flags.output == "text" || !flags.suggest.empty()},
      clock);
  std::vector<pipeline::Inspection::FileReport> reports;
  int status = 0;
  std::vector<pipeline::FileIdentity> identities = identities_of(flags, *settings);
  for (std::size_t i = 0; i < flags.logs.files.size(); ++i) {
    const std::string& file = flags.logs.files[i];
    auto report = read_file(inspection, file, std::move(identities[i]));
    if (!report) {
      print_errors({report.error()});
      status = 1;
      continue;
    }
    if (report->formats.empty() && flags.suggest.empty())
      say_unknown(file, report->bytes == 0, flags.logs.as);
    reports.push_back(std::move(*report));
  }
  if (reports.empty()) return status;
  if (!flags.suggest.empty()) return print_suggestion(flags.suggest, inspection, status);
  print(flags.output, inspection, reports);
  return status;
}

}  // namespace

void add_inspect_command(CLI::App& app, int& status) {
  auto flags = std::make_shared<InspectFlags>();
  CLI::App* command = app.add_subcommand("inspect", "Read log files once and say what is in them");
  command->add_option("FILE", flags->logs.files, "Log files; - is standard input")->required();
  command->add_option("--output", flags->output, "text, json or metrics")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "metrics"}));
  command->add_option("--suggest", flags->suggest,
                      "Print a format of this name that reads the frequent unmatched lines");
  add_log_arguments(*command, flags->logs);
  command->callback([flags, &status] {
    if (!flags->suggest.empty() && !format::is_format_name(flags->suggest)) {
      throw CLI::ValidationError("--suggest", "a name is lower case letters, digits and '-', not " +
                                                  base::quoted(flags->suggest));
    }
    status = inspect(*flags);
  });
}

}  // namespace steptail::daemon
