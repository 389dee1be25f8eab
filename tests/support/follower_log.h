#pragma once

#include <map>
#include <string>
#include <vector>

#include "tail/follower.h"

namespace steptail::support {

// A FollowerSink that writes down what it hears and folds whole lines.
class FollowerLog : public tail::FollowerSink {
 public:
  void on_open(tail::Generation generation, std::uint64_t offset, std::uint64_t backlog_end,
               base::WallTime modified) override;
  std::uint64_t on_bytes(tail::Generation generation, std::uint64_t offset,
                         std::span<const char> bytes) override;
  std::uint64_t on_hole(tail::Generation generation, std::uint64_t offset,
                        std::uint64_t length) override;
  void on_restart(tail::Generation generation, tail::Restart reason, std::uint64_t lost) override;
  void on_backlog(tail::Generation generation, std::uint64_t backlog_end,
                  base::WallTime modified) override;
  void on_end(tail::Generation generation, tail::Ending ending) override;

  // Everything but bytes, such as "open 1 at 0 of 12", "restart 1 truncated lost 3", "end 1
  // deleted"; since the last call.
  [[nodiscard]] std::vector<std::string> take_events();
  // The lines told since the last call, in order, whatever file they came from.
  [[nodiscard]] std::string take_lines();
  // All bytes since the last call.
  [[nodiscard]] std::string take_bytes();

 private:
  struct File {
    std::uint64_t next = 0;  // offset that must come next
    std::string unfinished;
  };
  std::map<tail::Generation, File> files_;
  std::vector<std::string> events_;
  std::string lines_;
  std::string bytes_;
};

}  // namespace steptail::support
