#include "format/label_name.h"

#include <gtest/gtest.h>

#include <string>

namespace steptail::format {
namespace {

std::string label(std::string_view key, Field field) {
  std::string out;
  append_label_name(key, field, out);
  return out;
}

struct Case {
  std::string_view key;
  std::string_view label;
};

TEST(LabelName, IsLowerSnake) {
  for (const Case& c : {Case{"sop loss", "sop_loss"},
                        {"Peak GPU Memory (MB)", "peak_gpu_memory_mb"},
                        {"a.b/c", "a_b_c"},
                        {"__x__", "x"},
                        {"reward/mean@1", "reward_mean_1"},
                        {"déjà vu", "d_j_vu"},
                        {"--", ""},
                        {"", ""},
                        {"MoE-Aux  Loss ", "moe_aux_loss"}}) {
    SCOPED_TRACE(c.key);
    EXPECT_EQ(c.label, label(c.key, Field::Value));
  }
}

TEST(LabelName, PhasesLoseSectionTimeAndUnit) {
  for (const Case& c : {Case{"forward", "forward"},
                        {"backward-compute", "backward_compute"},
                        {"batch generator", "batch_generator"},
                        {"timing_s/gen", "gen"},
                        {"perf/foo/bar", "foo_bar"},
                        {"FWD time", "fwd"},
                        {"data_time", "data"},
                        {"Step time (ms)", "step"},
                        {"gen (s)", "gen"},
                        {"train_step_timing in s", "train_step"},
                        {"bwd_ms", "bwd"},
                        {"time", "time"},
                        {"ms", "ms"},
                        {"optimizer_step_microstep", "optimizer_step_microstep"},
                        {"forward ....", "forward"},
                        {"s", "s"},
                        {"time (ms)", "time_ms"},
                        {"timers", "timers"}}) {
    SCOPED_TRACE(c.key);
    EXPECT_EQ(c.label, label(c.key, Field::PhaseSeconds));
  }
}

TEST(LabelName, LossComponentsAreNamedByTheirLastPart) {
  EXPECT_EQ("pg_loss", label("train/pg_loss", Field::LossComponent));
  EXPECT_EQ("kl_loss", label("actor/critic/kl_loss", Field::LossComponent));
  EXPECT_EQ("sop_loss", label("sop loss", Field::LossComponent));
}

TEST(LabelName, IsBounded) {
  EXPECT_EQ(kMaxLabelBytes, label(std::string(500, 'x'), Field::Value).size());
  const std::string cut = label(std::string(63, 'x') + " y", Field::Value);
  EXPECT_EQ(std::string(63, 'x'), cut) << "no underscore at the end";
}

TEST(LabelName, IsAppended) {
  std::string out = "kept";
  append_label_name("sop loss", Field::LossComponent, out);
  EXPECT_EQ("keptsop_loss", out);
}

TEST(LabelName, KnowsWhatAFormatMayWrite) {
  EXPECT_TRUE(is_label_name("max_allocated"));
  EXPECT_TRUE(is_label_name("top5"));
  for (std::string_view text : {"", "Max", "a-b", "a b", "a.b"}) EXPECT_FALSE(is_label_name(text));
  EXPECT_FALSE(is_label_name(std::string(kMaxLabelBytes + 1, 'x')));
}

}  // namespace
}  // namespace steptail::format
