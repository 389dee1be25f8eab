#include "run/retention.h"

#include <gtest/gtest.h>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

using std::chrono::hours;

const RetentionOptions kOptions;
const base::WallTime kModified{hours(24 * 20000)};

TEST(Retention, DependsOnHowTheRunIs) {
  for (State state : {State::Finished, State::Failed}) {
    EXPECT_EQ(retention_of(state, false, kOptions), hours(1));
  }
  for (State state : {State::Starting, State::Compiling, State::Loading, State::Training,
                      State::Evaluating, State::Checkpointing}) {
    EXPECT_EQ(retention_of(state, false, kOptions), hours(24));
    EXPECT_EQ(retention_of(state, true, kOptions), hours(24 * 14));
  }
  EXPECT_EQ(retention_of(State::Queued, false, kOptions), hours(24 * 14));
}

Run run_in(const RecordMaker& last) {
  Feed feed;
  feed << step(1) << last;
  Run run;
  run.state = feed.run;
  run.modified = kModified;
  return run;
}

TEST(Retention, CountsFromTheLaterOfFileTimeAndLastByteAndNotFromTheLines) {
  auto run = run_in(happens(Event::Finished));
  EXPECT_EQ(leaves_page_at(run, {}, kOptions), kModified + hours(1));
  EXPECT_FALSE(expired(run, {}, kOptions, kModified + hours(1) - seconds(1)));
  EXPECT_TRUE(expired(run, {}, kOptions, kModified + hours(1)));
  run.last_byte = kModified + hours(5);
  EXPECT_FALSE(expired(run, {}, kOptions, kModified + hours(5)));
  EXPECT_TRUE(expired(run, {}, kOptions, kModified + hours(6)));
}

TEST(Retention, AStalledRunStaysLongerThanASilentOne) {
  auto run = run_in(step(2));
  EXPECT_TRUE(expired(run, {.stalled = false, .timeout = {}, .interval = {}}, kOptions,
                      kModified + hours(25)));
  EXPECT_FALSE(expired(run, {.stalled = true, .timeout = {}, .interval = {}}, kOptions,
                       kModified + hours(25)));
}

TEST(Retention, OfCenturiesDoesNotWrapRound) {
  auto run = run_in(step(2));
  RetentionOptions forever{.silent = base::Duration::max()};
  EXPECT_FALSE(expired(run, {}, forever, kModified + hours(24 * 365 * 100)));
}

}  // namespace
}  // namespace steptail::run
