#include "pipeline/pipeline.h"

#include <algorithm>
#include <utility>

#include "pipeline/saved_state.h"
#include "pipeline/shard_snapshot.h"
#include "pipeline/tick_pace.h"
#include "run/retention.h"

namespace steptail::pipeline {
namespace {

// Until all that lay there at the start is read: a scrape should miss no run because of a restart.
constexpr base::Duration kFirstTick = std::chrono::milliseconds(50);
constexpr base::Duration kRestInterval = std::chrono::minutes(1);
// After the last byte: failures that waited for their cause are counted by then.
constexpr base::Duration kSettled = run::Incident::kPatience + 2 * kTickRest;
constexpr base::Duration kLookInterval = std::chrono::seconds(5);

}  // namespace

Pipeline::Pipeline(Parts parts, PipelineOptions options)
    : parts_(std::move(parts)),
      options_(std::move(options)),
      runs_(options_.limits.runs, {.series = options_.limits.series_per_run}),
      files_({.fs = parts_.fs, .clock = parts_.loop, .runs = runs_, .refused = refused_},
             options_.limits, options_.formats),
      reader_({.loop = parts_.loop, .files = files_, .counters = counters_, .log = parts_.log}),
      shelver_({.loop = parts_.loop,
                .fs = parts_.fs,
                .files = files_,
                .reader = reader_,
                .runs = runs_,
                .shelf = shelf_,
                .refused = refused_},
               options_.limits),
      finder_({.loop = parts_.loop,
               .fs = parts_.fs,
               .watcher = parts_.watcher,
               .files = files_,
               .reader = reader_,
               .shelf = shelf_,
               .shelver = shelver_,
               .counters = counters_,
               .log = parts_.log},
              options_.limits.files),
      saver_({.clock = parts_.loop, .files = files_, .runs = runs_, .shelf = shelf_}) {}

Pipeline::~Pipeline() = default;

void Pipeline::start() {
  restore();
  shelver_.rehome(options_.entries, options_.configured);
  stall_judge_.use(options_.entries, parts_.fs);
  stall_judge_.turn(parts_.loop.mono());
  publish(true);  // nothing is shown yet, but it is known which runs will be
  finder_.start(options_.entries);
  shelver_.rest_unwanted(options_.entries, options_.configured);
  started_ = true;
  next_tick_ = kFirstTick;
  tick();
}

void Pipeline::stop(base::Duration deadline) {
  finder_.stop();
  parts_.loop.cancel(tick_timer_);
  reader_.mark_all();
  reader_.drain(parts_.loop.mono() + deadline);
  judge();
  save();
  publish(true);
}

void Pipeline::reconfigure(PipelineOptions options, SavedState inherited) {
  options_ = std::move(options);
  put_away_what_nobody_knew();
  stall_judge_.use(options_.entries, parts_.fs);
  stall_judge_.turn(parts_.loop.mono());
  runs_.set_max_runs(options_.limits.runs);
  shelver_.set_limits(options_.limits);
  files_.reconfigure(options_.entries, options_.limits, options_.formats);
  drop_streams_not_wanted();
  shelver_.restore(std::move(inherited));
  shelver_.rehome(options_.entries, options_.configured);
  std::erase_if(counters_, [&](const auto& counter) {
    return find_entry(options_.entries, counter.first) == nullptr;
  });
  finder_.use(options_.entries, options_.limits.files);
  shelver_.rest_unwanted(options_.entries, options_.configured);
  judge();
  save();
  publish(true);
}

SavedState Pipeline::hand_over(const std::set<std::string>& watches) {
  return shelver_.hand_over(watches);
}

SavedState Pipeline::load(checkpoint::CheckpointFile& file,
                          const checkpoint::CheckpointFile::Salvage& salvage) {
  SavedState state;
  auto check = [&](const std::string& payload) -> base::Result<void> {
    auto decoded = decode_state(payload);
    if (!decoded) return tl::unexpected(decoded.error());
    if (auto good = shelver_.check(*decoded); !good) return good;
    state = std::move(*decoded);
    return {};
  };
  auto loaded = file.load(check, salvage);
  for (const base::Error& problem : loaded.problems) {
    ++checkpoint_errors_;
    base::log_event(parts_.log, base::LogLevel::Warn, "checkpoint_damaged",
                    {{"error", problem.to_string()}});
  }
  return state;
}

// An entry that belonged to another shard when the daemon last ran left its state there.
void Pipeline::add_from_elsewhere(SavedState& state) {
  std::set<std::string> missing;
  for (const auto& entry : options_.entries) missing.insert(entry->config.name);
  for (const SavedFile& file : state.files) missing.erase(file.watch);
  for (const SavedRun& run : state.runs) missing.erase(run.watch);
  for (checkpoint::CheckpointFile* file : parts_.elsewhere) {
    if (missing.empty()) return;
    SavedState other = load(*file);
    for (SavedRun& run : other.runs) {
      if (missing.contains(run.watch)) state.runs.push_back(std::move(run));
    }
    for (SavedLedger& ledger : other.ledgers) {
      if (missing.contains(ledger.watch)) state.ledgers.push_back(std::move(ledger));
    }
    for (SavedFile& saved : other.files) {
      if (missing.contains(saved.watch)) state.files.push_back(std::move(saved));
    }
  }
}

void Pipeline::restore() {
  if (parts_.checkpoint == nullptr) return;
  SavedState state =
      load(*parts_.checkpoint, [this](std::string_view rest) { forgotten_.salvage(rest); });
  add_from_elsewhere(state);
  shelver_.restore(std::move(state));
}

void Pipeline::tick() {
  base::MonoTime now = parts_.loop.mono();
  if (stall_judge_.turn(now)) reader_.mark_all();
  bool read = reader_.take_changed();
  if (read) busy_until_ = now + kSettled;
  // While nothing is read, what there is to be seen is known beforehand.
  bool look = now <= busy_until_ || now >= look_at_ || refused_ != refused_shown_;
  if (look) {
    look_at_ = now + kLookInterval;
    judge();
    retire();
  }
  // Saved first: what was once seen on a page must not be unknown after a crash.
  if (read || (look && is_unsaved()) || shelf_.take_changed() || save_again_) save();
  publish(look || !shown_);
  tick_timer_ = parts_.loop.after(next_tick_, [this] { tick(); });
  next_tick_ = ready_ ? rest_after(parts_.loop.mono() - now) : std::min(2 * next_tick_, kTickRest);
}

void Pipeline::judge() {
  const std::set<std::string> held = files_.held();
  const base::MonoTime now = parts_.loop.mono();
  expired_.clear();
  const auto& runs = runs_.listed();
  for (std::size_t place = 0; place < runs.size(); ++place) {
    runs_.fetch_ahead(place);
    const auto& [key, run] = runs[place];
    // What would tell more of a run that catches up may lie in the bytes that are still to be read.
    const bool catches_up = held.contains(*key);
    if (!catches_up && run->state.settle(now)) run->changed = run->unsaved = true;
    run->stall = run->state.stall(stall_judge_.as_of(), stall_judge_.options_of(*run));
    if (expired(*run)) expired_.insert(*key);
  }
}

bool Pipeline::is_unsaved() const {
  const auto& runs = runs_.listed();
  return std::any_of(runs.begin(), runs.end(),
                     [](const auto& listed) { return listed.run->unsaved; });
}

void Pipeline::save() {
  if (parts_.checkpoint == nullptr) return;
  auto saved = saver_.save(*parts_.checkpoint);
  save_again_ = !saved;
  if (saved) {
    checkpoint_saved_ = parts_.loop.wall();
    save_fails_ = false;
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
  return run::expired(run, run.stall, retention, parts_.loop.wall());
}

// Runs whose retention has ended leave the page, and with their files the tables.
void Pipeline::retire() {
  for (const std::string& key : expired_) shelver_.rest(key);
  base::MonoTime now = parts_.loop.mono();
  if (!rested_at_ || now - *rested_at_ >= kRestInterval) {
    rested_at_ = now;
    shelver_.rest_silent(options_.entries);
  }
}

void Pipeline::publish(bool look) {
  auto snapshot = look ? std::make_shared<metrics::ShardSnapshot>()
                       : std::make_shared<metrics::ShardSnapshot>(*shown_);
  snapshot->taken = parts_.loop.wall();
  if (look) show_all(*snapshot);
  describe_entries(counters_, *snapshot);
  snapshot->ready = ready_;
  snapshot->inotify_overflows = parts_.watcher.overflows();
  snapshot->checkpoint_errors = checkpoint_errors_;
  snapshot->checkpoint_saved = checkpoint_saved_;
  shown_ = snapshot;
  parts_.cell.publish(std::move(snapshot));
}

void Pipeline::show_all(metrics::ShardSnapshot& snapshot) {
  for (const auto& entry : options_.entries) {
    snapshot.entry_places.emplace(entry->config.name, entry->place);
  }
  std::set<std::string> held = files_.held();
  if (!started_) {
    for (const auto& [key, run] : runs_.runs()) held.insert(key);
  }
  ready_ = ready_ || (started_ && held.empty());
  if (ready_) forgotten_.count(runs_, counters_);
  snapshot.refused = refused_shown_ = refused_;
  publisher_.collect(runs_, {.withheld = held, .left = expired_}, snapshot);
  look_at_ = std::min(look_at_, publisher_.next_stall());
  describe_files(files_, snapshot.taken, snapshot);
}

// Files that told nothing, where other formats are tried from now on: the scan that follows finds
// them, and they are read from their beginning.
void Pipeline::put_away_what_nobody_knew() {
  std::vector<FileId> unknown;
  for (const auto& [id, file] : files_.files()) {
    const auto entry = find_entry(options_.entries, file->entry);
    if (entry == nullptr || file->stream->has_told()) continue;
    const DecoderRules rules = rules_of(*entry, options_.formats);
    if (rules.fingerprint() != file->stream->rules_fingerprint()) unknown.push_back(id);
  }
  for (FileId id : unknown) shelver_.put(id);
}

// Files that no entry wants any more, or whose run would be another: read to their end once, then
// put away. The scan that follows finds those that another entry wants.
void Pipeline::drop_streams_not_wanted() {
  std::vector<FileId> dropped;
  for (const auto& [id, file] : files_.files()) {
    const auto entry = find_entry(options_.entries, file->entry);
    const Stream& stream = *file->stream;
    if (entry == nullptr || !wants(*entry, stream.path(), stream.identity())) dropped.push_back(id);
  }
  for (FileId id : dropped) reader_.mark(id);
  reader_.drain(parts_.loop.mono() + kTickRest);
  for (FileId id : dropped) shelver_.put(id);
}

}  // namespace steptail::pipeline
