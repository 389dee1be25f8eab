#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/record.h"
#include "run/labelled_table.h"

namespace steptail::run {

// Remembers in which series the labelled values of a record went, for the next records of the same
// wording and rank.
// Thread: one. Bounded: kMost wordings, the oldest goes first. Cost: mostly a comparison a record;
// no allocation once its wordings are known.
class RecordSeries {
 public:
  static constexpr std::size_t kMost = 32;
  static constexpr std::size_t kNone = SeriesOrder::kNone;

  // The place of the series of each value of the record, to be read and written; kNone: not known
  // yet. Empty: nothing is remembered of such records. Valid until the next call.
  // Wordings are told apart by a hash that who writes a log could make collide: what is remembered
  // may be of another series, so a place is to be checked against its table.
  [[nodiscard]] std::span<std::size_t> of(const format::Record& record);

 private:
  struct Known {
    std::uint64_t wording = 0;
    std::string rank{};
    std::vector<std::size_t> series{};  // by value
  };

  [[nodiscard]] static bool is_of(const Known& known, const format::Record& record);
  Known& remember(const format::Record& record);

  std::vector<Known> known_;
  std::size_t last_ = 0;  // that was asked for
  std::size_t next_ = 0;  // place of the next new one
};

}  // namespace steptail::run
