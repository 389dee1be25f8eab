#include "run/format_track.h"

#include "run/optional_codec.h"

namespace steptail::run {

void FormatTrack::forget_attempt() {
  for (StepTrack& track : steps) track = StepTrack();
  weight = 1;
  timed = false;
  timed_advance = 0;
  owner_lines = 0;
  anchor_time.reset();
}

void FormatTrack::save(base::ByteWriter& out) const {
  out.text(name);
  epochs.save(out);
  for (const StepTrack& track : steps) {
    out.boolean(track.ranked);
    out.boolean(track.started);
    if (!track.started) continue;
    out.real(track.highest);
    save_optional(out, track.finished_epochs);
    out.text(track.leader_rank);
    out.u64(track.leader_path);
  }
  out.real(weight);
  out.u64(advance);
  out.real(highest_iteration);
  out.boolean(timed);
  out.u64(timed_advance);
  out.u64(owner_lines);
  save_optional(out, anchor_time);
  out.real(anchor_step);
  out.u64(anchor_stretch);
}

void FormatTrack::load(base::ByteReader& in) {
  *this = FormatTrack();
  name = in.text();
  epochs.load(in);
  for (StepTrack& track : steps) {
    track.ranked = in.boolean();
    track.started = in.boolean();
    if (!track.started) continue;
    track.highest = in.real();
    load_optional(in, track.finished_epochs);
    track.leader_rank = in.text();
    track.leader_path = in.u64();
  }
  weight = in.real();
  advance = in.u64();
  highest_iteration = in.real();
  timed = in.boolean();
  timed_advance = in.u64();
  owner_lines = in.u64();
  load_optional(in, anchor_time);
  anchor_step = in.real();
  anchor_stretch = in.u64();
}

}  // namespace steptail::run
