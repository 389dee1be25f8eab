#include "support/toy_shard.h"

#include <cassert>
#include <utility>

#include "metrics/board.h"
#include "metrics/page.h"
#include "support/exposition.h"

namespace steptail::support {
namespace {

constexpr const char* kToyFormat = R"(format: toy
title: A trainer for tests
rules:
  - {name: start, when: "toy starts", attempt: true, state: starting}
  - name: step
    when: "step="
    progress: true
    fields:
      iteration: {after: "step="}
      loss: {after: "loss="}
      value:
        - {after: "id=", key: ids, sum: true}
  - {name: saves, when: "toy saves", state: checkpointing}
  - {name: saved, when: "toy saved", event: checkpoint_saved}
  - {name: done, when: "toy is done", event: finished}
samples:
  - {line: "toy starts", rule: start}
  - {line: "step=7 loss=2.5 id=9", rule: step, expect: {iteration: 7, loss: 2.5}}
  - {line: "toy saves", rule: saves}
  - {line: "toy saved", rule: saved}
  - {line: "toy is done", rule: done}
  - {line: "a step forward", rule: none}
)";

}  // namespace

std::shared_ptr<const format::FormatSet> toy_formats() {
  // Immutable and the same for every test; loading it takes longer than most of them.
  static const std::shared_ptr<const format::FormatSet> set = [] {
    std::vector<format::FormatSource> sites{{.file = "toy.yaml", .text = kToyFormat}};
    auto loaded = format::FormatSet::builtin_and(sites);
    assert(loaded.has_value());
    return *loaded;
  }();
  return set;
}

ToyShard::ToyShard(std::vector<std::string> patterns)
    : cell_(std::make_shared<metrics::SnapshotCell>()) {
  config::WatchEntry entry;
  entry.name = "toys";
  entry.paths = std::move(patterns);
  entry.timezone = "UTC";
  entries.push_back(std::move(entry));
  fs.set_time(loop.wall());
  static_cast<void>(fs.make_directories("/logs"));
}

ToyShard::~ToyShard() = default;

pipeline::PipelineOptions ToyShard::options() const {
  pipeline::PipelineOptions options{
      .retention = retention, .limits = limits, .formats = toy_formats()};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto compiled = pipeline::compile_entry("steptail.yaml", entries[i], i);
    assert(compiled.has_value());
    options.configured.insert(entries[i].name);
    options.entries.push_back(*compiled);
  }
  return options;
}

void ToyShard::start() {
  checkpoint_ = std::make_unique<checkpoint::CheckpointFile>(fs, "/state", "shard");
  elsewhere_ = std::make_unique<checkpoint::CheckpointFile>(fs, "/state", "other");
  pipeline_ = std::make_unique<pipeline::Pipeline>(
      pipeline::Pipeline::Parts{.loop = loop,
                                .fs = fs,
                                .watcher = watcher,
                                .cell = *cell_,
                                .checkpoint = checkpoint_.get(),
                                .elsewhere = {elsewhere_.get()},
                                .log = log},
      options());
  pipeline_->start();
  loop.run_ready();
}

void ToyShard::stop() {
  pipeline_->stop(std::chrono::seconds(1));
  crash();
}

void ToyShard::crash() {
  pipeline_.reset();
  loop.abandon();
  cell_ = std::make_shared<metrics::SnapshotCell>();
}

void ToyShard::reload() {
  pipeline_->reconfigure(options());
  loop.run_ready();
}

void ToyShard::move_away_and_back(const std::string& entry) {
  pipeline::SavedState state = pipeline_->hand_over({entry});
  pipeline::PipelineOptions without = options();
  std::erase_if(without.entries, [&](const auto& one) { return one->config.name == entry; });
  pipeline_->reconfigure(std::move(without));
  pipeline_->reconfigure(options(), std::move(state));
  loop.run_ready();
}

void ToyShard::append(const std::string& path, std::string_view bytes) {
  fs.set_time(loop.wall());
  fs.append(path, bytes);
  watcher.touch(path);
  loop.run_ready();
}

std::shared_ptr<const metrics::ShardSnapshot> ToyShard::snapshot() const { return cell_->read(); }

std::map<std::string, double> ToyShard::series() const {
  std::map<std::string, double> values;
  metrics::Board board;
  board.show({{.cell = cell_}});
  metrics::Snapshots shards = board.read();
  if (shards.front() == nullptr) return values;
  auto page = parse_exposition(metrics::render_page(shards, nullptr, metrics::PageFormat::Text004),
                               ExpositionFormat::Text004);
  assert(page.has_value());
  for (const Family& family : page->families) {
    for (const Sample& sample : family.samples) values[sample.key()] = sample.value;
  }
  return values;
}

std::optional<double> ToyShard::value(const std::string& series) const {
  auto all = this->series();
  auto found = all.find(series);
  if (found == all.end()) return std::nullopt;
  return found->second;
}

}  // namespace steptail::support
