// How fast lines become records: the search for all literals, single rules, and the whole way from
// bytes over splitter and cleaner; and how long the built-in formats take to load. Bytes per second
// are of the file.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "format/format_set.h"
#include "format/key_scan.h"
#include "format/literal_scanner.h"
#include "format/rule_index.h"
#include "format/rule_matcher.h"
#include "lines/line_cleaner.h"
#include "lines/line_splitter.h"

namespace {

using namespace steptail;

constexpr std::size_t kMaxLineBytes = 64 * 1024;
constexpr std::size_t kFileBytes = 1024 * 1024;
constexpr std::size_t kChunkBytes = 256 * 1024;

enum Kind : std::int64_t { Megatron, DeepSpeed, Prose, Bars };

// The n-th group of lines of a log of that kind.
std::string lines_of(std::int64_t kind, int n) {
  std::array<char, 2048> text{};
  switch (kind) {
    case Megatron:
      std::snprintf(
          text.data(), text.size(),
          " iteration %8d/  250000 | consumed samples: %12d | elapsed time per iteration (ms): "
          "%.1f | "
          "learning rate: 2.107E-04 | global batch size:   512 | lm loss: 2.%06dE+00 | loss scale: "
          "65536.0 | grad norm: 0.%03d | num zeros: 0.0 | number of skipped iterations:   0 | "
          "number "
          "of nan iterations:   0 |\ntime (ms) | forward-compute: 231.%02d | backward-compute: "
          "512.33 "
          "| backward-params-all-reduce: 60.77 | optimizer: 40.12 | batch-generator: 1.08\n",
          n, 512 * n, 900 + n % 90 * 1.1, n % 1000000, n % 1000, n % 100);
      break;
    case DeepSpeed:
      std::snprintf(
          text.data(), text.size(),
          "[2024-03-04 05:06:%02d,119] [INFO] [logging.py:96:log_dist] [Rank 0] step=%d, "
          "skipped=3, "
          "lr=[0.00014%05d, 0.00014], mom=[[0.9, 0.95], [0.9, 0.95]]\n"
          "[2024-03-04 05:06:%02d,120] [INFO] [timer.py:260:stop] "
          "epoch=0/micro_step=%d/global_step=%d,"
          " RunningAvgSamplesPerSec=128.5%03d, CurrSamplesPerSec=130.25, MemAllocated=11.5GB, "
          "MaxMemAllocated=40.25GB\n"
          "[2024-03-04 05:06:%02d,121] [INFO] [logging.py:96:log_dist] [Rank 0] time (ms) | fwd: "
          "231.%02d | bwd: 512.33 | bwd_inner: 500.10 | bwd_allreduce: 12.20 | step: 60.77\n",
          n % 60, n, n % 100000, n % 60, 8 * n, n, n % 1000, n % 60, n % 100);
      break;
    case Bars:
      std::snprintf(text.data(), text.size(),
                    "Epoch 3:  %2d%%|####      | %d/10000 [05:12<2:01:33,  1.31it/s, loss=2.51]\r",
                    n % 100, n);
      break;
    default:
      std::snprintf(
          text.data(), text.size(),
          "2024-03-04 05:06:%02d INFO worker %d: loading shard %d of the training corpus from "
          "/scratch/data/shards/part-%05d.parquet, 5120 documents so far\n"
          "    tokenizer cache miss in data_loader.py line %d; rebuilding the index before the "
          "next "
          "epoch begins\n"
          "UserWarning: the attention mask is not set and cannot be inferred from input\n",
          n % 60, n % 8, n, n, n % 900);
  }
  return text.data();
}

std::string file_of(std::int64_t kind) {
  std::string bytes;
  for (int n = 1; bytes.size() < kFileBytes; ++n) bytes += lines_of(kind, n);
  return bytes;
}

void count_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
}

std::vector<std::string> cut(const std::string& file) {
  std::vector<std::string> lines;
  lines::LineSplitter splitter(kMaxLineBytes);
  splitter.feed(file, [&lines](const lines::RawLine& raw) { lines.emplace_back(raw.bytes); });
  return lines;
}

void scan_gates(benchmark::State& state) {
  const std::string file = file_of(state.range(0));
  const auto lines = cut(file);
  const auto formats = format::FormatSet::builtin();
  const format::LiteralScanner& gates = formats->index().gates();
  format::LiteralHits hits;
  for (auto _ : state) {
    for (const std::string& line : lines) {
      gates.scan(line, hits);
      benchmark::DoNotOptimize(hits.ids().data());
    }
  }
  state.counters["literals"] = static_cast<double>(gates.size());
  count_bytes(state, file.size());
}

void split_clean_match(benchmark::State& state) {
  const std::string file = file_of(state.range(0));
  lines::LineSplitter splitter(kMaxLineBytes);
  lines::LineCleaner cleaner(kMaxLineBytes);
  format::RuleMatcher matcher(format::FormatSet::builtin(), {});
  std::size_t records = 0;
  const lines::LineSplitter::Sink sink = [&](const lines::RawLine& raw) {
    if (const auto line = cleaner.clean(raw)) records += matcher.match(*line).size();
  };
  for (auto _ : state) {
    for (std::size_t at = 0; at < file.size(); at += kChunkBytes) {
      splitter.feed(std::string_view(file).substr(at, kChunkBytes), sink);
    }
  }
  state.counters["records/MB"] = static_cast<double>(records) /
                                 static_cast<double>(state.iterations()) /
                                 (static_cast<double>(file.size()) / 1e6);
  count_bytes(state, file.size());
}

void read_number_after(benchmark::State& state) {
  const std::string line = lines_of(Megatron, 4711);
  const format::Literal literal("grad norm:");
  const format::Unit plain = format::default_unit(format::Dimension::Plain);
  for (auto _ : state) {
    benchmark::DoNotOptimize(format::number_after(line, literal, plain));
  }
}

void load_builtin_formats(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(format::FormatSet::builtin());
  state.counters["formats"] = static_cast<double>(format::FormatSet::builtin_sources().size());
}

BENCHMARK(scan_gates)->ArgName("kind")->DenseRange(Megatron, Bars);
BENCHMARK(split_clean_match)->ArgName("kind")->DenseRange(Megatron, Bars);
BENCHMARK(read_number_after);
BENCHMARK(load_builtin_formats)->Unit(benchmark::kMillisecond);

}  // namespace
