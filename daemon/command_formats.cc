#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/posix_file_system.h"
#include "daemon/commands.h"
#include "daemon/settings.h"
#include "format/format.h"
#include "format/format_loader.h"

namespace steptail::daemon {
namespace {

int list_formats(const std::vector<std::string>& directories) {
  base::PosixFileSystem fs;
  auto set = load_formats(fs, directories);
  if (!set) {
    print_errors(set.error());
    return 1;
  }
  for (const auto& format : (*set)->formats()) {
    std::printf("%-24s %s\n", std::string(format->name).c_str(), format->title.c_str());
  }
  return 0;
}

int print_format(const std::string& name, const std::vector<std::string>& directories) {
  base::PosixFileSystem fs;
  auto sites = read_site_formats(fs, directories);
  if (!sites) {
    print_errors(sites.error());
    return 1;
  }
  std::vector<format::FormatSource> sources = format::FormatSet::builtin_sources();
  sources.insert(sources.begin(), sites->begin(), sites->end());
  std::vector<std::string_view> known;
  for (const format::FormatSource& source : sources) {
    known.push_back(format::format_name_of(source.file));
    if (known.back() == name) {
      std::fwrite(source.text.data(), 1, source.text.size(), stdout);
      return 0;
    }
  }
  print_errors({no_format("", name, known)});
  return 1;
}

}  // namespace

void add_formats_command(CLI::App& app, int& status) {
  auto name = std::make_shared<std::string>();
  auto directories = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("formats", "List the formats, or print one");
  command->add_option("NAME", *name, "Format to print: its rules and samples");
  command->add_option("--directory", *directories, "A site's own formats, repeatable")
      ->allow_extra_args(false);
  command->callback([name, directories, &status] {
    status = name->empty() ? list_formats(*directories) : print_format(*name, *directories);
  });
}

}  // namespace steptail::daemon
