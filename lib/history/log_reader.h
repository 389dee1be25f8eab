#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "history/line_sink.h"
#include "history/log_file.h"
#include "pipeline/decoder.h"

namespace steptail::history {

// Where reading of a log goes on, and what its decoder knew there; empty: nothing.
struct Place {
  std::uint64_t offset = 0;
  std::string decoder_state;
};

// Reads the lines of a log from anywhere in it.
// Thread: one. Lifetime: files, options and sink outlive it.
class LogReader final : private pipeline::DecoderSink {
 public:
  LogReader(const ReadOptions& options, LineSink& sink) : options_(options), sink_(sink) {}

  base::Result<void> seek(const LogFile& file, const Place& place);
  [[nodiscard]] bool stands_at(const LogFile& file, std::uint64_t offset) const {
    return file_ == &file && at_ == offset;
  }
  // Reads up to `end`, or to the end of the file and its last line. `more`: asked after each block
  // with the bytes read so far; false: no further.
  // REQUIRES: a seek().
  base::Result<void> read_to(std::uint64_t end, const std::function<bool(std::uint64_t)>& more);

  // After what was read: no line that was told begins later. REQUIRES: a seek().
  [[nodiscard]] Place place() const;
  [[nodiscard]] bool recognised() const { return decoder_->recognised(); }

 private:
  void on_record(const format::Record& record, const run::LineContext& context) override {
    sink_.on_record(record, context);
  }
  void on_seen(const run::LineContext& context) override { static_cast<void>(context); }
  void on_unmatched(const lines::Line& line) override;

  const ReadOptions& options_;
  LineSink& sink_;
  const LogFile* file_ = nullptr;
  pipeline::LineCounters counters_;
  std::optional<pipeline::Decoder> decoder_;
  Source source_;
  std::uint64_t at_ = 0;
  std::string_view rest_;  // of what the source gave last
};

}  // namespace steptail::history
