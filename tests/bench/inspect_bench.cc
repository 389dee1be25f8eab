// How fast whole logs become runs: everything that `inspect` does but reading the file, on one
// thread, with all built-in formats. Bytes per second are of the file.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "base/clock.h"
#include "bench/training_logs.h"
#include "format/format_set.h"
#include "pipeline/inspection.h"

namespace {

using namespace steptail;

class StoppedClock final : public base::Clock {
 public:
  [[nodiscard]] base::MonoTime mono() const override {
    return base::MonoTime{std::chrono::hours(9)};
  }
  [[nodiscard]] base::WallTime wall() const override {
    return base::WallTime{std::chrono::seconds(1'800'000'000)};
  }
};

void inspect(benchmark::State& state) {
  constexpr std::size_t kLogBytes = 3'600'000;
  const std::string log = bench::log_of(static_cast<bench::Kind>(state.range(0)), kLogBytes);
  const auto formats = format::FormatSet::builtin();
  const StoppedClock clock;
  for (auto _ : state) {
    pipeline::Inspection inspection({.formats = formats, .zone = lines::TimeZone::utc()}, clock);
    std::size_t at = 0;
    auto report =
        inspection.read({.path = "train.log",
                         .identity = {},
                         .modified = clock.wall(),
                         .size = log.size(),
                         .source = [&log, &at](std::span<char> room) -> base::Result<std::size_t> {
                           const std::size_t size = std::min(room.size(), log.size() - at);
                           std::copy_n(log.data() + at, size, room.data());
                           at += size;
                           return size;
                         }},
                        nullptr);
    benchmark::DoNotOptimize(report);
  }
  state.SetLabel(std::string(bench::kKindNames[static_cast<std::size_t>(state.range(0))]));
  state.SetBytesProcessed(static_cast<std::int64_t>(log.size()) * state.iterations());
}

BENCHMARK(inspect)
    ->ArgName("kind")
    ->DenseRange(bench::DeepSpeed, bench::Prose)
    ->Unit(benchmark::kMillisecond);

}  // namespace
