#include "pipeline/saved_state.h"

#include <gtest/gtest.h>

namespace steptail::pipeline {
namespace {

const base::WallTime kWall{std::chrono::hours(500000)};
const base::MonoTime kMono{std::chrono::hours(3)};

std::string a_payload() {
  StateWriter writer;
  writer.add(encode(SavedFile{.watch = "scratch",
                              .identity = {{{"run", "a"}, {"user", "ada"}}},
                              .path = "/logs/a.log",
                              .stream = "offsets",
                              .followed = true,
                              .mark = {.size = 7, .inode = 12, .modified = kWall}}));
  run::RunTable runs(10, {});
  run::Run* run = runs.open("scratch", {{{"run", "a"}, {"user", "ada"}}});
  run->last_byte = kWall;
  writer.add(encode(save_run(*run, kWall, kMono)));
  writer.add(encode(SavedLedger{.watch = "scratch", .bytes = "ledger"}));
  std::string payload;
  for (std::string_view part : writer.finish({{"scratch", 70}, {"home", 7}})) payload += part;
  return payload;
}

TEST(SavedState, ComesBackAsItWas) {
  auto state = decode_state(a_payload());
  ASSERT_TRUE(state.has_value()) << state.error().to_string();
  ASSERT_EQ(state->files.size(), 1U);
  EXPECT_EQ(state->files[0].path, "/logs/a.log");
  EXPECT_EQ(state->files[0].stream, "offsets");
  EXPECT_EQ(state->files[0].mark, (FileMark{.size = 7, .inode = 12, .modified = kWall}));
  EXPECT_TRUE(state->files[0].followed);
  ASSERT_EQ(state->ledgers.size(), 1U);
  EXPECT_EQ(state->ledgers[0].bytes, "ledger");
  ASSERT_EQ(state->runs.size(), 1U);
  EXPECT_EQ(state->runs[0].watch, "scratch");
  EXPECT_EQ(state->runs[0].last_byte, kWall);
  EXPECT_FALSE(state->runs[0].asleep);
  EXPECT_TRUE(load_run(state->runs[0], {}, kWall, kMono).has_value());
}

TEST(SavedState, SaysHowMuchItHeldWhateverElseIsDamaged) {
  std::string payload = a_payload();
  const ToldBytes told{{"home", 7}, {"scratch", 70}};
  EXPECT_EQ(salvage_told_bytes(payload), told);
  EXPECT_EQ(salvage_told_bytes(payload.substr(0, payload.size() / 2)), told);
  EXPECT_EQ(salvage_told_bytes(payload.substr(0, 40)), std::nullopt);
  payload[20] = static_cast<char>(payload[20] ^ 1);
  EXPECT_EQ(salvage_told_bytes(payload), std::nullopt);
  EXPECT_EQ(salvage_told_bytes(""), std::nullopt);
}

TEST(SavedState, RefusesEveryTruncation) {
  std::string payload = a_payload();
  for (std::size_t size = 0; size < payload.size(); ++size) {
    EXPECT_FALSE(decode_state(payload.substr(0, size)).has_value()) << size;
  }
}

TEST(SavedState, SurvivesAnyDamagedByte) {
  std::string payload = a_payload();
  for (std::size_t at = 0; at < payload.size(); ++at) {
    std::string damaged = payload;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    auto state = decode_state(damaged);
    if (!state) continue;
    for (const SavedRun& run : state->runs) {
      static_cast<void>(load_run(run, {}, kWall, kMono));
    }
  }
}

}  // namespace
}  // namespace steptail::pipeline
