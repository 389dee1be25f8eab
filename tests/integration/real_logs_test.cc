#include <gtest/gtest.h>

#include <filesystem>

#include "support/daemon_process.h"

// What `inspect` must say of five real logs, number by number.

namespace steptail {
namespace {

namespace stdfs = std::filesystem;
using support::SampleLabels;

class RealLogs : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!stdfs::exists(kFolder)) GTEST_SKIP() << "no real logs at " << kFolder;
  }
  void read(const std::string& prefix) {
    for (const auto& entry : stdfs::directory_iterator(kFolder)) {
      std::string name = entry.path().filename();
      if (!name.starts_with(prefix)) continue;
      auto result =
          support::run_steptail({"inspect", "--output", "metrics", entry.path().string()});
      ASSERT_EQ(result.status, 0) << result.err;
      auto parsed = support::parse_exposition(result.out, support::ExpositionFormat::Text004);
      ASSERT_TRUE(parsed.has_value()) << parsed.error().to_string();
      page = *parsed;
    }
  }
  void expect(const std::string& name, double value, const SampleLabels& labels = {}) {
    EXPECT_EQ(page.value("training_" + name, labels), value) << name;
  }
  const std::string kFolder = STEPTAIL_SOURCE_DIR "/../shared/seeds";
  support::Exposition page;
};

TEST_F(RealLogs, DeepSpeedWithMegatron) {
  read("003");
  expect("iteration", 23000);
  expect("iterations_planned", 1e6);
  expect("loss", 2.13397);
  expect("learning_rate", 0.0001499);
  expect("loss_scale", 4096);
  expect("iteration_seconds", 0.913);
  expect("iteration_duration_seconds_count", 22996);
  expect("phase_seconds", 0.31751, {{"phase", "forward"}});
  expect("phase_seconds", 0.50983, {{"phase", "backward"}});
  expect("phase_seconds", 0, {{"phase", "allreduce"}});
  expect("phase_seconds", 0.08542, {{"phase", "optimizer"}});
  expect("phase_seconds", 0.00115, {{"phase", "batch_generator"}});
  expect("phase_seconds", 0.00014, {{"phase", "data_loader"}});
  expect("phase_seconds", 0.01852, {{"phase", "optimizer_gradients"}, {"rank", "0"}});
  expect("phase_seconds", 0.05842, {{"phase", "optimizer_step"}, {"rank", "0"}});
  expect("phase_seconds", 0.00215, {{"phase", "optimizer_allgather"}, {"rank", "0"}});
  expect("phase_duration_seconds_count", 23000, {{"phase", "optimizer_step"}, {"rank", "0"}});
  expect("samples_per_second_overall", 424.55898924486206);
  expect("validation_loss", 4.899925);
  expect("validation_perplexity", 134.2797);
  expect("validation_iteration", 22000);
  expect("memory_bytes", 15273923584, {{"kind", "max_allocated"}});
  expect("attempts_total", 1);
}

TEST_F(RealLogs, MegatronLm) {
  read("002");
  expect("iteration", 24);
  expect("iterations_planned", 1000);
  expect("loss", 2.790983);
  expect("gradient_norm", 14.572);
  expect("loss_scale", 65536);
  expect("skipped_iterations_total", 17);
  expect("samples_total", 1536);
  expect("batch_size", 64);
  expect("iteration_seconds", 7.4525);
  EXPECT_EQ(page.find("training_phase_seconds").size(), 10U);
  expect("memory_bytes", 30132.1474609375 * 1024 * 1024, {{"kind", "allocated"}});
  expect("state", 1, {{"state", "training"}});
}

TEST_F(RealLogs, ThreeCerebrasJobsInOneFile) {
  read("000");
  expect("attempts_total", 3);
  expect("iteration", 1000);
  expect("loss", 7.14844);
  expect("samples_per_second", 6739.08);
  expect("samples_per_second_overall", 6753.5);
  expect("batch_size", 2048);
  expect("state", 1, {{"state", "finished"}});
  expect("checkpoints_total", 6);
}

TEST_F(RealLogs, MarkdownAroundCerebrasAndGraphcore) {
  read("001");
  expect("attempts_total", 2);
  expect("iteration", 1000);
  expect("epoch", 10);
  expect("accuracy_ratio", 0.9872, {{"split", "validation"}});
}

TEST_F(RealLogs, BareCerebrasStepLines) {
  read("004");
  expect("attempts_total", 2);
  expect("iteration", 1000);
  expect("loss", 7.07812);
  expect("samples_per_second", 4850.11);
  expect("failures_total", 1, {{"class", "other"}});
}

}  // namespace
}  // namespace steptail
