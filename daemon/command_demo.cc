#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "daemon/asio_loop.h"
#include "daemon/commands.h"
#include "daemon/settings.h"
#include "daemon/signals.h"
#include "simulate/job_script.h"
#include "simulate/log_writer.h"

namespace steptail::daemon {
namespace {

constexpr std::uint64_t kSeed = 20;  // every demo tells the same story

int demo(const std::string& directory, double speed) {
  AsioLoop loop;
  Signals signals(loop, {.terminate = [&](int) { loop.stop(); }, .reload = [] {}});
  if (auto started = signals.start(); !started) {
    print_errors({started.error()});
    return 1;
  }
  simulate::LogWriter writer(loop, directory, simulate::demo_fleet(kSeed), speed);
  if (auto started = writer.start(); !started) {
    print_errors({started.error()});
    return 1;
  }
  std::fprintf(stderr, "steptail: simulated training logs grow below %s; stop with Ctrl-C\n",
               directory.c_str());
  loop.run();
  return 0;
}

}  // namespace

void add_demo_command(CLI::App& app, int& status) {
  auto directory = std::make_shared<std::string>("steptail-demo");
  auto speed = std::make_shared<double>(1.0);
  CLI::App* command =
      app.add_subcommand("demo", "Write living simulated training logs, for trying things out");
  command->add_option("--directory", *directory, "Where to write them")->capture_default_str();
  command->add_option("--speed", *speed, "How many times faster than life")
      ->capture_default_str()
      ->check(CLI::Range(0.01, 1000.0));
  command->callback([directory, speed, &status] { status = demo(*directory, *speed); });
}

}  // namespace steptail::daemon
