#include "daemon/signals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <vector>

namespace steptail::daemon {
namespace {

using testing::ElementsAre;

TEST(Signals, BecomeTasksOfTheLoopEachTime) {
  AsioLoop loop;
  std::vector<int> seen;
  Signals signals(loop, {.terminate =
                             [&](int signal) {
                               seen.push_back(signal);
                               if (signal == SIGTERM) return ::raise(SIGINT), void();
                               loop.stop();
                             },
                         .reload =
                             [&] {
                               seen.push_back(SIGHUP);
                               ::raise(SIGTERM);
                             }});
  ASSERT_TRUE(signals.start());
  ::raise(SIGHUP);
  EXPECT_TRUE(seen.empty());
  loop.run();
  EXPECT_THAT(seen, ElementsAre(SIGHUP, SIGTERM, SIGINT));
}

TEST(Signals, ASignalWithoutAnActionDoesNothing) {
  AsioLoop loop;
  Signals signals(loop, {.terminate = [&](int) { loop.stop(); }, .reload = nullptr});
  ASSERT_TRUE(signals.start());
  ::raise(SIGHUP);
  loop.post([] { ::raise(SIGTERM); });
  loop.run();
}

TEST(Signals, AReaderThatWentAwayDoesNotEndTheProcess) {
  AsioLoop loop;
  Signals signals(loop, {});
  ASSERT_TRUE(signals.start());
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  ::close(pipe[0]);
  EXPECT_EQ(::write(pipe[1], "x", 1), -1);
  ::close(pipe[1]);
}

TEST(Signals, AfterTheirEndTheNextOnesTakeOver) {
  AsioLoop loop;
  { Signals first(loop, {}); }
  bool stopped = false;
  Signals second(loop, {.terminate =
                            [&](int) {
                              stopped = true;
                              loop.stop();
                            },
                        .reload = nullptr});
  ASSERT_TRUE(second.start());
  ::raise(SIGINT);
  loop.run();
  EXPECT_TRUE(stopped);
}

}  // namespace
}  // namespace steptail::daemon
