#include "daemon/shard.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <future>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "base/start_thread.h"

namespace steptail::daemon {
namespace {

constexpr base::Duration kHeartbeat = std::chrono::seconds(1);

bool is_plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

}  // namespace

std::string checkpoint_name(const std::string& shard) {
  constexpr std::size_t kMostBytes = 64;
  std::string name = shard.substr(0, kMostBytes);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !is_plain(c); }, '_');
  // A dot is in no plain name.
  if (name != shard) name += "." + base::to_hex(base::hash64(shard));
  return "shard-" + name + ".checkpoint";
}

struct Shard::State {
  State(const Options& options, base::FileSystem& fs, std::shared_ptr<metrics::SnapshotCell> shown,
        pipeline::PipelineOptions work)
      : cell(std::move(shown)), watcher(loop) {
    if (!options.storage_path.empty()) {
      checkpoint.emplace(fs, options.storage_path, checkpoint_name(options.name));
      for (const std::string& other : options.elsewhere) {
        elsewhere.emplace_back(fs, options.storage_path, checkpoint_name(other));
      }
    }
    std::vector<checkpoint::CheckpointFile*> others;
    for (auto& file : elsewhere) others.push_back(&file);
    pipeline.emplace(pipeline::Pipeline::Parts{.loop = loop,
                                               .fs = fs,
                                               .watcher = watcher,
                                               .cell = *cell,
                                               .checkpoint = checkpoint ? &*checkpoint : nullptr,
                                               .elsewhere = std::move(others),
                                               .log = options.log},
                     std::move(work));
  }

  void heartbeat() {
    turned.store(loop.mono().time_since_epoch().count(), std::memory_order_relaxed);
    loop.after(kHeartbeat, [this] { heartbeat(); });
  }

  std::shared_ptr<metrics::SnapshotCell> cell;
  AsioLoop loop;
  watch::InotifyWatcher watcher;
  std::optional<checkpoint::CheckpointFile> checkpoint;
  std::vector<checkpoint::CheckpointFile> elsewhere;
  std::optional<pipeline::Pipeline> pipeline;
  std::atomic<std::int64_t> turned{0};
  std::promise<void> ended;
};

Shard::Shard(Options options, base::FileSystem& fs, pipeline::PipelineOptions work)
    : options_(std::move(options)),
      cell_(std::make_shared<metrics::SnapshotCell>()),
      state_(std::make_shared<State>(options_, fs, cell_, std::move(work))) {}

Shard::~Shard() {
  if (!thread_.joinable()) return;
  ask_to_stop(base::Duration{0});
  static_cast<void>(wait_stopped(base::Duration{0}));
}

void Shard::start() {
  ended_ = state_->ended.get_future();
  state_->turned = state_->loop.mono().time_since_epoch().count();
  auto thread = base::start_thread([state = state_] {
    state->heartbeat();
    state->pipeline->start();
    state->loop.run();
    state->ended.set_value();
  });
  if (!thread) {
    base::log_event(options_.log, base::LogLevel::Error, "shard_not_started",
                    {{"shard", options_.name}, {"error", thread.error().to_string()}});
    return;
  }
  thread_ = *std::move(thread);
}

void Shard::reconfigure(Change change) {
  state_->loop.post([state = state_.get(), change = std::move(change)]() mutable {
    pipeline::SavedState given = state->pipeline->hand_over(change.leaving);
    state->pipeline->reconfigure(std::move(change.work), std::move(change.inherited));
    if (!change.leaving.empty()) change.give(std::move(given));
  });
}

void Shard::ask_to_stop(base::Duration deadline) {
  state_->loop.post([state = state_.get(), deadline] {
    state->pipeline->stop(deadline);
    state->loop.stop();
  });
}

bool Shard::wait_stopped(base::Duration deadline) {
  if (!thread_.joinable()) return true;
  if (ended_.wait_for(2 * deadline + kHeartbeat) == std::future_status::ready) {
    thread_.join();
    return true;
  }
  thread_.detach();  // it holds its State
  return false;
}

std::function<bool()> Shard::answers(base::Duration within) const {
  return [state = state_, within] {
    base::MonoTime turned{base::Duration{state->turned.load(std::memory_order_relaxed)}};
    return state->loop.mono() - turned < within;
  };
}

}  // namespace steptail::daemon
