#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

#include "format/record.h"
#include "history/line_sink.h"

namespace steptail::history {

// Keeps what the lines of a stretch of a log said, to say it again later: to another thread, which
// need not read them once more. Of a context: all but when it was read.
// Thread: one at a time. Lifetime: the path of the file and the names of formats outlive it. Cost:
// a copy of the values and of their labels each way; no allocation once it has held as much before.
class LineTape final : public LineSink {
 public:
  explicit LineTape(std::string_view path) : path_(path) {}

  void on_record(const format::Record& record, const run::LineContext& context) override;
  void on_date(base::WallTime printed, std::uint64_t begin) override;

  // Says the lines that begin before `end`, from where it stopped last. True: nothing is left.
  bool play(LineSink& sink, std::uint64_t end);

  [[nodiscard]] std::size_t bytes() const;  // of memory, also of an empty one
  [[nodiscard]] bool empty() const { return said_.empty(); }
  void clear();

 private:
  struct Said {
    std::uint64_t begin = 0;
    std::optional<base::WallTime> printed;
    std::string_view rank;
    format::RecordHead head;
    std::uint32_t values = 0;
    bool is_date = false;
  };
  [[nodiscard]] std::string_view keep(std::string_view text);

  run::SourcePath path_;
  std::vector<Said> said_;
  std::vector<format::Value> values_;
  std::vector<char> room_ = std::vector<char>(kRoomBytes);
  std::pmr::monotonic_buffer_resource texts_{room_.data(), room_.size()};  // beyond: the heap
  std::size_t text_bytes_ = 0;
  std::size_t next_ = 0;  // to be said
  std::size_t next_value_ = 0;
  format::Record record_;

  static constexpr std::size_t kRoomBytes = std::size_t{128} * 1024;
};

}  // namespace steptail::history
