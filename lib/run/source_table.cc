#include "run/source_table.h"

namespace steptail::run {

Source& SourceTable::find(std::string_view rank, const SourcePath& path) {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (!is_it(sources_[i], rank, path)) continue;
    last_ = i;
    return sources_[i];
  }
  if (sources_.size() < kMost) {
    sources_.emplace_back();
    last_ = sources_.size() - 1;
  } else {
    if (victim_ == last_) victim_ = (victim_ + 1) % kMost;
    last_ = victim_;
    victim_ = (victim_ + 1) % kMost;
    sources_[last_] = Source();
  }
  sources_[last_].rank = rank;
  sources_[last_].path = path.hash;
  return sources_[last_];
}

void SourceTable::save(base::ByteWriter& out) const {
  out.u64(sources_.size());
  for (const Source& source : sources_) {
    out.text(source.rank);
    out.u64(source.path);
    out.u64(source.attempt);
    out.boolean(source.made_progress);
    out.boolean(source.behind);
    out.boolean(source.has_step);
    out.u64(source.step_format);
    out.real(source.step);
    out.boolean(source.has_banner);
    out.u64(source.first_banner);
    out.u64(source.moves_at_banner);
    out.boolean(source.progress_since_banner);
  }
  out.u64(last_);
  out.u64(victim_);
}

void SourceTable::load(base::ByteReader& in) {
  *this = SourceTable();
  std::uint64_t count = in.count(61);
  if (count > kMost) return in.fail();
  sources_.resize(count);
  for (Source& source : sources_) {
    source.rank = in.text();
    source.path = in.u64();
    source.attempt = in.u64();
    source.made_progress = in.boolean();
    source.behind = in.boolean();
    source.has_step = in.boolean();
    source.step_format = in.u64();
    source.step = in.real();
    source.has_banner = in.boolean();
    source.first_banner = in.u64();
    source.moves_at_banner = in.u64();
    source.progress_since_banner = in.boolean();
  }
  last_ = in.u64();
  victim_ = in.u64() % kMost;
}

}  // namespace steptail::run
