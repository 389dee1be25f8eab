#include "history/replay_beside_survey.h"

#include <algorithm>
#include <optional>
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
  Follower(SurveyFeed& feed, const LogFile& file, Replay& replay, const Progress& progress)
      : feed_(feed), file_(file), replay_(replay), progress_(progress) {}

  // Of pieces that were not there before: they begin no earlier than those before them.
  [[nodiscard]] bool in_order(const std::vector<Piece>& pieces) {
    const std::size_t first = std::exchange(checked_, pieces.empty() ? 0 : pieces.size() - 1);
    return std::is_sorted(pieces.begin() + static_cast<std::ptrdiff_t>(first), pieces.end(),
                          [](const Piece& a, const Piece& b) { return a.start < b.start; });
  }

  base::Result<void> follow(SurveyFeed::News& news, bool unknown) {
    while (at_ < news.pieces.size()) {
      const Piece& piece = news.pieces[at_];
      const bool whole = news.over || at_ + 1 < news.pieces.size();
      if (!whole && news.resolved <= piece.begin) break;
      if (!begun_) replay_.begin(file_, piece, unknown);
      begun_ = true;
      if (auto said = say(piece, whole ? piece.end : news.resolved, news); !said) return said;
      if (!whole) break;
      replay_.end(piece);
      begun_ = false;
      ++at_;
    }
    return {};
  }

 private:
  base::Result<void> say(const Piece& piece, std::uint64_t end, SurveyFeed::News& news) {
    while (!news.tapes.empty()) {
      auto all = replay_.play(*news.tapes.front(), end, piece.scales, progress_);
      if (!all) return tl::unexpected(all.error());
      if (!*all) return {};
      feed_.give_back(std::move(news.tapes.front()));
      news.tapes.pop_front();
    }
    if (!news.untaped) return {};
    if (!reads_) {
      if (auto stands = replay_.go_to(*news.untaped); !stands) return stands;
      reads_ = true;
    }
    return replay_.read(end, piece.scales, progress_);
  }

  SurveyFeed& feed_;
  const LogFile& file_;
  Replay& replay_;
  const Progress& progress_;
  std::size_t checked_ = 0;  // the last piece whose order is known
  std::size_t at_ = 0;       // the piece at hand
  bool begun_ = false;
  bool reads_ = false;  // the log itself, after the tapes
};

base::Result<std::optional<Survey>> follow(SurveyFeed& feed, const LogFile& file, Replay& replay,
                                           const Progress& progress) {
  Follower follower(feed, file, replay, progress);
  SurveyFeed::News news;
  bool in_order = true;
  while (!news.over) {
    feed.wait(news);
    const base::Result<Survey>* outcome = news.over ? &feed.outcome() : nullptr;
    if (outcome != nullptr && !*outcome) return tl::unexpected(outcome->error());
    in_order = in_order && follower.in_order(news.pieces);
    if (!in_order) feed.ignore_lines();
    if ((!in_order || news.pieces.empty()) && progress &&
        !progress("looking through " + file.path, news.read, file.size)) {
      return tl::unexpected(cancelled());
    }
    if (!in_order) continue;
    const bool unknown = outcome != nullptr && (*outcome)->unknown();
    if (auto followed = follower.follow(news, unknown); !followed) {
      return tl::unexpected(followed.error());
    }
  }
  if (in_order) return std::nullopt;
  return *feed.outcome();
}

}  // namespace

base::Result<std::optional<Survey>> replay_beside_survey(const LogFile& file,
                                                         const ReadOptions& options, Replay& replay,
                                                         const Progress& progress) {
  SurveyFeed feed;
  auto surveyor = base::start_thread([&] { survey(file, options, feed); });
  if (!surveyor) return tl::unexpected(surveyor.error());
  auto replayed = follow(feed, file, replay, progress);
  feed.leave();
  surveyor->join();
  return replayed;
}

}  // namespace steptail::history
