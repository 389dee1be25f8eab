#include "history/survey_feed.h"

#include <utility>

namespace steptail::history {
namespace {

// Of pieces, only the last known one and those after it change.
void bring_up_to_date(std::vector<Piece>& known, std::span<const Piece> pieces) {
  for (std::size_t i = known.empty() ? 0 : known.size() - 1; i < pieces.size(); ++i) {
    if (i == known.size()) known.emplace_back();
    const auto learnt = static_cast<std::ptrdiff_t>(known[i].scales.size());
    const std::vector<float>& scales = pieces[i].scales;
    known[i].scales.insert(known[i].scales.end(), scales.begin() + learnt, scales.end());
    known[i].begin = pieces[i].begin;
    known[i].end = pieces[i].end;
    known[i].start = pieces[i].start;
    known[i].finish = pieces[i].finish;
  }
}

}  // namespace

bool SurveyFeed::publish(std::span<const Piece> pieces, std::uint64_t resolved,
                         std::uint64_t read) {
  const base::MutexLock lock(mutex_);
  bring_up_to_date(news_.pieces, pieces);
  news_.resolved = resolved;
  news_.read = read;
  fresh_ = true;
  changed_.notify_one();
  return !left_;
}

void SurveyFeed::finish(base::Result<Survey> survey) {
  const base::MutexLock lock(mutex_);
  if (survey) bring_up_to_date(news_.pieces, survey->pieces);
  outcome_ = std::move(survey);
  news_.over = fresh_ = true;
  changed_.notify_one();
}

void SurveyFeed::wait(News& known) {
  const base::MutexLock lock(mutex_);
  changed_.wait(
      mutex_, [this]() STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_)) { return fresh_; });
  fresh_ = false;
  bring_up_to_date(known.pieces, news_.pieces);
  known.resolved = news_.resolved;
  known.read = news_.read;
  known.over = news_.over;
}

void SurveyFeed::leave() {
  const base::MutexLock lock(mutex_);
  left_ = true;
}

}  // namespace steptail::history
