#include "daemon/log_arguments.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "base/posix_file_system.h"
#include "daemon/argument_check.h"
#include "daemon/log_source.h"
#include "daemon/printable.h"
#include "daemon/settings.h"

namespace steptail::daemon {
namespace {

// What the log was called before it was packed.
std::string unpacked_name(std::string name) {
  for (const char* packed : kPackedEndings) {
    if (name.ends_with(packed)) name.resize(name.find_last_of('.'));
  }
  return name;
}

tail::Labels labels_of(const std::string& path, const std::optional<tail::PathPattern>& pattern) {
  if (pattern) {
    for (const std::string& name : {unpacked_name(path), path}) {
      if (auto labels = pattern->match(absolute_path(name))) return *labels;
      if (auto labels = pattern->match(name)) return *labels;
    }
    std::fprintf(stderr,
                 "steptail: %s does not match --path-pattern; its run is named after the file\n",
                 printable(path).c_str());
  }
  std::string name =
      path == "-" ? "stdin" : unpacked_name(std::filesystem::path(path).filename().string());
  std::size_t dot = name.find_last_of('.');
  if (dot != std::string::npos && dot > 0) name.resize(dot);
  return {{"run", name}};
}

}  // namespace

void add_log_arguments(CLI::App& command, LogArguments& arguments) {
  command.add_option("--as", arguments.as, "Read as this format, whatever it looks like");
  command
      .add_option("--path-pattern", arguments.path_pattern,
                  "Take labels from the path, such as '/scratch/{user}/{run}/*.log'")
      ->check(taken_by(tail::PathPattern::parse));
  command.add_option("--timezone", arguments.timezone, "Zone of timestamps that name none")
      ->capture_default_str()
      ->check(taken_by(lines::TimeZone::named));
  command
      .add_option("--format-directory", arguments.format_directories,
                  "A site's own formats, repeatable")
      ->allow_extra_args(false);
}

base::Checked<LogSettings> load_log_settings(const LogArguments& arguments) {
  LogSettings settings;
  base::PosixFileSystem fs;
  base::Errors errors;
  const auto sites = read_site_formats(fs, arguments.format_directories, errors);
  if (!arguments.as.empty()) {
    check_format_name("--as", arguments.as, sites, errors);
    settings.only = {arguments.as};
  }
  if (auto formats = load_formats(sites)) {
    settings.formats = std::move(*formats);
  } else {
    base::append(errors, std::move(formats.error()));
  }
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  auto zone = lines::TimeZone::named(arguments.timezone);
  if (!zone) return tl::unexpected(base::Errors{zone.error()});
  settings.zone = std::move(*zone);
  if (!arguments.path_pattern.empty()) {
    auto pattern = tail::PathPattern::parse(arguments.path_pattern);
    if (!pattern) return tl::unexpected(base::Errors{pattern.error()});
    settings.pattern = std::move(*pattern);
  }
  return settings;
}

void say_unknown(const std::string& path, bool empty, const std::string& as) {
  const std::string name = printable(path);
  if (empty) {
    std::fprintf(stderr, "steptail: %s is empty\n", name.c_str());
  } else if (!as.empty()) {
    std::fprintf(stderr, "steptail: no line of %s is in format %s; without --as all are tried\n",
                 name.c_str(), as.c_str());
  } else {
    std::fprintf(stderr, "steptail: %s is in no known format; `steptail formats` lists them\n",
                 name.c_str());
  }
}

pipeline::FileIdentity identity_of(const std::string& path, const LogSettings& settings) {
  pipeline::CompiledEntry entry;
  entry.config.labels = settings.labels;
  return pipeline::identify(entry, labels_of(path, settings.pattern));
}

}  // namespace steptail::daemon
