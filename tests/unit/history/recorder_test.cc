#include "history/recorder.h"

#include <gtest/gtest.h>

#include <string>

#include "unit/history/mem_scratch.h"

namespace steptail::history {
namespace {

using format::Field;

format::Record losses_of(const char* label) {
  format::Record record;
  record.add({.field = Field::LossComponent, .number = 1, .label = label});
  return record;
}

// A page never holds a series twice: of two labels that look the same when they are cleaned the
// clean one stays.
TEST(Recorder, TakesNothingMoreOfASeriesThatACleanLabelShadows) {
  MemScratch scratch;
  SampleSpill spill(scratch);
  Recorder recorder(spill, "run=\"a\"", {});
  run::RunData data;
  data.loss_components = {{"kl\x01", "", "", 1}};
  base::WallTime at{};
  const auto say = [&](const char* label) {
    at += std::chrono::seconds(1);
    const format::Record record = losses_of(label);
    recorder.values(data, at, &record);
  };
  say("kl\x01");
  say("kl\x01");
  data.loss_components.push_back({"kl", "", "", 2});
  say("kl");
  say("kl\x01");
  recorder.finish();
  EXPECT_EQ(2U, spill.samples(0));
  EXPECT_EQ(1U, spill.samples(1));
  EXPECT_EQ(2U, spill.size());
}

}  // namespace
}  // namespace steptail::history
