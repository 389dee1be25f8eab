#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/link_checked_file_system.h"
#include "base/posix_file_system.h"
#include "daemon/check_format.h"
#include "daemon/check_watch.h"
#include "daemon/commands.h"
#include "daemon/explain.h"
#include "daemon/figures.h"
#include "daemon/log_arguments.h"
#include "daemon/log_source.h"
#include "daemon/printable.h"
#include "daemon/settings.h"
#include "daemon/system_clock.h"
#include "format/format.h"
#include "format/format_loader.h"
#include "format/sample_check.h"
#include "web/security.h"

namespace steptail::daemon {
namespace {

struct CheckFlags {
  std::string config_file;
  std::string web_config_file;
  std::string explain;
  std::string format;
  std::vector<std::string> directories;
  std::vector<std::string> logs;
};

// The default file may be missing: then the built-in formats alone are checked.
SettingsSource source_of(const CheckFlags& flags, base::FileSystem& fs) {
  SettingsSource source;
  source.format_directories = flags.directories;
  if (!flags.config_file.empty()) {
    source.config_file = flags.config_file;
  } else if (const auto stat = fs.stat(kDefaultConfig);
             stat || stat.error().code != std::errc::no_such_file_or_directory) {
    source.config_file = kDefaultConfig;
  }
  return source;
}

// What the web configuration says, as a text for people; empty where none is named.
base::Checked<std::string> check_web_config(const CheckFlags& flags, base::FileSystem& fs) {
  if (flags.web_config_file.empty()) return std::string();
  auto security = web::load_security(fs, flags.web_config_file);
  if (!security) return tl::unexpected(security.error());
  const config::WebFile& file = (*security)->file;
  return flags.web_config_file + ": " + (file.tls ? "HTTPS" : "plain HTTP") + ", " +
         counted(file.users.size(), "user") + "\n";
}

int explain_one(const CheckFlags& flags, const SettingsSource& source, const Settings& settings) {
  if (!source.config_file && source.patterns.empty()) {
    std::printf(
        "There is no configuration: %s does not exist. Name another with --config.file, or "
        "the patterns of serve behind this file.\n",
        kDefaultConfig);
  }
  SystemClock clock;
  base::LinkCheckedFileSystem log_files;
  std::fputs(explain(log_files, clock, settings, absolute_path(flags.explain)).c_str(), stdout);
  return 0;
}

std::string passed(const SettingsSource& source, const Settings& settings) {
  const std::string formats =
      counted(settings.formats->formats().size(), "format") + ", every sample as expected\n";
  if (source.config_file) {
    const std::size_t entries = settings.entries.size();
    return *source.config_file + ": " + std::to_string(entries) +
           (entries == 1 ? " watch entry, " : " watch entries, ") + formats;
  }
  return std::string("There is no configuration: ") + kDefaultConfig +
         " does not exist. Name another with --config.file.\nOnly the built-in formats" +
         (source.format_directories.empty() ? "" : " and those of --format-directory") +
         " were checked: " + formats;
}

int check_web_config_alone(const CheckFlags& flags) {
  base::PosixFileSystem fs;
  auto web_config = check_web_config(flags, fs);
  if (!web_config) {
    print_errors(web_config.error());
    return 1;
  }
  std::fputs(web_config->c_str(), stdout);
  return 0;
}

int check_all(const CheckFlags& flags) {
  base::PosixFileSystem fs;
  SettingsSource source = source_of(flags, fs);
  source.patterns = flags.logs;  // with --explain alone
  auto settings = load_settings(fs, source);
  auto web_config = check_web_config(flags, fs);
  if (!settings) print_errors(settings.error());
  if (!web_config) print_errors(web_config.error());
  if (!settings || !web_config) return 1;
  if (!flags.explain.empty()) return explain_one(flags, source, *settings);
  base::Errors errors = format::check_samples(settings->formats);
  if (!errors.empty()) {
    print_errors(errors);
    return 1;
  }
  std::fputs(passed(source, *settings).c_str(), stdout);
  std::fputs(web_config->c_str(), stdout);
  if (!source.config_file) return 0;
  base::LinkCheckedFileSystem log_files;
  std::fputs(report_watch(log_files, *settings).c_str(), stdout);
  return 0;
}

bool is_file(const std::string& format) {
  return format.find('/') != std::string::npos || format.ends_with(".yaml") ||
         format.ends_with(".yml");
}

// In place of a site's format of that name.
void add_format_file(base::FileSystem& fs, const std::string& file,
                     std::vector<format::FormatSource>& sites, base::Errors& errors) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
  auto text = fs.read_all(file, kMaxBytes);
  if (!text) {
    errors.push_back(text.error());
    return;
  }
  std::erase_if(sites, [&file](const format::FormatSource& source) {
    return format::format_name_of(source.file) == format::format_name_of(file);
  });
  sites.push_back({.file = file, .text = *std::move(text)});
}

// The built-in formats, those of the directories, and the file that --format names.
base::Checked<std::shared_ptr<const format::FormatSet>> formats_of(const CheckFlags& flags) {
  base::PosixFileSystem fs;
  base::Errors errors;
  auto sites = read_site_formats(fs, flags.directories, errors);
  if (is_file(flags.format)) {
    add_format_file(fs, flags.format, sites, errors);
  } else if (!flags.format.empty()) {
    check_format_name("--format", flags.format, sites, errors);
  }
  auto formats = format::FormatSet::load_unrun(format::FormatSet::builtin_sources(), sites);
  if (!formats) base::append(errors, std::move(formats.error()));
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  return formats;
}

bool is_configuration(const std::string& path, std::string_view text) {
  return path.ends_with("yaml") &&
         (text.starts_with("watch:") || text.find("\nwatch:") != std::string_view::npos);
}

// What the lines gave together. `name`: of the log, where there are several; else empty.
void print_summary(const LineReport& report, const std::string& path, const std::string& name) {
  std::printf("\n%s%s%s\n", printable(name).c_str(), name.empty() ? "" : ": ",
              report.summary().c_str());
  if (!report.lacks_rules()) return;
  std::printf(
      "Most matched nothing: `steptail inspect --suggest my-trainer %s` drafts rules for the "
      "frequent ones.\n",
      printable(path).c_str());
}

// Errors: it cannot be read, or is no log; what was read until then is printed.
base::Result<void> print_lines(const std::string& path, const std::string& name,
                               LineReport report) {
  auto log = open_named_log(path);
  if (!log) return tl::unexpected(log.error());
  bool first = true;
  for (;; first = false) {
    auto bytes = log->source();
    if (!bytes) return tl::unexpected(bytes.error());
    if (first && is_configuration(path, *bytes)) {
      return base::fail(path +
                        " is a configuration, and was read as a log; to check it: steptail "
                        "check --config.file " +
                        path);
    }
    if (bytes->empty()) break;
    std::fputs(report.feed(*bytes).c_str(), stdout);
  }
  std::fputs(report.finish().c_str(), stdout);
  if (!first) print_summary(report, path, name);
  if (!report.recognised()) say_unknown(path, first);
  return {};
}

bool says_progress(const format::Format& format) {
  return std::any_of(format.rules.begin(), format.rules.end(),
                     [](const auto& rule) { return rule->progress; });
}

int check_format(const CheckFlags& flags) {
  auto formats = formats_of(flags);
  if (!formats) {
    print_errors(formats.error());
    return 1;
  }
  const format::Format* format = (*formats)->find(format::format_name_of(flags.format));
  int status = 0;
  for (const std::string& log : flags.logs) {
    const std::string name = flags.logs.size() > 1 ? log : std::string();
    auto printed = print_lines(log, name, {*formats, format});
    if (printed) continue;
    print_errors({printed.error()});
    status = 1;
  }
  if (!flags.logs.empty()) return status;
  const SampleReport report = report_samples(*formats, *format);
  const std::string verdict =
      report.wrong == 0 ? "all as expected" : std::to_string(report.wrong) + " wrong";
  std::printf("%s%s: %s, %s, %s\n", report.text.c_str(), format->name.c_str(),
              counted(format->rules.size(), "rule").c_str(),
              counted(format->samples.size(), "sample").c_str(), verdict.c_str());
  if (!format->common && !says_progress(*format)) {
    std::printf(
        "No rule says `progress: true`: its runs stay in the state starting, and in time count as "
        "stalled.\n");
  }
  return report.wrong == 0 ? 0 : 1;
}

int check(const CheckFlags& flags) {
  if (!flags.explain.empty()) return check_all(flags);
  if (!flags.format.empty() || !flags.logs.empty()) return check_format(flags);
  // Who names it alone asks for nothing else.
  const bool web_alone =
      !flags.web_config_file.empty() && flags.config_file.empty() && flags.directories.empty();
  return web_alone ? check_web_config_alone(flags) : check_all(flags);
}

}  // namespace

