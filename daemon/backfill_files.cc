#include "daemon/backfill_files.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

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
  auto read = read_ahead(*std::move(log));
  if (!read) return read;
  return [path, least, at = offset, read = *std::move(read)]() mutable {
    auto bytes = read();
    if (!bytes) return bytes;
    at += bytes->size();
    if (bytes->empty() && at < least) bytes = tl::unexpected(shrunk(path));
    return bytes;
  };
}

base::Result<base::FileStat> look_at(const std::string& name) {
  if (name == "-") {
    return base::fail(
        "- is standard input, and backfill reads some logs twice; write the log to a file, and "
        "name that");
  }
  auto stat = stat_of_log(name);
  if (stat && stat->kind != base::FileKind::Regular) {
    return base::fail(name + " is no file; name the log files");
  }
  return stat;
}

// Nothing: it is empty, whatever of it is packed.
base::Result<std::optional<history::LogFile>> describe(const std::string& name,
                                                       const base::FileStat& stat) {
  auto opened = open_log(name);
  if (!opened) return tl::unexpected(opened.error());
  char first = '\0';
  auto count = opened->read({&first, 1});
  if (!count) return tl::unexpected(count.error());
  if (*count == 0) return std::nullopt;
  const std::uint64_t least = opened->packed ? 0 : stat.size;
  // As the daemon would name it on its page.
  const std::string path = absolute_path(name);
  return history::LogFile{
      .path = path,
      .modified = stat.modified,
      .size = least,
      .open = [path, least](std::uint64_t offset) { return open_source(path, offset, least); }};
}

using Inodes = std::set<std::pair<std::uint64_t, std::uint64_t>>;  // with their devices

// Nothing: it is no log of its own, which was said.
base::Result<std::optional<history::LogFile>> look_into(const std::string& path, Inodes& seen) {
  auto stat = look_at(path);
  if (!stat) return tl::unexpected(stat.error());
  if (!seen.emplace(stat->device, stat->inode).second) {
    std::fprintf(stderr, "steptail: %s is named twice, and read once\n", printable(path).c_str());
    return std::nullopt;
  }
  auto file = describe(path, *stat);
  if (file && !*file) say_unknown(path, true);
  return file;
}

void add_to_run(history::LogFile file, pipeline::FileIdentity identity,
                std::vector<RunFiles>& runs) {
  file.rank = std::move(identity.rank);
  auto run = std::find_if(runs.begin(), runs.end(), [&](const RunFiles& known) {
    return known.identity == identity.identity;
  });
  if (run == runs.end()) {
    runs.push_back({.identity = std::move(identity.identity)});
    run = std::prev(runs.end());
  }
  run->files.push_back(std::move(file));
}

void say_files(const RunFiles& run) {
  if (run.files.size() < 2) return;
  constexpr std::size_t kNamed = 4;
  std::string names;
  for (std::size_t i = 0; i < std::min(run.files.size(), kNamed); ++i) {
    names += (i == 0 ? "" : ", ") + printable(run.files[i].path);
  }
  if (run.files.size() > kNamed) names += ", ...";
  std::fprintf(stderr, "steptail: {%s}: %zu files are read as one run: %s\n",
               metrics::render_identity(run.identity).c_str(), run.files.size(), names.c_str());
}

// Whether they hold the same is not asked: a rotated log may be packed beside its successor.
void say_packed_beside(const std::vector<std::string>& paths) {
  const std::set<std::string> named(paths.begin(), paths.end());
  for (const std::string& path : named) {
    for (const char* packed : kPackedEndings) {
      const std::string other = path + packed;
      if (!named.contains(other)) continue;
      std::fprintf(stderr,
                   "steptail: %s is read beside %s; if it is that log, packed, leave one out\n",
                   printable(other).c_str(), printable(path).c_str());
    }
  }
}

}  // namespace

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

GroupedFiles group_files(const std::vector<std::string>& paths, const LogSettings& settings) {
  GroupedFiles grouped;
  Inodes seen;
  for (const std::string& path : paths) {
    auto file = look_into(path, seen);
    if (!file) {
      print_errors({file.error()});
      ++grouped.unreadable;
    } else if (*file) {
      add_to_run(std::move(**file), identity_of(path, settings), grouped.runs);
    }
  }
  for (const RunFiles& run : grouped.runs) say_files(run);
  say_packed_beside(paths);
  return grouped;
}

}  // namespace steptail::daemon
