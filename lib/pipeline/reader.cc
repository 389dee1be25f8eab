#include "pipeline/reader.h"

#include <algorithm>
#include <utility>

#include "base/prefetch.h"

namespace steptail::pipeline {
namespace {

// Looks at slow disks take long, however few the bytes are.
constexpr base::Duration kTurnTime = std::chrono::milliseconds(50);
constexpr base::Duration kRetrySoon = std::chrono::milliseconds(500);
constexpr base::Duration kRetryLate = std::chrono::seconds(10);
// Trainers say a lot before they say what they are.
constexpr std::uint64_t kLinesToBeKnown = 200;

}  // namespace

Reader::Reader(Parts parts) : parts_(std::move(parts)) {}

void Reader::mark(FileId id) {
  scheduler_.mark(id);
  post_turn();
}

void Reader::mark_all() {
  for (const auto& [id, file] : parts_.files.files()) scheduler_.mark(id);
  post_turn();
}

void Reader::post_turn() {
  if (turn_posted_ || scheduler_.empty()) return;
  turn_posted_ = true;
  parts_.loop.post([this] {
    turn_posted_ = false;
    turn();
    post_turn();
  });
}

void Reader::drain(base::MonoTime deadline) {
  while (turn() && parts_.loop.mono() < deadline) {
  }
}

bool Reader::turn() {
  base::MonoTime until = parts_.loop.mono() + kTurnTime;
  parts_.files.directory_times().begin_turn();
  const bool more = scheduler_.turn(
      [this](FileId id, std::size_t budget_bytes) { return read(id, budget_bytes); },
      [this, until] { return parts_.loop.mono() >= until; });
  parts_.files.directory_times().end_turn();
  return more;
}

bool Reader::take_changed() { return std::exchange(changed_, false); }

// Where one part of a file is stands in the part before: each is fetched a few steps later.
void Reader::fetch_ahead() const {
  constexpr std::size_t kSteps = 2;
  const auto soon = [this](std::size_t others) {
    return parts_.files.find(scheduler_.upcoming(others));
  };
  if (FollowedFile* file = soon(4 * kSteps)) base::prefetch(file);
  if (FollowedFile* file = soon(3 * kSteps)) {
    base::prefetch(file->stream.get());
    base::prefetch(file->binding.get());
  }
  if (FollowedFile* file = soon(2 * kSteps)) {
    file->stream->fetch_parts();
    base::prefetch(file->binding->bound());
  }
  if (FollowedFile* file = soon(kSteps)) file->stream->follower().fetch_current();
}

tail::ReadScheduler::Step Reader::read(FileId id, std::size_t budget_bytes) {
  FollowedFile* file = parts_.files.find(id);
  fetch_ahead();
  if (file == nullptr || !parts_.files.may_read(*file)) return {};  // its turn: caught_up()
  base::MonoTime now = parts_.loop.mono();
  // However often its writer writes; a timer is set.
  if (!file->error.empty() && now < file->retry_at) return {};
  tail::Follower::Outcome outcome = file->stream->pump(budget_bytes);
  parts_.files.note_look(*file, outcome.bytes > 0, now);
  file->unsaved = true;
  note(*file, outcome);
  wake_later(*file, wait_after(*file, outcome));
  if (outcome.gone) {
    finish_with(*file);
    parts_.files.remove(id);
    return {.bytes = outcome.bytes, .more = false};
  }
  if (!outcome.more && !file->caught_up) finish_with(*file);
  return {.bytes = outcome.bytes, .more = outcome.more};
}

void Reader::note(FollowedFile& file, const tail::Follower::Outcome& outcome) {
  base::WallTime now = parts_.loop.wall();
  if (outcome.shown && !outcome.error) {
    file.seen_size = outcome.shown->size;
    file.seen_modified = outcome.shown->modified;
    file.seen_key = tail::key_of(*outcome.shown);
  }
  parts_.counters[file.entry].last_turn = now;
  file.lag_bytes = outcome.lag_bytes;
  std::string error = outcome.error ? outcome.error->message : std::string();
  if (error != file.error) {
    file.error = error;
    changed_ = true;
    if (error.empty()) {
      base::log_event(parts_.log, base::LogLevel::Info, "file_readable_again",
                      {{"path", file.stream->path()}});
    } else {
      base::log_event(parts_.log, base::LogLevel::Warn, "file_unreadable",
                      {{"path", file.stream->path()}, {"error", error}});
    }
  }
  // A start must know of files that were seen, though nothing of them was read yet.
  if (outcome.bytes > 0 || outcome.gone || outcome.moved) changed_ = true;
  if (outcome.bytes == 0 && !outcome.gone) return;
  judge(file);
  file.untold_bytes += outcome.bytes;
  run::Run* run = file.binding->run();
  if (run == nullptr) return;
  run->told_bytes += std::exchange(file.untold_bytes, 0);
  run->unsaved = true;
  run->modified = std::max(run->modified, file.stream->modified());
  // Bytes that lay there already say nothing about when they arrived.
  if (file.caught_up) run->last_byte = now;
}

// Once a file, whatever comes of it later: one that is known late is no news then.
void Reader::judge(FollowedFile& file) {
  if (file.judged || file.stream->lines_read() < kLinesToBeKnown) return;
  file.judged = true;
  if (file.stream->has_told()) return;
  const std::string& path = file.stream->path();
  base::log_event(parts_.log, base::LogLevel::Warn, "file_unrecognised",
                  {{"watch", file.entry},
                   {"path", path},
                   {"lines", file.stream->lines_read()},
                   {"hint", "its lines are in no known format: `steptail inspect " + path +
                                "` drafts one, 'exclude' in the watch entry leaves it out"}});
}

// When to look again without a hint; zero: never. What fails is tried again, less and less often.
base::Duration Reader::wait_after(FollowedFile& file, const tail::Follower::Outcome& outcome) {
  if (outcome.gone) return base::Duration{0};
  if (!outcome.error) {
    file.retry_delay = base::Duration{0};
    return outcome.wake;
  }
  file.retry_delay = std::clamp(2 * file.retry_delay, kRetrySoon, kRetryLate);
  file.retry_at = parts_.loop.mono() + file.retry_delay;
  return file.retry_delay;
}

// A file that is being drained ends after a quiet time, without an event to say so.
void Reader::wake_later(FollowedFile& file, base::Duration delay) {
  if (file.wake_timer != 0) parts_.loop.cancel(std::exchange(file.wake_timer, 0));
  if (delay <= base::Duration{0}) return;
  file.wake_timer = parts_.loop.after(delay, [this, id = file.id] { mark(id); });
}

void Reader::finish_with(FollowedFile& file) {
  FileId next = parts_.files.caught_up(file);
  changed_ = true;
  if (next != 0) mark(next);
}

}  // namespace steptail::pipeline