void add_check_command(CLI::App& app, int& status) {
  auto flags = std::make_shared<CheckFlags>();
  CLI::App* command =
      app.add_subcommand("check", "Check configuration and formats, and run the formats' samples");
  command->add_option("--config.file", flags->config_file,
                      std::string("Configuration (default ") + kDefaultConfig + ")");
  command->add_option("--web.config.file", flags->web_config_file,
                      "TLS and passwords, as of serve: its files are read too; alone, only that "
                      "is checked");
  command->add_option("--explain", flags->explain,
                      "Say why this file is, or is not, on the page; exit status 0 either way");
  command->add_option("--format", flags->format,
                      "A format file or name: say what each of its samples gives");
  command
      ->add_option("--format-directory", flags->directories,
                   "A site's own formats, repeatable, beside those of the configuration")
      ->allow_extra_args(false);
  command->add_option("LOG", flags->logs,
                      "Say what each line of these gives, and with --format how near it came; "
                      "with --explain, the patterns that serve was given");
  command->callback([flags, &status, command] {
    if (command->count("--explain") > 0 && flags->explain.empty()) {
      throw CLI::ValidationError("--explain", "names no file");
    }
    if (command->count("--explain") > 0 && !flags->format.empty()) {
      throw CLI::ValidationError("--format", "says nothing beside --explain; leave one out");
    }
    status = check(*flags);
  });
}

}  // namespace steptail::daemon
