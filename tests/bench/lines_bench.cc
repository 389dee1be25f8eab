// How fast bytes become lines: the splitter alone, the splitter with the cleaner, and the search
// for a line's time. Bytes per second are of the file.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "lines/line_cleaner.h"
#include "lines/line_splitter.h"
#include "lines/timestamp.h"

namespace {

using namespace steptail;

constexpr std::size_t kMaxLineBytes = 64 * 1024;
constexpr std::size_t kChunkBytes = 256 * 1024;

enum Kind : std::int64_t { Plain, Bars, Prefixed, Coloured, Containers };

std::string_view line_of(std::int64_t kind) {
  switch (kind) {
    case Bars:
      return "  4%|#4        | 412/10000 [05:12<2:01:33,  1.31it/s, loss=2.51]\r";
    case Prefixed:
      return " 12: [default4]: iteration      412/   10000 | consumed samples:       421888 | "
             "elapsed "
             "time per iteration (ms): 761.2 | learning rate: 2.961E-04 | lm loss: 2.512340E+00 "
             "|\n";
    case Coloured:
      return "[rank0]:[titan] 2025-02-03 04:05:06,789 - root - INFO - \x1b[36mstep: 412  "
             "\x1b[32mloss:  "
             "2.5123  \x1b[33mmemory: 31.07GiB(39.24%)  \x1b[34mtps: 6,127  \x1b[35mmfu: "
             "37.81%\x1b[39m\n";
    case Containers:
      return "2025-02-03T04:05:06.789012345Z stdout F Epoch: 4, step: 412, loss: 2.5123, lr: "
             "0.0003\n";
    default:
      return "[2025-02-03 04:05:06,789] [INFO] [timer.py:215:stop] epoch=0/micro_step=412/"
             "global_step=412, RunningAvgSamplesPerSec=17.31, CurrSamplesPerSec=17.42, "
             "MemAllocated="
             "41.12GB\n";
  }
}

std::string file_of(std::int64_t kind) {
  std::string bytes;
  const auto line = line_of(kind);
  while (bytes.size() + line.size() <= kChunkBytes) bytes += line;
  return bytes;
}

void count_bytes(benchmark::State& state, std::size_t bytes, std::size_t lines) {
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
  state.SetItemsProcessed(static_cast<std::int64_t>(lines) * state.iterations());
}

void split(benchmark::State& state) {
  const std::string bytes = file_of(state.range(0));
  lines::LineSplitter splitter(kMaxLineBytes);
  std::size_t lines = 0;
  const lines::LineSplitter::Sink sink = [&](const lines::RawLine& raw) {
    benchmark::DoNotOptimize(raw.bytes.data());
    ++lines;
  };
  for (auto _ : state) splitter.feed(bytes, sink);
  count_bytes(state, bytes.size(), bytes.size() / line_of(state.range(0)).size());
}

void split_and_clean(benchmark::State& state) {
  const std::string bytes = file_of(state.range(0));
  lines::LineSplitter splitter(kMaxLineBytes);
  lines::LineCleaner cleaner(kMaxLineBytes);
  const lines::LineSplitter::Sink sink = [&](const lines::RawLine& raw) {
    benchmark::DoNotOptimize(cleaner.clean(raw));
  };
  for (auto _ : state) splitter.feed(bytes, sink);
  count_bytes(state, bytes.size(), bytes.size() / line_of(state.range(0)).size());
}

void find_time(benchmark::State& state) {
  const std::string_view line = line_of(state.range(0));
  const auto zone = lines::TimeZone::named("Europe/Zurich").value_or(lines::TimeZone::utc());
  const base::WallTime reference{std::chrono::seconds{1'750'000'000}};
  for (auto _ : state) benchmark::DoNotOptimize(lines::find_timestamp(line, zone, reference));
  count_bytes(state, line.size(), 1);
}

BENCHMARK(split)->DenseRange(Plain, Containers);
BENCHMARK(split_and_clean)->DenseRange(Plain, Containers);
BENCHMARK(find_time)->DenseRange(Plain, Coloured);

}  // namespace
