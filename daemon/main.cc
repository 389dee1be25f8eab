#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "daemon/commands.h"
#include "daemon/printable.h"
#include "daemon/standard_streams.h"
#include "daemon/version.h"

namespace {

// CLI11 has exit statuses of its own; ours are 0 for --help and 2 for wrong usage.
int usage_status(const CLI::App& app, const CLI::ParseError& error) {
  return app.exit(error) == 0 ? 0 : 2;
}

// Says what CLI11 does not: which word is no command, and which are.
bool complain_of_command(const CLI::App& app, const std::string& word) {
  if (word.starts_with('-')) return false;
  std::string commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == word) return false;
    commands += (commands.empty() ? "" : ", ") + command->get_name();
  }
  std::fprintf(stderr, "steptail: there is no command '%s'; there are %s\n",
               steptail::daemon::printable(word).c_str(), commands.c_str());
  return true;
}

// Of `--option=` CLI11 takes the next word for the value: a path that follows would be lost.
bool complain_of_empty_value(std::span<char* const> arguments) {
  for (const std::string_view word : arguments) {
    if (word == "--") return false;
    if (!word.starts_with("--") || word.find('=') != word.size() - 1) continue;
    std::fprintf(stderr, "steptail: %s has no value; give one, or leave it out\n",
                 steptail::daemon::printable(word).c_str());
    return true;
  }
  return false;
}

int run(int argc, char** argv) {
  CLI::App app{"steptail: training logs into Prometheus"};
  app.set_version_flag("--version", std::string("steptail, version ") + steptail::daemon::kVersion +
                                        " (revision: " + steptail::daemon::kRevision + ")");
  app.require_subcommand(1);
  app.get_formatter()->column_width(38);
  int status = 0;
  steptail::daemon::add_serve_command(app, status);
  steptail::daemon::add_inspect_command(app, status);
  steptail::daemon::add_backfill_command(app, status);
  steptail::daemon::add_check_command(app, status);
  steptail::daemon::add_formats_command(app, status);
  steptail::daemon::add_demo_command(app, status);
  steptail::daemon::add_healthcheck_command(app, status);
  if (complain_of_empty_value({argv, static_cast<std::size_t>(argc)})) return 2;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (argc > 1 && complain_of_command(app, argv[1])) return 2;
    return usage_status(app, error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "steptail: %s\n", error.what());
    return 1;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  steptail::daemon::open_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a failed write, as on a full disk
  const int status = run(argc, argv);
  if (auto printed = steptail::daemon::flush_standard_output(); !printed) {
    std::fprintf(stderr, "steptail: %s\n", printed.error().to_string().c_str());
    return status == 0 ? 1 : status;
  }
  return status;
}
