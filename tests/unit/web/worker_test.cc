#include "web/worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace steptail::web {
namespace {

// A worker that is held at its first task until let go.
class WorkerTest : public testing::Test {
 protected:
  void start(Worker::Bounds bounds) {
    worker_.emplace(bounds);
    ASSERT_TRUE(worker_->start());
    std::promise<void> running;
    ASSERT_TRUE(worker_->post("first", [this, &running] {
      running.set_value();
      gate_.get_future().wait();
    }));
    running.get_future().wait();
  }
  bool post(const std::string& key, const std::string& what) {
    return worker_->post(key, [this, what] {
      const std::lock_guard lock(mutex_);
      done_.push_back(what);
    });
  }
  std::vector<std::string> finish() {
    std::promise<void> last;
    EXPECT_TRUE(worker_->post("last", [&last] { last.set_value(); }));
    gate_.set_value();
    last.get_future().wait();
    worker_->stop();
    return done_;
  }

  std::promise<void> gate_;
  std::mutex mutex_;
  std::vector<std::string> done_;
  std::optional<Worker> worker_;
};

TEST_F(WorkerTest, LetsKeysTakeTurnsSoThatManyOfOneDelayNobodyElse) {
  start({.tasks = 100, .per_key = 100});
  for (const char* what : {"a1", "a2", "a3"}) ASSERT_TRUE(post("a", what));
  ASSERT_TRUE(post("b", "b1"));
  auto order = finish();
  ASSERT_GE(order.size(), 2U);
  EXPECT_EQ("a1", order[0]);
  EXPECT_EQ("b1", order[1]) << "before what else a wants";
}

TEST_F(WorkerTest, RefusesMoreThanItsBounds) {
  start({.tasks = 4, .per_key = 2});
  EXPECT_TRUE(post("a", "a1"));
  EXPECT_TRUE(post("a", "a2"));
  EXPECT_FALSE(post("a", "a3")) << "too many of one key";
  EXPECT_TRUE(post("b", "b1"));
  finish();
  EXPECT_THAT(done_, testing::Not(testing::Contains("a3")));
}

TEST_F(WorkerTest, DropsWhatWaitsWhenItIsStopped) {
  start({.tasks = 4, .per_key = 4});
  auto held = std::make_shared<int>(1);
  ASSERT_TRUE(worker_->post("a", [held] {}));
  EXPECT_EQ(2, held.use_count());
  gate_.set_value();
  worker_->stop();
  EXPECT_EQ(1, held.use_count());
  EXPECT_FALSE(post("a", "late"));
}

}  // namespace
}  // namespace steptail::web
