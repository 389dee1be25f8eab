#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/codec.h"
#include "base/time.h"
#include "format/rule_matcher.h"
#include "lines/line_cleaner.h"
#include "lines/line_splitter.h"
#include "lines/timestamp.h"
#include "run/run_state.h"

namespace steptail::pipeline {

// What is counted of lines; one a watch entry.
struct LineCounters {
  std::uint64_t lines = 0;
  std::uint64_t unmatched_lines = 0;
  std::uint64_t truncated_lines = 0;
  std::map<std::string, std::uint64_t, std::less<>> matched_lines;  // by format
};

// When bytes arrived. Bytes below `backlog_end` lay in the file before anybody looked.
struct Arrival {
  base::WallTime now;
  base::MonoTime mono;
  std::uint64_t backlog_end = 0;
  base::WallTime modified{};
};

// Who listens to the lines of a file.
class DecoderSink {
 public:
  virtual ~DecoderSink() = default;
  // A line of a recognised file that a rule matched, as cleaned; its records come next.
  virtual void on_matched(std::string_view text) { static_cast<void>(text); }
  // A record of a recognised file.
  virtual void on_record(const format::Record& record, const run::LineContext& context) = 0;
  // Lines of a recognised file were read; `context` is the last one's.
  virtual void on_seen(const run::LineContext& context) = 0;
  // A line that no rule matched, as cleaned.
  virtual void on_unmatched(const lines::Line& line) { static_cast<void>(line); }
};

// What a reload may change of a decoder at work.
struct DecoderRules {
  std::shared_ptr<const format::FormatSet> formats;
  std::vector<std::string> only;  // formats to try; empty: all
  lines::TimeZone zone = lines::TimeZone::utc();

  // Of the formats that are tried: with the same, the same lines are known.
  [[nodiscard]] std::uint64_t fingerprint() const;
};

struct DecoderOptions {
  DecoderRules rules;
  std::size_t max_line_bytes = 65536;
  std::string path;
  std::string rank;  // from the path's {rank}; a launcher prefix says it otherwise
  // Looks for the time of every line that a rule matched, not only where a run needs it.
  bool date_every_line = false;
  std::shared_ptr<format::MatchScratch> scratch{};  // of the thread; null: one of its own
};

// Bytes of one physical file to records: splitter, cleaner, matcher and the question what time a
// line is from, in one place; `serve`, `inspect` and `backfill` all read through it.
//
// Contract: feed() takes the bytes that follow the last ones. Records of common rules are dropped
// until a format was recognised. The outcome does not depend on how the bytes were cut.
// Thread: one. Cost: no allocation per line in the steady state.
class Decoder {
 public:
  Decoder(DecoderOptions options, std::uint64_t offset, LineCounters& counters, DecoderSink& sink);

  void feed(std::span<const char> bytes, const Arrival& arrival);
  void pass_over(std::uint64_t zeros) { splitter_.pass_over(zeros); }  // after one that was fed
  void finish(const Arrival& arrival);  // the file has ended: its last line too
  void restart();                       // the file starts anew at 0

  [[nodiscard]] std::uint64_t safe_offset() const { return splitter_.safe_offset(); }
  [[nodiscard]] bool recognised() const { return matcher_.recognised(); }
  [[nodiscard]] std::string format_names() const { return matcher_.format_names(); }
  // From the next line on; what was seen of the file stays known.
  void rebind(const DecoderRules& rules);

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  void on_line(const lines::RawLine& raw, const Arrival& arrival);
  void on_clean(const lines::Line& line, const Arrival& arrival);
  void on_match(std::span<const format::Record> records, const lines::Line& line,
                const Arrival& arrival);
  [[nodiscard]] run::LineContext context_of(const lines::Line& line, std::string_view text,
                                            bool dated, const Arrival& arrival);
  void keep_head(std::string_view text);
  void report_seen(const Arrival& arrival);
  [[nodiscard]] std::uint64_t& matched_lines(std::string_view format);

  DecoderOptions options_;
  std::uint64_t path_hash_;
  LineCounters& counters_;
  DecoderSink& sink_;
  lines::LineSplitter splitter_;
  lines::LineCleaner cleaner_;
  format::RuleMatcher matcher_;
  // Where the lines of each format are counted, by the address of its name.
  std::vector<std::pair<const char*, std::uint64_t*>> matched_{};
  base::WallTime last_when_{};  // of the last line whose time was asked for
  // The last line of the bytes at hand: its time is looked up once per feed(), not per line.
  std::array<char, 96> last_head_;  // find_timestamp() looks no further
  std::size_t last_head_bytes_ = 0;
  std::string last_rank_;
  std::optional<base::WallTime> last_collected_;
  std::uint64_t last_end_ = 0;
  bool any_line_ = false;
};

}  // namespace steptail::pipeline
