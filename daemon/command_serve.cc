#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file_lock.h"
#include "config/listen_address.h"
#include "daemon/app.h"
#include "daemon/commands.h"
#include "daemon/huge_pages.h"
#include "daemon/logging.h"
#include "web/pages.h"

namespace steptail::daemon {
namespace {

struct ServeFlags {
  std::string config_file;
  std::string log_level = "info";
  std::string log_format = "logfmt";
  AppOptions app;
};

int serve(ServeFlags& flags) {
  prefer_huge_pages();
  if (!flags.config_file.empty()) {
    flags.app.source.config_file = flags.config_file;
  } else if (flags.app.source.patterns.empty()) {
    flags.app.source.config_file = kDefaultConfig;
  }
  base::Logger log = make_logger({.level = *log_level_from_name(flags.log_level),
                                  .format = *log_format_from_name(flags.log_format)});
  std::optional<base::FileLock> lock;
  if (!flags.app.storage_path.empty()) {
    base::PosixFileSystem fs;
    auto made = fs.make_directories(flags.app.storage_path);
    auto locked = base::FileLock::acquire(flags.app.storage_path + "/lock");
    if (locked) {
      lock = std::move(*locked);
    } else if (locked.error().code == std::errc::resource_unavailable_try_again) {
      print_errors({locked.error()});
      return 1;
    } else {
      // Whatever lies there, a start never fails for it. What can be read there is; saves are tried
      // all the same, and counted, until somebody has mended it.
      base::log_event(log, base::LogLevel::Error, "storage_unusable",
                      {{"error", locked.error().to_string()}});
    }
  }
  return App(flags.app, log).run();
}

// What CLI11 wants of a check: nothing, or what is wrong.
std::string address_problem(const std::string& text) {
  return config::listen_address_problem(text).value_or("");
}

std::string telemetry_path_problem(const std::string& path) {
  if (!path.starts_with('/'))
    return "'" + path + "' is no path; it begins with /, as /metrics does";
  if (web::is_own_page(path)) return path + " is another page; choose a path such as /metrics";
  return {};
}

}  // namespace

void add_serve_command(CLI::App& app, int& status) {
  auto flags = std::make_shared<ServeFlags>();
  CLI::App* command =
      app.add_subcommand("serve", "Follow training logs and serve them to Prometheus (the daemon)");
  command->add_option("PATTERN", flags->app.source.patterns,
                      "Files to follow, such as '/scratch/{user}/{run}/*.log'");
  command->add_option(
      "--config.file", flags->config_file,
      std::string("Configuration (default ") + kDefaultConfig + " where no PATTERN is given)");
  command
      ->add_option("--format-directory", flags->app.source.format_directories,
                   "A site's own formats, repeatable, beside those of the configuration")
      ->allow_extra_args(false);
  command
      ->add_option("--web.listen-address", flags->app.listen_addresses,
                   "Address to listen on, repeatable (default 127.0.0.1:10480; port 0 picks one)")
      ->allow_extra_args(false)
      ->check(address_problem);
  command->add_option("--web.telemetry-path", flags->app.telemetry_path, "Path of the metrics page")
      ->capture_default_str()
      ->check(telemetry_path_problem);
  command
      ->add_option("--web.max-requests", flags->app.max_requests,
                   "Requests answered at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  command->add_option("--web.config.file", flags->app.web_config_file,
                      "TLS and passwords, in the schema that Prometheus exporters share");
  command->add_flag("--web.systemd-socket", flags->app.systemd_socket,
                    "Listen on the sockets that systemd passes, not on addresses");
  command->add_option("--web.port-file", flags->app.port_file,
                      "File to write the bound addresses to");
  command->add_option("--storage.path", flags->app.storage_path,
                      "Directory for checkpoints (none: keep none)");
  command->add_option("--log.level", flags->log_level, "debug, info, warn or error")
      ->capture_default_str()
      ->check(CLI::IsMember({"debug", "info", "warn", "error"}));
  command->add_option("--log.format", flags->log_format, "logfmt or json")
      ->capture_default_str()
      ->check(CLI::IsMember({"logfmt", "json"}));
  command->callback([flags, &status] { status = serve(*flags); });
}

}  // namespace steptail::daemon
