#include "run/save_tracker.h"

#include "run/elapsed.h"
#include "run/optional_codec.h"

namespace steptail::run {
namespace {

std::optional<double> duration_of(const SaveTracker::Line& end,
                                  const std::optional<base::WallTime>& begun) {
  if (end.printed_duration) return end.printed_duration;
  if (!begun || !end.time || *end.time < *begun) return std::nullopt;
  return base::to_seconds(elapsed(*begun, *end.time));
}

}  // namespace

bool SaveTracker::is_copy(const Line& line) const {
  if (!counted_ || line.rank.empty() || counted_->rank.empty() || counted_->rank == line.rank) {
    return false;
  }
  if (open_ && open_->rank == line.rank) return false;
  std::optional<double> iteration =
      line.printed_iteration ? line.printed_iteration : line.last_iteration;
  return !iteration || !counted_->iteration || *iteration <= *counted_->iteration;
}

bool SaveTracker::is_of(const Line& line, const Save& save) const {
  return !line.printed_iteration || !save.printed_iteration ||
         *line.printed_iteration == *save.printed_iteration;
}

SaveTracker::Done SaveTracker::count(const Save& save, bool end_is_printed) {
  counted_ = save;
  end_is_due_ = !end_is_printed;
  return {.iteration = save.iteration};
}

std::optional<SaveTracker::Done> SaveTracker::begin(const Line& line) {
  if (open_ && is_of(line, *open_)) return std::nullopt;
  std::optional<Done> done = run_goes_on();
  open_ = Save{.printed_iteration = line.printed_iteration,
               .iteration = line.printed_iteration ? line.printed_iteration : line.last_iteration,
               .time = line.time,
               .rank = std::string(line.rank)};
  return done;
}

std::optional<SaveTracker::Done> SaveTracker::end(const Line& line) {
  bool ends_counted = end_is_due_ && counted_ && is_of(line, *counted_);
  if (ends_counted && (!open_ || !is_of(line, *open_))) {
    end_is_due_ = false;
    return Done{.counts = false,
                .iteration = line.printed_iteration ? line.printed_iteration : counted_->iteration,
                .duration_seconds = duration_of(line, counted_->time)};
  }
  // The same end said again: by another rank, or by the trainer around the engine.
  if (!open_ && counted_ && line.printed_iteration &&
      line.printed_iteration == counted_->iteration) {
    return Done{.counts = false, .iteration = counted_->iteration};
  }
  Save save;
  if (open_ && is_of(line, *open_)) {
    save = *open_;
    open_.reset();
  } else {
    save.iteration = line.last_iteration;
  }
  save.rank = line.rank;  // who ended it: the ends of others are copies
  if (line.printed_iteration) save.iteration = save.printed_iteration = line.printed_iteration;
  Done done = count(save, true);
  done.duration_seconds = duration_of(line, save.time);
  return done;
}

std::optional<SaveTracker::Done> SaveTracker::run_goes_on() {
  if (!open_) return std::nullopt;
  Save save = *open_;
  open_.reset();
  return count(save, false);
}

void SaveTracker::forget() { open_.reset(); }

void SaveTracker::begin_attempt() { *this = SaveTracker(); }

void SaveTracker::save(base::ByteWriter& out) const {
  for (const auto* save : {&open_, &counted_}) {
    out.boolean(save->has_value());
    if (!*save) continue;
    save_optional(out, (*save)->printed_iteration);
    save_optional(out, (*save)->iteration);
    save_optional(out, (*save)->time);
    out.text((*save)->rank);
  }
  out.boolean(end_is_due_);
}

void SaveTracker::load(base::ByteReader& in) {
  *this = SaveTracker();
  for (auto* save : {&open_, &counted_}) {
    if (!in.boolean()) continue;
    save->emplace();
    load_optional(in, (*save)->printed_iteration);
    load_optional(in, (*save)->iteration);
    load_optional(in, (*save)->time);
    (*save)->rank = in.text();
  }
  end_is_due_ = in.boolean();
}

}  // namespace steptail::run
