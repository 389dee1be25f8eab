#include "daemon/asio_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <thread>
#include <vector>

namespace steptail::daemon {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using testing::ElementsAre;

struct Pipe {
  std::array<int, 2> fds{-1, -1};
  Pipe() { EXPECT_EQ(::pipe(fds.data()), 0); }
  ~Pipe() {
    ::close(fds[0]);
    ::close(fds[1]);
  }
  int reader() const { return fds[0]; }
  void write(const char* byte = "x") { EXPECT_EQ(::write(fds[1], byte, 1), 1); }
  void read() {
    char byte = 0;
    EXPECT_EQ(::read(fds[0], &byte, 1), 1);
  }
};

struct AsioLoopTest : testing::Test {
  AsioLoop loop;
  std::vector<int> ran;
  base::Task note(int what) {
    return [this, what] { ran.push_back(what); };
  }
};

TEST_F(AsioLoopTest, RunsPostedTasksInOrderAndNotInsideThePost) {
  loop.post([&] {
    loop.post(note(2));
    ran.push_back(1);
    loop.stop();
  });
  EXPECT_TRUE(ran.empty());
  loop.run();
  EXPECT_THAT(ran, ElementsAre(1, 2));  // what was posted before the stop still runs
}

TEST_F(AsioLoopTest, TakesTasksFromOtherThreads) {
  constexpr int kThreads = 4, kEach = 1000;
  int left = kThreads * kEach;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < kEach; ++k) {
        loop.post([&] {
          if (--left == 0) loop.stop();
        });
      }
    });
  }
  loop.run();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(left, 0);
}

TEST_F(AsioLoopTest, RunsTimersInOrder) {
  loop.after(milliseconds(3), [&] {
    ran.push_back(3);
    loop.stop();
  });
  loop.after(milliseconds(1), note(1));
  loop.after(milliseconds(1), note(2));
  loop.run();
  EXPECT_THAT(ran, ElementsAre(1, 2, 3));
}

TEST_F(AsioLoopTest, ATimerIsNeverEarly) {
  const auto start = loop.mono();
  base::Duration waited{};
  loop.after(milliseconds(5), [&] {
    waited = loop.mono() - start;
    loop.stop();
  });
  loop.run();
  EXPECT_GE(waited, milliseconds(5));
}

TEST_F(AsioLoopTest, ACancelledTimerDoesNotRun) {
  auto id = loop.after(milliseconds(1), note(1));
  loop.after(milliseconds(2), [&] { loop.stop(); });
  loop.cancel(id);
  loop.run();
  EXPECT_TRUE(ran.empty());
}

TEST_F(AsioLoopTest, AnEarlierTimerOvertakesOneThatIsSet) {
  loop.after(hours(1), note(1));
  loop.post([&] { loop.after(milliseconds(1), [&] { loop.stop(); }); });
  loop.run();
  EXPECT_TRUE(ran.empty());
}

TEST_F(AsioLoopTest, ADelayBeyondTheClockIsNever) {
  loop.after(base::Duration::max(), note(1));
  loop.after(milliseconds(1), [&] { loop.stop(); });
  loop.run();
  EXPECT_TRUE(ran.empty());
}

TEST_F(AsioLoopTest, AReadableDescriptorIsReportedAgainUntilItIsRead) {
  Pipe pipe;
  pipe.write();
  loop.on_readable(pipe.reader(), [&] {
    ran.push_back(static_cast<int>(ran.size()));
    if (ran.size() < 3) return;
    pipe.read();
    loop.after(milliseconds(2), [&] { loop.stop(); });
  });
  loop.run();
  EXPECT_THAT(ran, ElementsAre(0, 1, 2));
  loop.forget(pipe.reader());
}

TEST_F(AsioLoopTest, ATaskMayForgetItsOwnDescriptorWhichStaysOpen) {
  Pipe pipe;
  pipe.write();
  loop.on_readable(pipe.reader(), [&] {
    ran.push_back(1);
    loop.forget(pipe.reader());
    loop.after(milliseconds(2), [&] { loop.stop(); });
  });
  loop.run();
  EXPECT_THAT(ran, ElementsAre(1));
  pipe.read();
}

TEST_F(AsioLoopTest, DescriptorsOutliveTheLoop) {
  Pipe pipe;
  {
    AsioLoop inner;
    inner.on_readable(pipe.reader(), [] {});
  }
  pipe.write();
  pipe.read();
}

TEST_F(AsioLoopTest, CanBeRunAgain) {
  loop.post([&] { loop.stop(); });
  loop.run();
  loop.post([&] {
    ran.push_back(1);
    loop.stop();
  });
  loop.run();
  EXPECT_THAT(ran, ElementsAre(1));
}

TEST_F(AsioLoopTest, TasksThatNeverRanAreDestroyedWithTheLoop) {
  auto token = std::make_shared<int>(1);
  {
    AsioLoop inner;
    inner.post([token] {});
    inner.after(hours(1), [token] {});
  }
  EXPECT_EQ(token.use_count(), 1);
}

}  // namespace
}  // namespace steptail::daemon
