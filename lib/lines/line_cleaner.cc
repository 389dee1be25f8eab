#include "lines/line_cleaner.h"

#include <algorithm>
#include <utility>

#include "lines/launcher_prefix.h"
#include "lines/terminal_text.h"

namespace steptail::lines {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kLineEnds = "\r\n";

// A buffer larger than this is given back when it is no longer needed: see LineSplitter.
constexpr std::size_t kKeptBytes = 8192;

void clear(std::string& buffer) {
  buffer.clear();
  if (buffer.capacity() > kKeptBytes) std::string().swap(buffer);
}

// How far the finished lines of `text` reach. A CR at its very end may be half a CRLF.
std::size_t end_of_finished(std::string_view text) {
  if (text.ends_with('\r')) text.remove_suffix(1);
  const auto last = text.find_last_of(kLineEnds);
  return last == std::string_view::npos ? 0 : last + 1;
}

}  // namespace

LineCleaner::LineCleaner(std::size_t max_line_bytes) : max_line_bytes_(max_line_bytes) {}

std::optional<Line> LineCleaner::clean(const RawLine& raw) {
  source_ = {.begin = raw.begin, .end = raw.end, .collected = {}};
  queued_begin_ = queued_end_ = 0;
  if (scratch_.capacity() > kKeptBytes) clear(scratch_);
  if (joined_.capacity() > kKeptBytes) clear(joined_);
  std::string_view bytes = raw.bytes;
  if (raw.begin == 0 && bytes.starts_with(kByteOrderMark))
    bytes.remove_prefix(kByteOrderMark.size());
  if (cut_record_) return clean_cri(*std::exchange(cut_record_, {}), bytes, raw.by_cr);
  // A hole in the file before the record.
  if (bytes.starts_with('\0')) {
    bytes.remove_prefix(std::min(bytes.find_first_not_of('\0'), bytes.size()));
  }
  if (const auto cri = parse_cri(bytes)) {
    return clean_cri({.stream = cri->stream, .partial = cri->partial, .time = cri->time}, cri->text,
                     raw.by_cr);
  }
  if (const auto docker = parse_docker(bytes)) return clean_docker(*docker);
  return line_of(bytes);
}

std::optional<Line> LineCleaner::next_queued() {
  const std::string_view queue = std::string_view(joined_).substr(0, queued_end_);
  const std::size_t begin = queued_begin_;
  const std::size_t stop = queue.find_first_of(kLineEnds, begin);
  queued_begin_ = stop + (queue.substr(stop).starts_with("\r\n") ? 2 : 1);
  return line_of(queue.substr(begin, std::min(stop - begin, max_line_bytes_)));
}

std::optional<Line> LineCleaner::finish() {
  source_.begin = source_.end;
  source_.collected.reset();
  cut_record_.reset();
  joined_.clear();
  for (std::string& open : open_records_) {
    if (open.empty()) continue;
    joined_.append(open).push_back('\n');
    clear(open);
  }
  queued_begin_ = 0;
  queued_end_ = joined_.size();
  return next();
}

std::optional<Line> LineCleaner::clean_cri(const CutRecord& record, std::string_view text,
                                           bool by_cr) {
  source_.collected = record.time;
  if (by_cr) cut_record_ = record;
  std::string& open = open_record(record.stream);
  const bool finished = by_cr || !record.partial;
  if (finished && open.empty()) return line_of(text);
  open.append(text.substr(0, max_line_bytes_ - std::min(open.size(), max_line_bytes_)));
  if (!finished) return {};
  joined_.swap(open);
  open.clear();
  return line_of(joined_);
}

std::optional<Line> LineCleaner::clean_docker(const DockerRecord& record) {
  source_.collected = record.time;
  std::string& open = open_record(record.stream);
  append_unescaped(record.escaped, open);
  joined_.swap(open);
  queued_end_ = end_of_finished(joined_);
  open.assign(joined_, queued_end_, max_line_bytes_);
  return next();
}

// Made where the caller has it: copying a line as soon as it is made would wait for its parts.
std::optional<Line> LineCleaner::line_of(std::string_view text) {
  std::optional<Line> made(std::in_place);
  Line& line = *made;
  line.begin = source_.begin;
  line.end = source_.end;
  line.collected = source_.collected;
  text = plain_text(text, scratch_);
  for (Prefix prefix = find_prefix(text); prefix.size > 0; prefix = find_prefix(text)) {
    text.remove_prefix(prefix.size);
    if (!prefix.rank.empty()) line.rank = prefix.rank;
    if (prefix.time && !line.collected) line.collected = prefix.time;
  }
  line.text = text.substr(0, size_without_trailing_tags(text));
  return made;
}

std::string& LineCleaner::open_record(OutputStream stream) {
  return open_records_[static_cast<std::size_t>(stream)];
}

void LineCleaner::save(base::ByteWriter& out) const {
  for (const std::string& open : open_records_) out.text(open);
  out.boolean(cut_record_.has_value());
  const CutRecord cut = cut_record_.value_or(CutRecord{});
  out.boolean(cut.stream == OutputStream::Stderr);
  out.boolean(cut.partial);
  out.wall(cut.time);
}

void LineCleaner::load(base::ByteReader& in) {
  for (std::string& open : open_records_) open = in.text().substr(0, max_line_bytes_);
  const bool has_cut = in.boolean();
  CutRecord cut;
  cut.stream = in.boolean() ? OutputStream::Stderr : OutputStream::Stdout;
  cut.partial = in.boolean();
  cut.time = in.wall();
  cut_record_.reset();
  if (has_cut && in.ok()) cut_record_ = cut;
  queued_begin_ = queued_end_ = 0;
}

}  // namespace steptail::lines
