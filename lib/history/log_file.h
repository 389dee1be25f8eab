#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "format/format_set.h"
#include "lines/timestamp.h"
#include "pipeline/inspection.h"
#include "run/stall_clock.h"

namespace steptail::history {

// Gives the next bytes of a file, which live until the next call; empty: the end.
using Source = pipeline::Inspection::Source;

// Called now and then: which file, bytes of it read in this pass, and of how many. False: stop.
using Progress =
    std::function<bool(const std::string& what, std::uint64_t done, std::uint64_t total)>;

// A finished log of one run.
struct LogFile {
  std::string path;
  std::string rank;
  base::WallTime modified{};
  std::uint64_t size = 0;  // as it lies there; 0: unknown
  // From this byte on, of what it holds when it is unpacked.
  std::function<base::Result<Source>(std::uint64_t offset)> open;
};

// How logs are read into history.
struct ReadOptions {
  std::shared_ptr<const format::FormatSet> formats;
  std::vector<std::string> only;  // formats to try; empty: all
  lines::TimeZone zone = lines::TimeZone::local();
  std::size_t max_line_bytes = 65536;
  std::size_t series_per_run = 200;
  run::StallOptions stall;
  base::WallTime now{};                 // nothing lies after it
  std::optional<base::WallTime> start;  // of the first line of a log without any timestamp
  base::Duration resolution{0};         // at most one sample of a series in so long; 0: all
};

// How the lines of a log got their times.
struct LineCounts {
  std::uint64_t dated = 0, walked = 0, unknown = 0;
  void add(const LineCounts& other) {
    dated += other.dated;
    walked += other.walked;
    unknown += other.unknown;
  }
};

// What ended a pass that was told to stop.
[[nodiscard]] base::Error cancelled();
[[nodiscard]] bool is_cancelled(const base::Error& error);

// Why a log cannot be read that is in no known format.
[[nodiscard]] base::Error unknown_format(const LogFile& file);
[[nodiscard]] bool is_unknown_format(const base::Error& error);

}  // namespace steptail::history
