#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/posix_file_system.h"
#include "daemon/commands.h"
#include "daemon/inspect_report.h"
#include "daemon/progress_bar.h"
#include "daemon/settings.h"
#include "daemon/system_clock.h"
#include "metrics/page.h"
#include "pipeline/inspection.h"

namespace steptail::daemon {
namespace {

struct Flags {
  std::vector<std::string> files;
  std::string output = "text";
  std::string as;
  std::string suggest;
  std::string path_pattern;
  std::string timezone = "local";
  std::vector<std::string> format_directories;
};

base::Error system_error(const std::string& path) {
  std::error_code code(errno, std::generic_category());
  return {.message = path + ": " + code.message(), .code = code};
}

// Reads a descriptor to its end; interrupted reads go on.
pipeline::Inspection::Source source_of(int fd, const std::string& path) {
  return [fd, path](std::span<char> out) -> base::Result<std::size_t> {
    while (true) {
      ssize_t count = ::read(fd, out.data(), out.size());
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) return tl::unexpected(system_error(path));
    }
  };
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ > STDERR_FILENO) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

// Labels of a file: those of the pattern where one matches, else `run` is its base name without the
// last extension.
tail::Labels labels_of(const std::string& path, const std::optional<tail::PathPattern>& pattern) {
  if (pattern) {
    if (auto labels = pattern->match(absolute_path(path))) return *labels;
    if (auto labels = pattern->match(path)) return *labels;
  }
  std::string name = path == "-" ? "stdin" : std::filesystem::path(path).filename().string();
  std::size_t dot = name.find_last_of('.');
  if (dot != std::string::npos && dot > 0) name.resize(dot);
  return {{"run", name}};
}

base::Result<pipeline::Inspection::FileReport> read_file(
    pipeline::Inspection& inspection, const std::string& path,
    const std::optional<tail::PathPattern>& pattern) {
  SystemClock clock;
  pipeline::Inspection::Input input{.path = path, .modified = clock.wall()};
  int fd = STDIN_FILENO;
  if (path != "-") {
    base::PosixFileSystem fs;
    auto stat = fs.stat(path);
    if (!stat) return tl::unexpected(stat.error());
    if (stat->kind == base::FileKind::Directory) {
      return base::fail(path + " is a directory; name the log files in it");
    }
    input.modified = stat->modified;
    input.size = stat->size;
    fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return tl::unexpected(system_error(path));
  }
  Descriptor descriptor(fd);
  pipeline::CompiledEntry entry;
  pipeline::FileIdentity identity = pipeline::identify(entry, labels_of(path, pattern));
  input.identity = identity.identity;
  input.rank = identity.rank;
  input.source = source_of(descriptor.get(), path);
  ProgressBar bar(clock, path, input.size);
  return inspection.read(std::move(input), [&](std::uint64_t done) {
    bar.update(done);
    return true;
  });
}

base::Checked<pipeline::Inspection::Options> options_of(const Flags& flags) {
  pipeline::Inspection::Options options;
  base::PosixFileSystem fs;
  auto formats = load_formats(fs, flags.format_directories);
  if (!formats) return tl::unexpected(formats.error());
  options.formats = std::move(*formats);
  if (!flags.as.empty()) {
    if (options.formats->find(flags.as) == nullptr) {
      return tl::unexpected(base::Errors{
          {.message = "--as: no format '" + flags.as + "'; `steptail formats` lists them"}});
    }
    options.only = {flags.as};
  }
  auto zone = lines::TimeZone::named(flags.timezone);
  if (!zone) return tl::unexpected(base::Errors{zone.error()});
  options.zone = std::move(*zone);
  options.keeps_unmatched = flags.output == "text" || !flags.suggest.empty();
  return options;
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

int inspect(const Flags& flags) {
  auto options = options_of(flags);
  if (!options) {
    print_errors(options.error());
    return 1;
  }
  std::optional<tail::PathPattern> pattern;
  if (!flags.path_pattern.empty()) {
    auto parsed = tail::PathPattern::parse(flags.path_pattern);
    if (!parsed) {
      print_errors({parsed.error()});
      return 1;
    }
    pattern = std::move(*parsed);
  }
  SystemClock clock;
  pipeline::Inspection inspection(std::move(*options), clock);
  std::vector<pipeline::Inspection::FileReport> reports;
  int status = 0;
  for (const std::string& file : flags.files) {
    auto report = read_file(inspection, file, pattern);
    if (!report) {
      print_errors({report.error()});
      status = 1;
      continue;
    }
    if (report->formats.empty() && flags.suggest.empty()) {
      std::fprintf(stderr, "steptail: %s is in no known format; `steptail formats` lists them\n",
                   file.c_str());
    }
    reports.push_back(std::move(*report));
  }
  if (!flags.suggest.empty()) return print_suggestion(flags.suggest, inspection, status);
  print(flags.output, inspection, reports);
  return status;
}

}  // namespace

void add_inspect_command(CLI::App& app, int& status) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("inspect", "Read log files once and say what is in them");
  command->add_option("FILE", flags->files, "Log files; - is standard input")->required();
  command->add_option("--output", flags->output, "text, json or metrics")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "metrics"}));
  command->add_option("--as", flags->as, "Read as this format, whatever it looks like");
  command->add_option("--suggest", flags->suggest,
                      "Print a format of this name that reads the frequent unmatched lines");
  command->add_option("--path-pattern", flags->path_pattern,
                      "Take labels from the path, such as '/scratch/{user}/{run}/*.log'");
  command->add_option("--timezone", flags->timezone, "Zone of timestamps that name none")
      ->capture_default_str();
  command
      ->add_option("--format-directory", flags->format_directories,
                   "A site's own formats, repeatable")
      ->allow_extra_args(false);
  command->callback([flags, &status] { status = inspect(*flags); });
}

}  // namespace steptail::daemon
