#include "history/replay_beside_survey.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/start_thread.h"
#include "history/survey.h"
#include "history/survey_feed.h"

namespace steptail::history {
namespace {

// Replays what becomes known, piece after piece.
class Follower {
 public:
  Follower(const LogFile& file, Replay& replay, const Progress& progress)
      : file_(file), replay_(replay), progress_(progress) {}

  // Of pieces that were not there before: they begin no earlier than those before them.
  [[nodiscard]] bool in_order(const std::vector<Piece>& pieces) {
    const std::size_t first = std::exchange(checked_, pieces.empty() ? 0 : pieces.size() - 1);
    return std::is_sorted(pieces.begin() + static_cast<std::ptrdiff_t>(first), pieces.end(),
                          [](const Piece& a, const Piece& b) { return a.start < b.start; });
  }

  base::Result<void> follow(const SurveyFeed::News& news, bool unknown) {
    while (at_ < news.pieces.size()) {
      const Piece& piece = news.pieces[at_];
      const bool whole = news.over || at_ + 1 < news.pieces.size();
      if (!whole && news.resolved <= piece.begin) break;
      const std::uint64_t end = whole ? piece.end : news.resolved;
      if (auto done = read(piece, end, unknown); !done) return done;
      if (!whole) break;
      replay_.end(piece);
      begun_ = false;
      ++at_;
    }
    return {};
  }

 private:
  base::Result<void> read(const Piece& piece, std::uint64_t end, bool unknown) {
    if (!begun_) {
      if (auto begun = replay_.begin(file_, piece, {.unknown = unknown}); !begun) return begun;
      begun_ = true;
    }
    return replay_.read_to(end, piece.scales, progress_);
  }

  const LogFile& file_;
  Replay& replay_;
  const Progress& progress_;
  std::size_t checked_ = 0;  // the last piece whose order is known
  std::size_t at_ = 0;       // the piece at hand
  bool begun_ = false;
};

base::Result<bool> follow(SurveyFeed& feed, const LogFile& file, Replay& replay,
                          const Progress& progress) {
  Follower follower(file, replay, progress);
  SurveyFeed::News news;
  while (!news.over) {
    feed.wait(news);
    const base::Result<Survey>* outcome = news.over ? &feed.outcome() : nullptr;
    if (outcome != nullptr && !*outcome) return tl::unexpected(outcome->error());
    if (!follower.in_order(news.pieces)) return false;
    if (news.pieces.empty() && progress &&
        !progress("looking through " + file.path, news.read, file.size)) {
      return tl::unexpected(cancelled());
    }
    const bool unknown = outcome != nullptr && !(*outcome)->dated && !(*outcome)->timed;
    if (auto followed = follower.follow(news, unknown); !followed) {
      return tl::unexpected(followed.error());
    }
  }
  return true;
}

}  // namespace

base::Result<bool> replay_beside_survey(const LogFile& file, const ReadOptions& options,
                                        Replay& replay, const Progress& progress) {
  SurveyFeed feed;
  auto surveyor = base::start_thread([&] { survey(file, options, feed); });
  if (!surveyor) return tl::unexpected(surveyor.error());
  auto replayed = follow(feed, file, replay, progress);
  feed.leave();
  surveyor->join();
  return replayed;
}

}  // namespace steptail::history
