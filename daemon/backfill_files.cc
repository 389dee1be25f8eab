#include "daemon/backfill_files.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/posix_file_system.h"
#include "daemon/log_source.h"
#include "daemon/printable.h"
#include "daemon/settings.h"
#include "metrics/label_text.h"

namespace steptail::daemon {
namespace {

// What is `least` bytes long now, and must not end before.
base::Result<history::Source> open_source(const std::string& path, std::uint64_t offset,
                                          std::uint64_t least) {
  auto log = open_log(path, offset);
  if (!log) return tl::unexpected(log.error());
  auto read = read_ahead(std::move(log->read));
  if (!read) return read;
  return [path, least, at = offset, read = *std::move(read)]() mutable {
    auto bytes = read();
    if (!bytes) return bytes;
    at += bytes->size();
    if (bytes->empty() && at < least) bytes = tl::unexpected(shrunk(path));
    return bytes;
  };
}

base::Result<history::LogFile> describe(const std::string& name, const std::string& rank) {
  if (name == "-") return base::fail("backfill can read a log twice, so it has to be a file");
  base::PosixFileSystem fs;
  auto stat = fs.stat(name);
  if (!stat) return tl::unexpected(stat.error());
  if (stat->kind != base::FileKind::Regular) {
    return base::fail(name + " is no file; name the log files");
  }
  auto opened = open_log(name);
  if (!opened) return tl::unexpected(opened.error());
  const std::uint64_t least = opened->packed ? 0 : stat->size;
  // As the daemon would name it on its page.
  const std::string path = absolute_path(name);
  return history::LogFile{
      .path = path,
      .rank = rank,
      .modified = stat->modified,
      .size = least,
      .open = [path, least](std::uint64_t offset) { return open_source(path, offset, least); }};
}

bool is_there_already(const std::vector<std::string>& paths, std::size_t index) {
  const auto end = paths.begin() + static_cast<std::ptrdiff_t>(index);
  return std::any_of(paths.begin(), end,
                     [&](const std::string& path) { return same_file(path, paths[index]); });
}

void say_files(const RunFiles& run) {
  if (run.files.size() < 2) return;
  std::string names;
  for (const history::LogFile& file : run.files) {
    names += (names.empty() ? "" : ", ") + printable(file.path);
  }
  std::fprintf(stderr, "steptail: {%s}: read as one run: %s\n",
               metrics::render_identity(run.identity).c_str(), names.c_str());
}

}  // namespace

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

base::Result<std::vector<RunFiles>> group_files(const std::vector<std::string>& paths,
                                                const LogSettings& settings) {
  std::vector<RunFiles> runs;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (is_there_already(paths, i)) {
      std::fprintf(stderr, "steptail: %s is named twice, and read once\n",
                   printable(paths[i]).c_str());
      continue;
    }
    pipeline::FileIdentity identity = identity_of(paths[i], settings);
    auto file = describe(paths[i], identity.rank);
    if (!file) return tl::unexpected(file.error());
    auto run = std::find_if(runs.begin(), runs.end(), [&](const RunFiles& known) {
      return known.identity == identity.identity;
    });
    if (run == runs.end()) {
      runs.push_back({.identity = identity.identity});
      run = std::prev(runs.end());
    }
    run->files.push_back(std::move(*file));
  }
  for (const RunFiles& run : runs) say_files(run);
  return runs;
}

}  // namespace steptail::daemon
