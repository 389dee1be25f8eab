// How fast lines become records: the search for all literals, single rules, and the whole way from
// bytes over splitter and cleaner; and how long the built-in formats take to load. Bytes per second
// are of the file.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/training_logs.h"
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

std::string file_of(std::int64_t kind) {
  return bench::log_of(static_cast<bench::Kind>(kind), kFileBytes);
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
  const std::string line = bench::report_of(bench::Megatron, 4711);
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

BENCHMARK(scan_gates)->ArgName("kind")->DenseRange(bench::DeepSpeed, bench::Prose);
BENCHMARK(split_clean_match)->ArgName("kind")->DenseRange(bench::DeepSpeed, bench::Prose);
BENCHMARK(read_number_after);
BENCHMARK(load_builtin_formats)->Unit(benchmark::kMillisecond);

}  // namespace
