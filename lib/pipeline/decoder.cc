#include "pipeline/decoder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "base/letters.h"

namespace steptail::pipeline {
namespace {

// Phase lines and the like take the time of the line before them: looking for a timestamp costs
// more than reading their numbers.
bool needs_time(std::span<const format::Record> records) {
  return std::any_of(records.begin(), records.end(),
                     [](const format::Record& record) { return record.says_life(); });
}

// What the user says that a file is, it is.
format::RuleMatcher matcher_of(const DecoderRules& rules,
                               const std::shared_ptr<format::MatchScratch>& scratch) {
  format::RuleMatcher matcher(rules.formats, rules.only, scratch);
  matcher.trust();
  return matcher;
}

}  // namespace

Decoder::Decoder(DecoderOptions options, std::uint64_t offset, LineCounters& counters,
                 DecoderSink& sink)
    : options_(std::move(options)),
      path_hash_(run::stable_hash(options_.path)),
      counters_(counters),
      sink_(sink),
      splitter_(options_.max_line_bytes, offset),
      cleaner_(options_.max_line_bytes),
      matcher_(matcher_of(options_.rules, options_.scratch)) {}

void Decoder::feed(std::span<const char> bytes, const Arrival& arrival) {
  any_line_ = false;
  splitter_.feed(bytes, [&](const lines::RawLine& raw) { on_line(raw, arrival); });
  report_seen(arrival);
}

void Decoder::finish(const Arrival& arrival) {
  any_line_ = false;
  splitter_.finish([&](const lines::RawLine& raw) { on_line(raw, arrival); });
  for (auto line = cleaner_.finish(); line; line = cleaner_.next()) on_clean(*line, arrival);
  report_seen(arrival);
}

void Decoder::restart() {
  splitter_.restart(0);
  cleaner_ = lines::LineCleaner(options_.max_line_bytes);
  matcher_.close_blocks();
  last_when_ = {};
}

std::uint64_t DecoderRules::fingerprint() const {
  std::string text = std::to_string(formats->fingerprint());
  for (const std::string& name : only) text += ' ' + name;
  return base::hash64(text);
}

void Decoder::rebind(const DecoderRules& rules) {
  options_.rules = rules;
  base::ByteWriter seen;
  matcher_.save(seen);
  matcher_ = matcher_of(rules, options_.scratch);
  matched_.clear();
  base::ByteReader reader(seen.bytes());
  matcher_.load(reader);
}

void Decoder::on_line(const lines::RawLine& raw, const Arrival& arrival) {
  ++counters_.lines;
  if (raw.truncated) ++counters_.truncated_lines;
  // A container's record can hold several lines: a bar's redraws travel in one.
  for (auto line = cleaner_.clean(raw); line; line = cleaner_.next()) on_clean(*line, arrival);
}

void Decoder::on_clean(const lines::Line& line, const Arrival& arrival) {
  any_line_ = true;
  last_end_ = line.end;
  keep_head(line.text);
  if (!base::same_text(last_rank_, line.rank)) last_rank_.assign(line.rank);
  last_collected_ = line.collected;

  std::span<const format::Record> records = matcher_.match(line);
  if (records.empty()) {
    ++counters_.unmatched_lines;
    sink_.on_unmatched(line);
    return;
  }
  on_match(records, line, arrival);
}

// Nearly every line is longer, and its head is copied without a call.
void Decoder::keep_head(std::string_view text) {
  last_head_bytes_ = std::min(text.size(), last_head_.size());
  if (last_head_bytes_ == last_head_.size()) {
    std::memcpy(last_head_.data(), text.data(), last_head_.size());
  } else {
    text.copy(last_head_.data(), last_head_bytes_);
  }
}

std::uint64_t& Decoder::matched_lines(std::string_view format) {
  for (const auto& [name, lines] : matched_) {
    if (name == format.data()) return *lines;
  }
  std::uint64_t& lines = counters_.matched_lines[std::string(format)];
  matched_.emplace_back(format.data(), &lines);
  return lines;
}

void Decoder::on_match(std::span<const format::Record> records, const lines::Line& line,
                       const Arrival& arrival) {
  for (const format::Record& record : records) {
    ++matched_lines(record.format_name);
  }
  if (!matcher_.recognised()) return;
  sink_.on_matched(line.text);
  run::LineContext context =
      context_of(line, line.text, options_.date_every_line || needs_time(records), arrival);
  for (const format::Record& record : records) sink_.on_record(record, context);
}

run::LineContext Decoder::context_of(const lines::Line& line, std::string_view text, bool dated,
                                     const Arrival& arrival) {
  run::LineContext context;
  context.live = line.end > arrival.backlog_end;
  context.rank = line.rank.empty() ? std::string_view(options_.rank) : line.rank;
  context.path = {options_.path, path_hash_};
  context.begin = line.begin;
  if (dated) {
    context.printed = lines::find_timestamp(text, options_.rules.zone, arrival.now);
    if (!context.printed) context.printed = line.collected;
  }
  if (context.live) {
    context.when = arrival.now;
  } else {
    base::WallTime latest = std::min(arrival.modified, arrival.now);
    if (context.printed) {
      context.when = std::min(*context.printed, latest);
    } else {
      context.when = dated || last_when_ == base::WallTime{} ? latest : last_when_;
    }
  }
  last_when_ = context.when;
  context.mono = arrival.mono - (arrival.now - context.when);
  return context;
}

void Decoder::report_seen(const Arrival& arrival) {
  if (!any_line_ || !matcher_.recognised()) return;
  lines::Line line;
  line.end = last_end_;
  line.rank = last_rank_;
  line.collected = last_collected_;
  bool live = last_end_ > arrival.backlog_end;
  const std::string_view head(last_head_.data(), last_head_bytes_);
  sink_.on_seen(context_of(line, head, !live, arrival));
}

void Decoder::save(base::ByteWriter& out) const {
  cleaner_.save(out);
  matcher_.save(out);
  out.wall(last_when_);
}

void Decoder::load(base::ByteReader& in) {
  cleaner_.load(in);
  matcher_.load(in);
  last_when_ = in.wall();
}

}  // namespace steptail::pipeline
