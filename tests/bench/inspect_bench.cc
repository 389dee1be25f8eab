// How fast whole logs become runs: everything that `inspect` does but reading the file, on one
// thread, with all built-in formats, and with few of them to see what the others cost. Bytes per
// second are of the file.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "bench/training_logs.h"
#include "format/format_set.h"
#include "pipeline/inspection.h"
#include "support/text_source.h"

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

std::shared_ptr<const format::FormatSet> some_formats() {
  std::vector<format::FormatSource> sources;
  for (format::FormatSource& source : format::FormatSet::builtin_sources()) {
    for (std::string_view name : {"cerebras", "graphcore", "megatron-lm", "deepspeed", "events"}) {
      if (source.file.ends_with("/" + std::string(name) + ".yaml")) sources.push_back(source);
    }
  }
  return *format::FormatSet::load_unproved(sources);
}

void inspect(benchmark::State& state, const std::shared_ptr<const format::FormatSet>& formats) {
  constexpr std::size_t kLogBytes = 3'600'000;
  const std::string log = bench::log_of(static_cast<bench::Kind>(state.range(0)), kLogBytes);
  const StoppedClock clock;
  for (auto _ : state) {
    pipeline::Inspection inspection({.formats = formats, .zone = lines::TimeZone::utc()}, clock);
    auto report = inspection.read(support::text_input("train", log, clock.wall()), nullptr);
    benchmark::DoNotOptimize(report);
  }
  state.SetLabel(std::string(bench::kKindNames[static_cast<std::size_t>(state.range(0))]));
  state.SetBytesProcessed(static_cast<std::int64_t>(log.size()) * state.iterations());
}

void with_all_formats(benchmark::State& state) { inspect(state, format::FormatSet::builtin()); }
void with_five_formats(benchmark::State& state) { inspect(state, some_formats()); }

BENCHMARK(with_all_formats)
    ->ArgName("kind")
    ->DenseRange(bench::DeepSpeed, bench::Prose)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(with_five_formats)
    ->ArgName("kind")
    ->DenseRange(bench::DeepSpeed, bench::Prose)
    ->Unit(benchmark::kMillisecond);

}  // namespace
