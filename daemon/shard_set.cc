#include "daemon/shard_set.h"

#include <sys/resource.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace steptail::daemon {
namespace {

const char* const kLocalShard = "local";
constexpr base::Duration kAnswersWithin = std::chrono::seconds(10);

std::string own_shard_of(const std::string& entry) { return "entry-" + entry; }

// How many files each of so many shards may hold open: pages, checkpoints and directories that are
// listed need descriptors, too.
std::size_t open_files_for(std::size_t shards) {
  constexpr std::size_t kKeptBack = 40;
  constexpr std::size_t kAtLeast = 4;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return kAtLeast;
  std::size_t rest = std::max<std::size_t>(limit.rlim_cur, kKeptBack) - kKeptBack;
  return std::max(kAtLeast, rest / std::max<std::size_t>(shards, 1));
}

}  // namespace

ShardSet::ShardSet(Options options, base::FileSystem& fs, base::Loop& loop)
    : options_(std::move(options)), fs_(fs), loop_(loop) {}

ShardSet::~ShardSet() = default;

std::map<std::string, std::string> ShardSet::assign(const Settings& settings) const {
  std::map<std::string, std::string> shards;
  for (const auto& entry : settings.entries) {
    const std::string& name = entry->config.name;
    const auto before = pipeline::find_entry(settings_.entries, name);
    if (before != nullptr && before->config.paths == entry->config.paths) {
      shards[name] = shard_of_.at(name);
      continue;
    }
    bool local = std::all_of(
        entry->patterns.begin(), entry->patterns.end(), [this](const tail::PathPattern& pattern) {
          return fs_.mount_kind(pattern.fixed_prefix()) == base::MountKind::Local;
        });
    shards[name] = local ? kLocalShard : own_shard_of(name);
  }
  return shards;
}

pipeline::PipelineOptions ShardSet::work_of(const std::string& shard) const {
  pipeline::Entries entries;
  for (const auto& entry : settings_.entries) {
    const std::string& name = entry->config.name;
    if (shard_of_.at(name) == shard && !moving_.contains(name)) entries.push_back(entry);
  }
  std::set<std::string> shards{kLocalShard};
  for (const auto& [entry, of] : shard_of_) shards.insert(of);
  pipeline::PipelineOptions work = settings_.options_for(std::move(entries));
  work.limits.open_files = std::min(work.limits.open_files, open_files_for(shards.size()));
  return work;
}

void ShardSet::configure(const Settings& settings) {
  std::map<std::string, std::string> shard_of = assign(settings);
  std::map<std::string, std::set<std::string>> leaving;  // by the shard that they leave
  for (const auto& [entry, shard] : shard_of) {
    auto before = shard_of_.find(entry);
    if (before == shard_of_.end() || before->second == shard || moving_.contains(entry)) continue;
    leaving[before->second].insert(entry);
    moving_.insert(entry);
  }
  settings_ = settings;
  shard_of_ = std::move(shard_of);
  for (auto& [name, shard] : shards_) {
    const std::set<std::string>& entries = leaving[name];
    shard->reconfigure(
        {.work = work_of(name),
         .leaving = entries,
         .give = [this, entries](pipeline::SavedState state) {
           loop_.post([this, entries, state = std::move(state)] { arrived(entries, state); });
         }});
  }
  start(kLocalShard);
  for (const auto& [entry, shard] : shard_of_) start(shard);
}

void ShardSet::start(const std::string& name) {
  if (shards_.contains(name)) return;
  // An entry may have been in another shard when the daemon last ran.
  std::vector<std::string> elsewhere;
  for (const auto& [entry, shard] : shard_of_) {
    if (shard == name) elsewhere.push_back(name == kLocalShard ? own_shard_of(entry) : kLocalShard);
  }
  auto shard = std::make_unique<Shard>(Shard::Options{.name = name,
                                                      .storage_path = options_.storage_path,
                                                      .elsewhere = std::move(elsewhere),
                                                      .log = options_.log},
                                       fs_, work_of(name));
  shard->start();
  shards_.emplace(name, std::move(shard));
}

// To whoever has them now: there may have been another reload meanwhile.
void ShardSet::arrived(const std::set<std::string>& entries, const pipeline::SavedState& state) {
  for (const std::string& entry : entries) {
    moving_.erase(entry);
    auto to = shard_of_.find(entry);
    if (to == shard_of_.end()) continue;
    pipeline::SavedState part;
    auto is_its = [&](const auto& saved) { return saved.watch == entry; };
    std::copy_if(state.files.begin(), state.files.end(), std::back_inserter(part.files), is_its);
    std::copy_if(state.ledgers.begin(), state.ledgers.end(), std::back_inserter(part.ledgers),
                 is_its);
    std::copy_if(state.runs.begin(), state.runs.end(), std::back_inserter(part.runs), is_its);
    shards_.at(to->second)
        ->reconfigure({.work = work_of(to->second), .inherited = std::move(part)});
  }
}

std::vector<metrics::Board::Source> ShardSet::sources() const {
  std::vector<metrics::Board::Source> sources;
  for (const auto& [name, shard] : shards_) {
    metrics::Board::Source source{.cell = shard->cell(), .answers = shard->answers(kAnswersWithin)};
    for (const auto& [entry, of] : shard_of_) {
      if (of == name) source.watches.push_back(entry);
    }
    sources.push_back(std::move(source));
  }
  return sources;
}

bool ShardSet::local_turns(base::Duration within) const {
  auto local = shards_.find(kLocalShard);
  return local == shards_.end() || local->second->answers(within)();
}

bool ShardSet::stop(base::Duration deadline) {
  for (auto& [name, shard] : shards_) shard->ask_to_stop(deadline);
  bool all_ended = true;
  for (auto& [name, shard] : shards_) all_ended = shard->wait_stopped(deadline) && all_ended;
  return all_ended;
}

}  // namespace steptail::daemon
