#include "pipeline/saved_state.h"

#include <gtest/gtest.h>

namespace steptail::pipeline {
namespace {

const base::WallTime kWall{std::chrono::hours(500000)};
const base::MonoTime kMono{std::chrono::hours(3)};

std::string a_payload() {
  run::RunTable runs(10, {});
  runs.open({.labels = {{"run", "a"}, {"user", "ada"}}}, "scratch");
  runs.open({.labels = {{"run", "b"}}}, "scratch");
  return encode_state({{.entry = "scratch", .path = "/logs/a.log", .bytes = "offsets"}},
                      {{.entry = "scratch", .bytes = "ledger"}}, runs, kWall, kMono);
}

TEST(SavedState, ComesBackAsItWas) {
  auto state = decode_state(a_payload(), {}, kWall, kMono);
  ASSERT_TRUE(state.has_value()) << state.error().to_string();
  ASSERT_EQ(state->streams.size(), 1U);
  EXPECT_EQ(state->streams[0].path, "/logs/a.log");
  EXPECT_EQ(state->streams[0].bytes, "offsets");
  ASSERT_EQ(state->ledgers.size(), 1U);
  EXPECT_EQ(state->ledgers[0].bytes, "ledger");
  ASSERT_EQ(state->runs.size(), 2U);
  EXPECT_EQ(state->runs[0].watch, "scratch");
}

TEST(SavedState, RefusesEveryTruncation) {
  std::string payload = a_payload();
  for (std::size_t size = 0; size < payload.size(); ++size) {
    EXPECT_FALSE(decode_state(payload.substr(0, size), {}, kWall, kMono).has_value()) << size;
  }
}

TEST(SavedState, SurvivesAnyDamagedByte) {
  std::string payload = a_payload();
  for (std::size_t at = 0; at < payload.size(); ++at) {
    std::string damaged = payload;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    static_cast<void>(decode_state(damaged, {}, kWall, kMono));
  }
}

}  // namespace
}  // namespace steptail::pipeline
