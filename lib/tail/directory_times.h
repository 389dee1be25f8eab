#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/file_system.h"
#include "base/time.h"

namespace steptail::tail {

// When directories changed last, for all files in them: while a turn lasts, each is asked once.
// What was asked a moment ago is an earlier time than now's, never a later one. Thread: the loop's.
// Lifetime: outlives who it is given to.
class DirectoryTimes {
 public:
  void begin_turn() { keeps_ = true; }
  void end_turn();

  // nullopt: it is not there, or cannot be looked at.
  [[nodiscard]] std::optional<base::WallTime> modified(base::FileSystem& fs,
                                                       std::string_view directory);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  bool keeps_ = false;
  std::unordered_map<std::string, std::optional<base::WallTime>, Hash, std::equal_to<>> known_;
};

}  // namespace steptail::tail
