#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/codec.h"
#include "lines/line.h"

namespace steptail::format {

// Lines that mean something only if their file turns out to be of their format (`Epoch 1/4` before
// the first bar): kept until a strong rule of it matches.
// Bounded: the last kMost lines of different rules, kMostBytes of each. Thread: one.
class EarlyLines {
 public:
  static constexpr std::size_t kMost = 4;
  static constexpr std::size_t kMostBytes = 512;

  struct Kept {
    std::string format{};  // names, not numbers: formats may be loaded anew meanwhile
    std::string rule{};
    std::string text{};
  };

  // Takes the place of the rule's last one. A longer line is none.
  void keep(std::string_view format, std::string_view rule, const lines::Line& line);
  [[nodiscard]] bool empty() const { return kept_.empty(); }
  // Those of one format, in the order in which they came; they are kept no longer.
  [[nodiscard]] std::vector<Kept> take(std::string_view format);

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  std::vector<Kept> kept_{};
};

}  // namespace steptail::format
