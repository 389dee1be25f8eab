#include "support/follower_log.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace steptail::support {

void FollowerLog::on_open(tail::Generation generation, std::uint64_t offset,
                          std::uint64_t backlog_end, base::WallTime /*modified*/) {
  EXPECT_FALSE(files_.contains(generation)) << "opened twice";
  files_[generation].next = offset;
  events_.push_back("open " + std::to_string(generation) + " at " + std::to_string(offset) +
                    " of " + std::to_string(backlog_end));
}

std::uint64_t FollowerLog::on_bytes(tail::Generation generation, std::uint64_t offset,
                                    std::span<const char> bytes) {
  EXPECT_TRUE(files_.contains(generation)) << "bytes of a file that is not open";
  auto& file = files_[generation];
  EXPECT_EQ(file.next, offset) << "bytes out of order";
  EXPECT_FALSE(bytes.empty());
  std::string_view text(bytes.data(), bytes.size());
  bytes_ += text;
  file.next = offset + text.size();
  file.unfinished += text;
  auto end = file.unfinished.rfind('\n');
  if (end != std::string::npos) {
    lines_ += file.unfinished.substr(0, end + 1);
    file.unfinished.erase(0, end + 1);
  }
  return file.next - file.unfinished.size();
}

std::uint64_t FollowerLog::on_hole(tail::Generation generation, std::uint64_t offset,
                                   std::uint64_t length) {
  events_.push_back("hole of " + std::to_string(length));
  return on_bytes(generation, offset, std::string(length, '\0'));
}

void FollowerLog::on_restart(tail::Generation generation, tail::Restart reason,
                             std::uint64_t lost) {
  EXPECT_TRUE(files_.contains(generation)) << "restart of a file that is not open";
  files_[generation] = {};
  events_.push_back("restart " + std::to_string(generation) + " " + tail::restart_name(reason) +
                    " lost " + std::to_string(lost));
}

void FollowerLog::on_backlog(tail::Generation generation, std::uint64_t backlog_end,
                             base::WallTime /*modified*/) {
  events_.push_back("backlog " + std::to_string(generation) + " " + std::to_string(backlog_end));
}

void FollowerLog::on_end(tail::Generation generation, tail::Ending ending) {
  EXPECT_TRUE(files_.contains(generation)) << "end of a file that is not open";
  lines_ += files_[generation].unfinished;
  files_.erase(generation);
  constexpr std::array<const char*, 3> kEndings{" deleted", " rotated", " late"};
  events_.push_back("end " + std::to_string(generation) +
                    kEndings.at(static_cast<std::size_t>(ending)));
}

std::vector<std::string> FollowerLog::take_events() { return std::exchange(events_, {}); }
std::string FollowerLog::take_lines() { return std::exchange(lines_, {}); }
std::string FollowerLog::take_bytes() { return std::exchange(bytes_, {}); }

}  // namespace steptail::support
