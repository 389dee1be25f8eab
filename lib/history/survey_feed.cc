#include "history/survey_feed.h"

#include <algorithm>
#include <iterator>
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

void SurveyFeed::take_tape(std::unique_ptr<LineTape> tape) {
  if (!tape || ignores_lines_) return;
  tape_bytes_ += tape->bytes();
  news_.tapes.push_back(std::move(tape));
}

bool SurveyFeed::publish(const Known& known, std::unique_ptr<LineTape> tape) {
  const base::MutexLock lock(mutex_);
  bring_up_to_date(news_.pieces, known.pieces);
  news_.resolved = known.resolved;
  news_.read = known.read;
  take_tape(std::move(tape));
  fresh_ = true;
  changed_.notify_one();
  return !left_;
}

std::unique_ptr<LineTape> SurveyFeed::next_tape(std::string_view path) {
  const base::MutexLock lock(mutex_);
  const auto full = [this]() STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_)) {
    return tape_bytes_ >= kMostTapeBytes;
  };
  changed_.wait(mutex_, [&]() STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_)) {
    return left_ || ignores_lines_ || !full() || (follower_waits_ && !fresh_);
  });
  if (left_ || ignores_lines_ || full()) return nullptr;
  if (spare_tapes_.empty()) return std::make_unique<LineTape>(path);
  std::unique_ptr<LineTape> tape = std::move(spare_tapes_.back());
  spare_tapes_.pop_back();
  return tape;
}

void SurveyFeed::end_tapes(Place place) {
  const base::MutexLock lock(mutex_);
  news_.untaped = std::move(place);
}

void SurveyFeed::finish(base::Result<Survey> survey, std::unique_ptr<LineTape> tape) {
  const base::MutexLock lock(mutex_);
  if (survey) bring_up_to_date(news_.pieces, survey->pieces);
  take_tape(std::move(tape));
  outcome_ = std::move(survey);
  news_.over = fresh_ = true;
  changed_.notify_one();
}

void SurveyFeed::wait(News& known) {
  const base::MutexLock lock(mutex_);
  follower_waits_ = true;
  changed_.notify_one();
  changed_.wait(
      mutex_, [this]() STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_)) { return fresh_; });
  follower_waits_ = fresh_ = false;
  bring_up_to_date(known.pieces, news_.pieces);
  known.resolved = news_.resolved;
  known.read = news_.read;
  known.over = news_.over;
  if (!known.untaped) known.untaped = news_.untaped;
  std::move(news_.tapes.begin(), news_.tapes.end(), std::back_inserter(known.tapes));
  news_.tapes.clear();
}

void SurveyFeed::give_back(std::unique_ptr<LineTape> tape) {
  const std::size_t bytes = tape->bytes();
  tape->clear();
  const base::MutexLock lock(mutex_);
  tape_bytes_ -= bytes;
  spare_tapes_.push_back(std::move(tape));
  changed_.notify_one();
}

void SurveyFeed::ignore_lines() {
  const base::MutexLock lock(mutex_);
  ignores_lines_ = true;
  changed_.notify_one();
}

void SurveyFeed::leave() {
  const base::MutexLock lock(mutex_);
  left_ = true;
  changed_.notify_one();
}

}  // namespace steptail::history
