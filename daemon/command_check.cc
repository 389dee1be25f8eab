#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "base/posix_file_system.h"
#include "daemon/commands.h"
#include "daemon/explain.h"
#include "daemon/settings.h"
#include "format/format.h"
#include "format/sample_check.h"

namespace steptail::daemon {
namespace {

constexpr const char* kDefaultConfig = "/etc/steptail/steptail.yaml";

struct Flags {
  std::string config_file;
  std::string explain;
};

// The default file may be missing: then the built-in formats alone are checked.
SettingsSource source_of(const Flags& flags, base::FileSystem& fs) {
  SettingsSource source;
  if (!flags.config_file.empty()) {
    source.config_file = flags.config_file;
  } else if (fs.stat(kDefaultConfig)) {
    source.config_file = kDefaultConfig;
  }
  return source;
}

int check(const Flags& flags) {
  base::PosixFileSystem fs;
  SettingsSource source = source_of(flags, fs);
  auto settings = load_settings(fs, source);
  if (!settings) {
    print_errors(settings.error());
    return 1;
  }
  if (!flags.explain.empty()) {
    Explanation explanation = explain(fs, *settings, absolute_path(flags.explain));
    std::fputs(explanation.text.c_str(), stdout);
    return 0;
  }
  base::Errors errors = format::check_samples(settings->formats);
  if (!errors.empty()) {
    print_errors(errors);
    return 1;
  }
  std::printf("%s: %zu watch entries, %zu formats, every sample as expected\n",
              source.config_file.value_or("no configuration file").c_str(),
              settings->entries.size(), settings->formats->formats().size());
  return 0;
}

}  // namespace

void add_check_command(CLI::App& app, int& status) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command =
      app.add_subcommand("check", "Check configuration and formats, and run the formats' samples");
  command->add_option("--config.file", flags->config_file,
                      std::string("Configuration (default ") + kDefaultConfig + ")");
  command->add_option("--explain", flags->explain, "Say why this file is, or is not, on the page");
  command->callback([flags, &status] { status = check(*flags); });
}

}  // namespace steptail::daemon
