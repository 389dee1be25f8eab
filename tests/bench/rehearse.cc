// What a shipped binary does most, done for the compiler to count (cmake/Profile.cmake): formats
// are loaded, logs of many kinds are read, and a shard follows many files and shows its page. The
// same every time: time is the loop's, files are in memory. Prints nothing; 1: something was not
// read.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "bench/training_logs.h"
#include "format/format_set.h"
#include "metrics/page.h"
#include "pipeline/inspection.h"
#include "support/manual_loop.h"
#include "support/text_source.h"
#include "support/toy_shard.h"

namespace {

using namespace steptail;

// How much of each: what takes much less time than the rest counts as rare, and is made small
// rather than fast.
constexpr int kLoads = 20;
constexpr std::size_t kLogBytes = 10'000'000;
constexpr std::size_t kSampleBytes = 50'000;
constexpr int kFiles = 1'000;
constexpr int kSeconds = 60;

bool inspect(const std::shared_ptr<const format::FormatSet>& formats, std::string_view log) {
  const support::ManualLoop clock;
  pipeline::Inspection inspection({.formats = formats, .zone = lines::TimeZone::utc()}, clock);
  return inspection.read(support::text_input("rehearsal", log, clock.wall()), nullptr).has_value();
}

// The golden tests' logs, each again and again up to that length: every format has one.
std::vector<std::string> samples() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(STEPTAIL_SOURCE_DIR "/tests/golden")) {
    const auto log = entry.path() / "input.log";
    if (std::filesystem::exists(log)) paths.push_back(log);
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ostringstream once;
    once << std::ifstream(path).rdbuf();
    std::string text;
    while (!once.view().empty() && text.size() < kSampleBytes) text += once.view();
    texts.push_back(std::move(text));
  }
  return texts;
}

bool read_logs() {
  std::shared_ptr<const format::FormatSet> formats;
  for (int i = 0; i < kLoads; ++i) {
    auto loaded = format::FormatSet::builtin_and({});
    if (!loaded) return false;
    formats = *loaded;
  }
  bool good = true;
  for (auto kind = std::int64_t{bench::DeepSpeed}; kind <= bench::Prose; ++kind) {
    good = inspect(formats, bench::log_of(static_cast<bench::Kind>(kind), kLogBytes)) && good;
  }
  for (const std::string& sample : samples()) good = inspect(formats, sample) && good;
  return good;
}

std::string path_of(int file) {
  return "/logs/user" + std::to_string(file / 100) + "/run" + std::to_string(file) + ".log";
}

// A line a second in each of many files, as a cluster writes them.
bool follow_files() {
  support::ToyShard shard({"/logs/{user}/{run}.log"});
  for (int file = 0; file < kFiles; ++file) {
    shard.fs.append(path_of(file), bench::report_of(bench::Megatron, 1));
  }
  shard.start();
  std::size_t page_bytes = 0;
  for (int second = 2; second < kSeconds; ++second) {
    shard.fs.set_time(shard.loop.wall());
    const std::string lines = bench::report_of(bench::Megatron, second);
    for (int file = 0; file < kFiles; ++file) {
      shard.fs.append(path_of(file), lines);
      shard.watcher.touch(path_of(file));
    }
    shard.advance(std::chrono::seconds(1));
    if (second % 15 != 0) continue;
    page_bytes = metrics::render_page({{shard.snapshot()}}, nullptr,
                                      metrics::PageFormat::OpenMetrics100, page_bytes)
                     .size();
  }
  return page_bytes > 0 && shard.snapshot()->runs.size() == kFiles;
}

}  // namespace

int main() { return read_logs() && follow_files() ? 0 : 1; }
