#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
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
  base::Errors errors;
  auto set = load_formats(read_site_formats(fs, directories, errors));
  if (!set) base::append(errors, std::move(set.error()));
  if (!errors.empty()) {
    print_errors(errors);
    return 1;
  }
  for (const auto& format : (*set)->formats()) {
    std::printf("%-24s %s\n", std::string(format->name).c_str(), format->title.c_str());
  }
  return 0;
}

int print_format(const std::string& name, const std::vector<std::string>& directories) {
  base::PosixFileSystem fs;
  base::Errors errors;
  std::vector<format::FormatSource> sources = read_site_formats(fs, directories, errors);
  check_format_name("", name, sources, errors);
  if (!errors.empty()) {
    print_errors(errors);
    return 1;
  }
  for (auto& builtin : format::FormatSet::builtin_sources()) sources.push_back(std::move(builtin));
  const auto named = std::find_if(sources.begin(), sources.end(), [&name](const auto& source) {
    return format::format_name_of(source.file) == name;
  });
  std::fwrite(named->text.data(), 1, named->text.size(), stdout);
  return 0;
}

}  // namespace

void add_formats_command(CLI::App& app, int& status) {
  auto name = std::make_shared<std::string>();
  auto directories = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("formats", "List the formats, or print one");
  command->add_option("NAME", *name, "Format to print: its rules and samples");
  command->add_option("--format-directory", *directories, "A site's own formats, repeatable")
      ->allow_extra_args(false);
  // Its name before, which no help shows.
  const auto add = [directories](const std::vector<std::string>& more) {
    directories->insert(directories->end(), more.begin(), more.end());
  };
  command->add_option_function<std::vector<std::string>>("--directory", add)
      ->allow_extra_args(false)
      ->group("");
  command->callback([name, directories, &status] {
    status = name->empty() ? list_formats(*directories) : print_format(*name, *directories);
  });
}

}  // namespace steptail::daemon
