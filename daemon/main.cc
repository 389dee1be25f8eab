#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <span>
#include <string>

#include "daemon/commands.h"
#include "daemon/standard_streams.h"
#include "daemon/usage.h"
#include "daemon/version.h"

namespace {

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
  const std::span<char* const> arguments{argv, static_cast<std::size_t>(argc)};
  if (steptail::daemon::complain_of_empty_value(arguments)) return 2;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
    steptail::daemon::complain_of_usage(app, error, arguments);
    return 2;  // CLI11 has statuses of its own
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
