#include "pipeline/stream.h"

#include <algorithm>
#include <utility>

#include "base/prefetch.h"
#include "lines/foreign_bytes.h"

namespace steptail::pipeline {
namespace {

std::string error_reason(const base::Error& error) {
  if (error.code == std::errc::permission_denied) return "permission";
  if (error.code == std::errc::io_error) return "io";
  if (error.code.value() == ESTALE) return "stale";
  if (error.code == std::errc::no_such_file_or_directory) return "missing";
  if (error.code == std::errc::too_many_files_open) return "open_files";
  return "other";
}

std::vector<tail::FilePosition> load_positions(base::ByteReader& in) {
  std::vector<tail::FilePosition> positions;
  std::uint64_t count = in.count();
  for (std::uint64_t i = 0; in.ok() && i < count; ++i) {
    positions.push_back(tail::FilePosition::load(in));
  }
  return positions;
}

}  // namespace

Stream::Stream(StreamOptions options, base::FileSystem& fs, const base::Clock& clock,
               FileCounters& files, LineCounters& lines, DecoderSink& sink)
    : options_(std::move(options)),
      rules_fingerprint_(options_.decoder.rules.fingerprint()),
      clock_(clock),
      files_(files),
      lines_(lines),
      sink_(sink),
      follower_(fs, options_.path, *this,
                {.ledger = options_.ledger,
                 .is_others = options_.is_others,
                 .directory_times = options_.directory_times}) {}

Stream::~Stream() = default;

tail::Follower::Outcome Stream::pump(std::size_t budget_bytes) {
  const std::uint64_t lines_before = lines_.lines;
  tail::Follower::Outcome outcome = follower_.pump(budget_bytes, clock_.mono());
  lines_read_ += lines_.lines - lines_before;
  files_.read_bytes += outcome.bytes;
  if (outcome.bytes > 0) last_arrival_ = clock_.wall();
  if (outcome.lost_bytes > 0) files_.lost_bytes["deleted"] += outcome.lost_bytes;
  if (outcome.cut_bytes > 0) files_.lost_bytes["truncated"] += outcome.cut_bytes;
  if (outcome.error) ++files_.read_errors[error_reason(*outcome.error)];
  return outcome;
}

void Stream::fetch_parts() const {
  follower_.fetch();
  if (!physical_.empty()) base::prefetch(physical_.rbegin()->second.decoder.get());
}

bool Stream::recognised() const {
  return std::any_of(physical_.begin(), physical_.end(),
                     [](const auto& entry) { return entry.second.decoder->recognised(); });
}

bool Stream::foreign() const { return !physical_.empty() && physical_.rbegin()->second.foreign; }

std::string Stream::format_names() const {
  return physical_.empty() ? std::string() : physical_.rbegin()->second.decoder->format_names();
}

std::uint64_t Stream::offset() const {
  return physical_.empty() ? 0 : physical_.rbegin()->second.decoder->safe_offset();
}

void Stream::rebind(const DecoderRules& rules) {
  options_.decoder.rules = rules;
  rules_fingerprint_ = rules.fingerprint();
  for (auto& [generation, physical] : physical_) physical.decoder->rebind(rules);
}

std::unique_ptr<Decoder> Stream::make_decoder(std::uint64_t offset) {
  return std::make_unique<Decoder>(options_.decoder, offset, lines_, sink_);
}

Arrival Stream::arrival(const Physical& physical) const {
  return {.now = clock_.wall(),
          .mono = clock_.mono(),
          .backlog_end = physical.backlog_end,
          .modified = physical.modified};
}

// A file goes on in the formats that the file before it spoke: a rotation does not announce them
// anew.
std::string Stream::state_before(tail::Generation generation) const {
  auto later = physical_.lower_bound(generation);
  if (later == physical_.begin()) return last_state_;
  base::ByteWriter writer;
  std::prev(later)->second.decoder->save(writer);
  return writer.take();
}

void Stream::on_open(tail::Generation generation, std::uint64_t offset, std::uint64_t backlog_end,
                     base::WallTime modified) {
  std::string state;
  bool foreign = false;
  if (!restored_.empty()) {
    state = std::move(restored_.front());
    restored_.erase(restored_.begin());
    foreign = state.empty() && offset > 0;
  } else {
    state = state_before(generation);
    if (generation > 1 && offset == 0) {
      tail::Restart reason = deleted_before_ ? tail::Restart::Replaced : tail::Restart::Rotated;
      ++files_.file_restarts[tail::restart_name(reason)];
    }
  }
  Physical& physical = physical_[generation];
  physical.decoder = make_decoder(offset);
  physical.backlog_end = backlog_end;
  physical.modified = modified;
  physical.foreign = foreign;
  modified_ = std::max(modified_, modified);
  if (state.empty()) return;
  base::ByteReader reader(state);
  physical.decoder->load(reader);
}

std::uint64_t Stream::on_bytes(tail::Generation generation, std::uint64_t offset,
                               std::span<const char> bytes) {
  Physical& physical = physical_.at(generation);
  if (offset == 0) physical.foreign = lines::begins_foreign({bytes.data(), bytes.size()});
  if (physical.foreign) return offset + bytes.size();
  physical.decoder->feed(bytes, arrival(physical));
  return physical.decoder->safe_offset();
}

std::uint64_t Stream::on_hole(tail::Generation generation, std::uint64_t offset,
                              std::uint64_t length) {
  Physical& physical = physical_.at(generation);
  if (physical.foreign) return offset + length;
  physical.decoder->pass_over(length);
  return physical.decoder->safe_offset();
}

void Stream::on_restart(tail::Generation generation, tail::Restart reason, std::uint64_t lost) {
  Physical& physical = physical_.at(generation);
  physical.decoder->restart();
  physical.foreign = false;
  physical.backlog_end = 0;  // what is written after a restart is read live
  ++files_.file_restarts[tail::restart_name(reason)];
  if (reason == tail::Restart::Truncated) ++files_.truncations;
  if (lost > 0) files_.lost_bytes[tail::restart_name(reason)] += lost;
}

void Stream::on_backlog(tail::Generation generation, std::uint64_t backlog_end,
                        base::WallTime modified) {
  Physical& physical = physical_.at(generation);
  physical.backlog_end = backlog_end;
  physical.modified = modified;
}

void Stream::on_end(tail::Generation generation, tail::Ending ending) {
  auto found = physical_.find(generation);
  if (found == physical_.end()) return;
  if (!found->second.foreign) found->second.decoder->finish(arrival(found->second));
  told_ = has_told();
  deleted_before_ = ending == tail::Ending::Deleted;
  if (ending == tail::Ending::RotatedAway) ++files_.rotations;
  base::ByteWriter writer;
  found->second.decoder->save(writer);
  last_state_ = writer.take();
  physical_.erase(found);
}

void Stream::save(base::ByteWriter& out) const {
  const std::vector<tail::FilePosition> positions = follower_.positions();
  out.u64(positions.size());
  for (const tail::FilePosition& position : positions) position.save(out);
  // Restored files that were not opened since still wait for their state.
  out.u64(restored_.size() + physical_.size());
  for (const std::string& state : restored_) out.text(state);
  for (const auto& [generation, physical] : physical_) {
    const std::size_t state = out.begin_text();
    if (!physical.foreign) physical.decoder->save(out);
    out.end_text(state);  // nothing: foreign
  }
  out.text(last_state_);
  out.wall(modified_);
  out.wall(last_arrival_);
  out.boolean(has_told());
  out.u64(rules_fingerprint_);
}

std::vector<tail::FilePosition> Stream::positions_in(std::string_view saved) {
  base::ByteReader in(saved);
  return load_positions(in);
}

void Stream::load(base::ByteReader& in) {
  std::vector<tail::FilePosition> positions = load_positions(in);
  std::uint64_t states = in.count();
  for (std::uint64_t i = 0; in.ok() && i < states; ++i) restored_.emplace_back(in.text());
  last_state_ = in.text();
  modified_ = in.wall();
  last_arrival_ = in.wall();
  told_ = in.boolean();
  const bool same_rules = in.u64() == rules_fingerprint_;
  if (in.ok() && (told_ || same_rules)) return follower_.resume(std::move(positions));
  restored_.clear();
  last_state_.clear();
}

}  // namespace steptail::pipeline
