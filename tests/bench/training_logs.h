#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace steptail::bench {

// Logs of training jobs as the benchmarks read them, any length, the same every time.
enum Kind : std::int64_t { DeepSpeed, Engine, Megatron, Cerebras, Bars, Prose };

constexpr std::array<std::string_view, 6> kKindNames = {
    "deepspeed", "deepspeed-engine", "megatron", "cerebras", "bars", "prose"};

// The lines of the n-th progress report of a log of that kind; n from 1.
inline std::string report_of(Kind kind, int n) {
  std::array<char, 2048> text{};
  auto print = [&text](const char* format, auto... values) {
    std::snprintf(text.data(), text.size(), format, values...);
    return std::string(text.data());
  };
  const double wave = n % 97 * 0.01;
  std::string lines;
  switch (kind) {
    case DeepSpeed:  // of 2020, under Megatron: a line of timers a step, a report every five
      for (int rank_line = 0; rank_line < 5; ++rank_line) {
        lines += print(
            "rank=0 time (ms) | optimizer_gradients: %.2f | optimizer_step: %.2f | "
            "optimizer_allgather: %.2f\n",
            17.5 + wave + rank_line, 56.25 + wave, 2.5 + wave);
      }
      lines += print(
          " iteration %8d/ 1000000 | elapsed time per iteration (ms): %.1f | learning rate "
          "%.3E | lm loss %.6E | loss scale 4096.0 |\n",
          5 * n, 900 + 10 * wave, 1.5e-9 * n, 2.5 + wave);
      return lines + print(
                         "time (ms) | forward: %.2f | backward: %.2f | allreduce: 0.00 | "
                         "optimizer: %.2f | batch generator: 1.31 | data loader: 0.16\n",
                         318.5 + wave, 500.25 + wave, 84.0 + wave);
    case Engine:
      return print(
          "[2024-03-04 05:06:%02d,119] [INFO] [logging.py:96:log_dist] [Rank 0] step=%d, "
          "skipped=3, lr=[0.00014%05d, 0.00014], mom=[[0.9, 0.95], [0.9, 0.95]]\n"
          "[2024-03-04 05:06:%02d,120] [INFO] [timer.py:260:stop] "
          "epoch=0/micro_step=%d/global_step=%d, RunningAvgSamplesPerSec=128.5%03d, "
          "CurrSamplesPerSec=130.25, MemAllocated=11.5GB, MaxMemAllocated=40.25GB\n"
          "[2024-03-04 05:06:%02d,121] [INFO] [logging.py:96:log_dist] [Rank 0] time (ms) | fwd: "
          "231.%02d | bwd: 512.33 | bwd_inner: 500.10 | bwd_allreduce: 12.20 | step: 60.77\n",
          n % 60, n, n % 100000, n % 60, 8 * n, n, n % 1000, n % 60, n % 100);
    case Megatron:
      return print(
          " iteration %8d/  250000 | consumed samples: %12d | elapsed time per iteration (ms): "
          "%.1f | learning rate: 2.107E-04 | global batch size:   512 | lm loss: 2.%06dE+00 | "
          "loss scale: 65536.0 | grad norm: 0.%03d | num zeros: 0.0 | number of skipped "
          "iterations:   0 | number of nan iterations:   0 |\n"
          "time (ms) | forward-compute: 231.%02d | backward-compute: 512.33 | "
          "backward-params-all-reduce: 60.77 | optimizer: 40.12 | batch-generator: 1.08\n",
          n, 512 * n, 900 + n % 90 * 1.1, n % 1000000, n % 1000, n % 100);
    case Cerebras:
      return print(
          "2024-03-04 05:%02d:%02d,457 INFO:   | Train Device=CSX, Step=%d, Loss=%.5f, "
          "Rate=%.2f samples/sec, GlobalRate=%.2f samples/sec\n",
          n / 60 % 60, n % 60, 10 * n, 7.5 + wave, 6700.5 + wave, 6710.25 + wave);
    case Bars:
      return print("Epoch 3:  %2d%%|####      | %d/10000 [05:12<2:01:33,  1.31it/s, loss=2.51]\r",
                   n % 100, n);
    case Prose:
      break;
  }
  return print(
      "2024-03-04 05:06:%02d INFO worker %d: loading shard %d of the training corpus from "
      "/scratch/data/shards/part-%05d.parquet, 5120 documents so far\n"
      "    tokenizer cache miss in data_loader.py line %d; rebuilding the index before the next "
      "epoch begins\n"
      "UserWarning: the attention mask is not set and cannot be inferred from input\n",
      n % 60, n % 8, n, n, n % 900);
}

inline std::string log_of(Kind kind, std::size_t bytes) {
  std::string log;
  log.reserve(bytes + 2048);
  for (int n = 1; log.size() < bytes; ++n) log += report_of(kind, n);
  return log;
}

}  // namespace steptail::bench
