#include <gtest/gtest.h>

#include <random>

#include "support/timeless.h"
#include "support/toy_shard.h"

// What a run shows is a function of its bytes alone: not of how they were cut, not of how often the
// daemon was stopped or killed in between.

namespace steptail::pipeline {
namespace {

using std::chrono::seconds;
using support::ToyShard;

constexpr const char* kPath = "/logs/a.log";

std::string story(std::mt19937_64& random) {
  std::string log = "noise\ntoy starts\n";
  int iteration = 0;
  for (int i = 0; i < 120; ++i) {
    switch (random() % 12) {
      case 0:
        log += "chatter that means nothing\n";
        break;
      case 1:
        log += "toy saves\n";
        break;
      case 2:
        log += "toy saved\n";
        break;
      case 3:
        log += "toy starts\n";
        iteration /= 2;
        break;
      case 4:
        log += "\x1b[32mcolour\x1b[0m\r\n";
        break;
      case 5:
        log += "CUDA error: an illegal memory access was encountered\n";
        break;
      default:
        ++iteration;
        break;
    }
    log += "step=" + std::to_string(iteration) + " loss=" + std::to_string(random() % 1000) +
           " id=" + std::to_string(random() % 100) + (random() % 5 == 0 ? "\r" : "\n");
  }
  return log + "\n";
}

std::map<std::string, double> without_time(const std::map<std::string, double>& all) {
  std::map<std::string, double> kept;
  for (const auto& [series, value] : all) {
    if (!support::is_about_time(series)) kept.emplace(series, value);
  }
  return kept;
}

std::map<std::string, double> read_at_once(const std::string& log) {
  ToyShard shard{{"/logs/{run}.log"}};
  shard.fs.append(kPath, log);
  shard.start();
  shard.advance(seconds(3));
  return without_time(shard.series());
}

std::map<std::string, double> read_in_pieces(const std::string& log, std::mt19937_64& random) {
  ToyShard shard{{"/logs/{run}.log"}};
  shard.start();
  std::size_t at = 0;
  while (at < log.size()) {
    std::size_t size = std::min<std::size_t>(log.size() - at, 1 + random() % 400);
    shard.append(kPath, log.substr(at, size));
    at += size;
    if (random() % 3 == 0) shard.advance(seconds(1 + random() % 3));
    if (random() % 8 == 0) {
      random() % 2 == 0 ? shard.stop() : shard.crash();
      shard.start();
    }
  }
  shard.advance(seconds(3));
  return without_time(shard.series());
}

TEST(OneFold, CuttingStoppingAndKillingLeaveTheSamePage) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::string log = story(random);
    auto expected = read_at_once(log);
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(expected, read_in_pieces(log, random));
  }
}

TEST(OneFold, ADamagedOrMissingCheckpointChangesNothing) {
  std::mt19937_64 random(7);
  std::string log = story(random);
  auto expected = read_at_once(log);
  for (const char* damage : {"", "nonsense"}) {
    ToyShard shard{{"/logs/{run}.log"}};
    shard.start();
    shard.append(kPath, log.substr(0, log.size() / 2));
    shard.advance(seconds(2));
    shard.crash();
    for (const char* name : {"/state/shard", "/state/shard.old"}) {
      if (shard.fs.exists(name)) shard.fs.replace(name, damage);
    }
    shard.fs.append(kPath, log.substr(log.size() / 2));
    shard.start();
    shard.advance(seconds(3));
    EXPECT_EQ(expected, without_time(shard.series())) << "damage: '" << damage << "'";
  }
}

}  // namespace
}  // namespace steptail::pipeline
