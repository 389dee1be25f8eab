#include "pipeline/pipeline.h"

#include <algorithm>
#include <utility>

#include "pipeline/saved_state.h"
#include "pipeline/shard_snapshot.h"
#include "run/retention.h"

namespace steptail::pipeline {
namespace {

constexpr base::Duration kTick = std::chrono::seconds(1);

}  // namespace

Pipeline::Pipeline(Parts parts, PipelineOptions options)
    : parts_(std::move(parts)),
      options_(std::move(options)),
      runs_(options_.limits.runs, {.series = options_.limits.series_per_run}),
      files_({.fs = parts_.fs, .clock = parts_.loop, .runs = runs_, .refused = refused_},
             options_.limits, options_.formats),
      reader_({.loop = parts_.loop, .files = files_, .counters = counters_, .log = parts_.log}),
      finder_({.loop = parts_.loop,
               .fs = parts_.fs,
               .watcher = parts_.watcher,
               .files = files_,
               .reader = reader_,
               .runs = runs_,
               .counters = counters_,
               .log = parts_.log},
              options_.limits.files) {}

Pipeline::~Pipeline() = default;

void Pipeline::start() {
  std::map<std::string, std::string> saved = restore();
  stall_judge_.use(options_.entries, parts_.fs);
  finder_.start(options_.entries, std::move(saved));
  started_ = true;
  tick();
}

void Pipeline::stop(base::Duration deadline) {
  finder_.stop();
  parts_.loop.cancel(tick_timer_);
  reader_.mark_all();
  reader_.drain(parts_.loop.mono() + deadline);
  save();
  publish();
}

void Pipeline::reconfigure(PipelineOptions options) {
  options_ = std::move(options);
  stall_judge_.use(options_.entries, parts_.fs);
  stall_judge_.turn(parts_.loop.mono());
  runs_.set_max_runs(options_.limits.runs);
  files_.reconfigure(options_.entries, options_.limits, options_.formats);
  drop_streams_not_wanted();
  std::erase_if(counters_, [&](const auto& counter) {
    return std::none_of(options_.entries.begin(), options_.entries.end(),
                        [&](const auto& entry) { return entry->config.name == counter.first; });
  });
  finder_.use(options_.entries, options_.limits.files);
  save();
  publish();
}

// Gives the streams of the checkpoint; their runs are in the table then.
std::map<std::string, std::string> Pipeline::restore() {
  std::map<std::string, std::string> streams;
  if (parts_.checkpoint == nullptr) return streams;
  base::Result<SavedState> state = base::fail("no checkpoint");
  auto loaded = parts_.checkpoint->load([&](const std::string& payload) -> base::Result<void> {
    state = decode_state(payload, {.series = options_.limits.series_per_run}, parts_.loop.wall(),
                         parts_.loop.mono());
    if (!state) return tl::unexpected(state.error());
    return {};
  });
  for (const base::Error& problem : loaded.problems) {
    ++checkpoint_errors_;
    base::log_event(parts_.log, base::LogLevel::Warn, "checkpoint_damaged",
                    {{"error", problem.to_string()}});
  }
  if (!state) return streams;
  for (const auto& saved : state->ledgers) {
    base::ByteReader ledger(saved.bytes);
    files_.ledgers()[saved.entry].load(ledger);
  }
  for (run::Run& run : state->runs) runs_.restore(std::move(run));
  for (auto& stream : state->streams) {
    streams.emplace(Finder::stream_key(stream.entry, stream.path), std::move(stream.bytes));
  }
  return streams;
}

void Pipeline::tick() {
  if (stall_judge_.turn(parts_.loop.mono())) reader_.mark_all();
  // Saved first: what was once seen on a page must not be unknown after a crash.
  settle();
  bool read = reader_.take_changed();
  if (read || any_run_unsaved()) save();
  publish();
  tick_timer_ = parts_.loop.after(kTick, [this] { tick(); });
}

// Not while a run catches up: what would tell more may lie in the bytes that are still to be read.
void Pipeline::settle() {
  std::set<std::string> held = files_.held();
  for (auto& [key, run] : runs_.runs()) {
    if (held.contains(key) || !run->state.settle(parts_.loop.mono())) continue;
    run->changed = run->unsaved = true;
  }
}

bool Pipeline::any_run_unsaved() const {
  return std::any_of(runs_.runs().begin(), runs_.runs().end(),
                     [](const auto& entry) { return entry.second->unsaved; });
}

void Pipeline::save() {
  if (parts_.checkpoint == nullptr) return;
  std::vector<SavedState::StreamState> streams;
  for (const auto& [id, file] : files_.files()) {
    base::ByteWriter out;
    file->stream->save(out);
    streams.push_back({.entry = file->entry, .path = file->stream->path(), .bytes = out.take()});
  }
  for (const auto& [key, bytes] : finder_.untaken()) {
    std::size_t split = key.find('\n');
    streams.push_back(
        {.entry = key.substr(0, split), .path = key.substr(split + 1), .bytes = bytes});
  }
  std::vector<SavedState::LedgerState> ledgers;
  for (const auto& [entry, ledger] : files_.ledgers()) {
    base::ByteWriter out;
    ledger.save(out);
    ledgers.push_back({.entry = entry, .bytes = out.take()});
  }
  auto saved = parts_.checkpoint->save(
      encode_state(streams, ledgers, runs_, parts_.loop.wall(), parts_.loop.mono()));
  if (saved) {
    checkpoint_saved_ = parts_.loop.wall();
    save_fails_ = false;
    for (auto& [key, run] : runs_.runs()) run->unsaved = false;
    return;
  }
  ++checkpoint_errors_;
  if (!std::exchange(save_fails_, true)) {
    base::log_event(parts_.log, base::LogLevel::Error, "checkpoint_not_saved",
                    {{"error", saved.error().to_string()}});
  }
}

bool Pipeline::expired(const run::Run& run) const {
  run::RetentionOptions retention{.finished = options_.retention.finished,
                                  .silent = options_.retention.silent,
                                  .stalled = options_.retention.stalled};
  run::StallStatus stall =
      run.state.stall(stall_judge_.as_of(), stall_judge_.options_of(run.watch));
  return run::expired(run, stall, retention, parts_.loop.wall());
}

// Runs that are not shown: those still catching up after the start, and those whose retention has
// ended. The latter are forgotten once no file of theirs is left.
std::set<std::string> Pipeline::hidden_runs() {
  std::set<std::string> hidden = files_.held();
  std::vector<std::string> gone;
  for (const auto& [key, run] : runs_.runs()) {
    if (!expired(*run)) continue;
    hidden.insert(key);
    if (started_ && !files_.has_files_of(key)) gone.push_back(key);
  }
  for (const std::string& key : gone) {
    publisher_.forget(key);
    refused_["series"] += runs_.runs().at(key)->state.refused_series();
    refused_["sums"] += runs_.runs().at(key)->state.refused_sums();
    runs_.erase(key);
  }
  return hidden;
}

void Pipeline::publish() {
  ready_ = ready_ || (started_ && files_.held().empty());
  auto snapshot = std::make_shared<metrics::ShardSnapshot>();
  snapshot->taken = parts_.loop.wall();
  snapshot->ready = ready_;
  snapshot->runs = publisher_.collect(runs_, stall_judge_.options(), hidden_runs(),
                                      stall_judge_.as_of(), snapshot->taken);
  describe_files(files_, counters_, snapshot->taken, *snapshot);
  snapshot->refused = refused_;
  for (const auto& [key, run] : runs_.runs()) {
    snapshot->refused["series"] += run->state.refused_series();
    snapshot->refused["sums"] += run->state.refused_sums();
  }
  snapshot->inotify_overflows = parts_.watcher.overflows();
  snapshot->checkpoint_errors = checkpoint_errors_;
  snapshot->checkpoint_saved = checkpoint_saved_;
  parts_.cell.publish(std::move(snapshot));
}

// Files that no entry wants any more, or whose run would be another: read to their end once, then
// closed. The scan that follows finds those that another entry wants.
void Pipeline::drop_streams_not_wanted() {
  std::vector<FileId> dropped;
  for (const auto& [id, file] : files_.files()) {
    auto entry =
        std::find_if(options_.entries.begin(), options_.entries.end(),
                     [&](const auto& candidate) { return candidate->config.name == file->entry; });
    if (entry != options_.entries.end() && wants(**entry, *file)) continue;
    dropped.push_back(id);
  }
  for (FileId id : dropped) reader_.mark(id);
  reader_.drain(parts_.loop.mono() + kTick);
  for (FileId id : dropped) files_.remove(id);
}

}  // namespace steptail::pipeline
