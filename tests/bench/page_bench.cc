#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "metrics/label_text.h"
#include "metrics/page.h"

namespace steptail::metrics {
namespace {

// A run as a Megatron log makes it: about 50 series.
std::shared_ptr<const RunSnapshot> make_run(int number) {
  auto run = std::make_shared<RunSnapshot>();
  const std::string name = "gpt-pretrain-" + std::to_string(100000 + number);
  run->name = name_run({{{"cluster", "alps"}, {"run", name}, {"user", "ada"}}});
  run::RunData& data = run->data;
  for (const auto field :
       {format::Field::Iteration, format::Field::IterationsPlanned, format::Field::Loss,
        format::Field::LearningRate, format::Field::LossScale, format::Field::GradientNorm,
        format::Field::BatchSize, format::Field::IterationSeconds, format::Field::Samples}) {
    data.set(field, 0.1 + number + 0.001 * static_cast<double>(field));
  }
  for (const auto* phase : {"forward", "backward", "allreduce", "optimizer", "data_loader"}) {
    data.phases.push_back({phase, "", "", 0.31751});
    data.phase_durations.push_back({phase, "", "", {7302.125, 23000}});
  }
  data.iteration_duration = {20999.5, 23000};
  data.start = data.last_line = data.last_progress =
      base::WallTime{std::chrono::milliseconds(1700000000123)};
  data.formats = {"deepspeed", "megatron-lm"};
  data.path = "/scratch/ada/runs/" + name + "/slurm.out";
  return run;
}

void render(benchmark::State& state) {
  auto shard = std::make_shared<ShardSnapshot>();
  for (int i = 0; i < state.range(0); ++i) shard->runs.push_back(make_run(i));
  const std::vector<std::shared_ptr<const ShardSnapshot>> shards{std::move(shard)};
  std::size_t bytes = 0;
  std::int64_t series = 0;
  for (auto _ : state) {
    const std::string page = render_page(shards, nullptr, PageFormat::OpenMetrics100, bytes);
    bytes = page.size();
    benchmark::DoNotOptimize(page.data());
    if (series == 0) series = std::count(page.begin(), page.end(), '\n');
  }
  state.counters["series"] = static_cast<double>(series);
  state.SetItemsProcessed(state.iterations() * series);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}
BENCHMARK(render)->Arg(100)->Arg(2000)->Arg(10000)->Unit(benchmark::kMillisecond);

void clean_a_plain_label(benchmark::State& state) {
  std::string page;
  for (auto _ : state) {
    page.clear();
    append_label(page, "phase", "optimizer_step");
    benchmark::DoNotOptimize(page.data());
  }
}
BENCHMARK(clean_a_plain_label);

}  // namespace
}  // namespace steptail::metrics
