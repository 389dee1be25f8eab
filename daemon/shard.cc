#include "daemon/shard.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <future>
#include <optional>
#include <utility>

namespace steptail::daemon {
namespace {

constexpr base::Duration kHeartbeat = std::chrono::seconds(1);

std::string file_name(std::string name) {
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '_'; }, '_');
  return "shard-" + name + ".checkpoint";
}

}  // namespace

struct Shard::State {
  State(const Options& options, base::FileSystem& fs, std::shared_ptr<metrics::SnapshotCell> shown,
        pipeline::PipelineOptions work)
      : cell(std::move(shown)), watcher(loop) {
    if (!options.storage_path.empty()) {
      checkpoint.emplace(fs, options.storage_path, file_name(options.name));
    }
    pipeline.emplace(pipeline::Pipeline::Parts{.loop = loop,
                                               .fs = fs,
                                               .watcher = watcher,
                                               .cell = *cell,
                                               .checkpoint = checkpoint ? &*checkpoint : nullptr,
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
  thread_ = std::thread([state = state_] {
    state->heartbeat();
    state->pipeline->start();
    state->loop.run();
    state->ended.set_value();
  });
}

void Shard::reconfigure(pipeline::PipelineOptions work) {
  state_->loop.post([state = state_.get(), work = std::move(work)]() mutable {
    state->pipeline->reconfigure(std::move(work));
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

base::MonoTime Shard::last_turn() const {
  return base::MonoTime{base::Duration{state_->turned.load(std::memory_order_relaxed)}};
}

}  // namespace steptail::daemon
