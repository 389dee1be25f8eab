#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "base/posix_file_system.h"
#include "daemon/commands.h"
#include "daemon/settings.h"
#include "format/format.h"

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
  for (const format::FormatSource& source : sources) {
    std::string file = source.file.substr(source.file.find_last_of('/') + 1);
    if (file == name + ".yaml" || file == name + ".yml") {
      std::fwrite(source.text.data(), 1, source.text.size(), stdout);
      return 0;
    }
  }
  std::fprintf(stderr, "steptail: no format '%s'; `steptail formats` lists them\n", name.c_str());
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
