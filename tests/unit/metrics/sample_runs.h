#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "metrics/label_text.h"
#include "metrics/page.h"
#include "metrics/snapshot.h"

namespace steptail::metrics {

// Of a moment whose fraction a double holds exactly.
inline base::WallTime wall(double seconds) {
  const double whole = std::floor(seconds);
  return base::WallTime{std::chrono::seconds(static_cast<std::int64_t>(whole)) +
                        base::from_seconds(seconds - whole)};
}

// A run that has said nothing yet.
inline RunSnapshot bare_run(const std::string& run, const std::string& user = "ada") {
  RunSnapshot snapshot;
  snapshot.name = name_run({{{"run", run}, {"user", user}}});
  snapshot.data.formats = {"megatron-lm"};
  snapshot.data.path = "/logs/" + run + ".out";
  return snapshot;
}

// A run that has something of everything.
inline RunSnapshot full_run(const std::string& run) {
  RunSnapshot snapshot = bare_run(run);
  run::RunData& data = snapshot.data;
  data.formats = {"deepspeed", "megatron-lm"};
  for (std::size_t i = 0; i < format::kFieldCount; ++i) {
    const auto field = static_cast<format::Field>(i);
    const auto kind = format::field_kind(field);
    if (kind == format::FieldKind::Gauge || kind == format::FieldKind::Counter) {
      data.set(field, 0.125 + static_cast<double>(i));
    }
  }
  data.loss_components = {{"moe_aux", "", "", 0.01}, {"kl", "", "", -0.25}};
  data.accuracies = {{"validation", "", "", 0.9872}};
  data.phases = {
      {"forward", "", "", 0.31}, {"forward", "", "max", 0.4}, {"optimizer_step", "0", "", 0.058}};
  data.phase_durations = {{"forward", "", "", {7.5, 24}},
                          {"forward", "", "max", {9.5, 24}},
                          {"optimizer_step", "0", "", {1.25, 20}}};
  data.memory = {{"allocated", "", "", 3.1e10}};
  data.values = {{"entropy", "", "", 0.2}};
  data.counted = {{"tokens", "", "", 4096}};
  data.iteration_duration = {21.5, 24};
  data.attempts = 3;
  data.replayed_iterations = 12;
  data.skipped_iterations = 17;
  data.nonfinite_iterations = 1;
  data.nonfinite_loss_values = 2;
  data.nonfinite_gradient_values = 3;
  data.checkpoints = 6;
  data.checkpoint_iteration = 1000;
  data.checkpoint_time = wall(1700000100.5);
  data.checkpoint_duration_seconds = 12.25;
  data.incidents = 2;
  data.failures[static_cast<std::size_t>(format::FailureClass::CudaOom)] = 1;
  data.failures[static_cast<std::size_t>(format::FailureClass::Other)] = 1;
  data.state = format::State::Training;
  data.start = wall(1700000000);
  data.last_line = wall(1700000300.25);
  data.last_progress = wall(1700000299);
  snapshot.stall = {.stalled = true,
                    .timeout = std::chrono::minutes(2),
                    .interval = std::chrono::milliseconds(7450)};
  return snapshot;
}

inline std::shared_ptr<const ShardSnapshot> shard_of(std::vector<RunSnapshot> runs) {
  auto shard = std::make_shared<ShardSnapshot>();
  shard->taken = wall(1700000400);
  for (RunSnapshot& run : runs) {
    shard->runs.push_back(std::make_shared<const RunSnapshot>(std::move(run)));
  }
  return shard;
}

// The same as one of the daemon with two watch entries, of which one hangs.
inline std::shared_ptr<const ShardSnapshot> busy_shard() {
  auto shard = std::make_shared<ShardSnapshot>(*shard_of({full_run("a"), bare_run("b")}));
  WatchCounters& scratch = shard->watches["scratch"];
  scratch.files = {{"active", 3}, {"unreadable", 1}};
  scratch.read_bytes = 123456789;
  scratch.lost_bytes = {{"checkpoint", 12}, {"truncated", 7}};
  scratch.read_errors = {{"EACCES", 4}};
  scratch.last_turn = wall(1700000399.5);
  shard->watches["archive"];
  shard->matched_lines = {{"megatron-lm", 100}};
  shard->refused = {{"runs", 2}};
  shard->checkpoint_saved = wall(1700000399);
  return shard;
}

inline ProcessFacts sample_facts() {
  ProcessFacts facts;
  facts.version = "1.2.3";
  facts.revision = "abcdef0";
  facts.reload_success_time = wall(1700000001);
  facts.http_refused = {{"busy", 5}};
  facts.hung_watches = {"archive"};
  facts.cpu_seconds = 1.5;
  facts.resident_bytes = 4096;
  facts.virtual_bytes = 8192;
  facts.open_fds = 17;
  facts.max_fds = 1024;
  facts.start_time = 1700000000.25;
  facts.threads = 3;
  return facts;
}

}  // namespace steptail::metrics
