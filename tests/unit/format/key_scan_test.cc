#include "format/key_scan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

namespace steptail::format {
namespace {

struct Case {
  std::string_view line;
  std::string_view after;
  double value;
};

class KeyScan : public testing::TestWithParam<Case> {};

TEST_P(KeyScan, ReadsTheNumberBehindTheLiteral) {
  const auto number = number_after(GetParam().line, Literal(std::string(GetParam().after)),
                                   default_unit(Dimension::Plain));
  ASSERT_TRUE(number) << GetParam().line;
  EXPECT_EQ(GetParam().value, number->value) << GetParam().line;
}

INSTANTIATE_TEST_SUITE_P(
    Found, KeyScan,
    testing::Values(
        Case{"step=7 loss=3.1", "loss=", 3.1}, Case{"loss: 3.1", "loss", 3.1},
        Case{"loss = 3.1", "loss", 3.1}, Case{"loss   3.1", "loss", 3.1},
        Case{"{'loss': '1.26'}", "'loss'", 1.26}, Case{"{\"loss\": \"1.26\"}", "\"loss\"", 1.26},
        Case{"lr=[1e-4, 2e-4]", "lr=", 1e-4}, Case{"lr=[1,000]", "lr=", 1},
        Case{"time ( 0.512)", "time", 0.512}, Case{"tps: 5,423  x", "tps:", 5423},
        Case{" iteration       12/     100 |", "iteration", 12},
        Case{" iteration       12/     100 |", "/", 100},
        Case{"global_step1000 is ready", "global_step", 1000}, Case{"ckpt-step_500", "step_", 500},
        Case{"checkpoint-500 saved", "checkpoint-", 500}, Case{"loss-2.5", "loss", -2.5},
        Case{"grad norm:-0.5", "grad norm:", -0.5},
        Case{"acc: None loss: None loss: 2", "loss:", 2},
        Case{"tot_loss[loss=9.1], loss[loss=0.5, over 9 frames.]", "loss[loss=", 0.5},
        Case{"subloss=9 loss=2", "loss=", 2}, Case{"x_loss=9 loss=2", "loss=", 2},
        Case{"2loss=9 loss=2", "loss=", 2}, Case{"train/loss=2", "loss=", 2},
        Case{"loss1: 0.5 loss: 0.7", "loss", 0.7}, Case{"loss_scale: 4 loss: 0.7", "loss", 0.7},
        Case{"step 10 step loss 7.5", "step loss", 7.5}, Case{"loss\t2", "loss", 2}));

TEST(KeyScanNone, IsNoneWhereNoPlaceGivesANumber) {
  struct None {
    std::string_view line;
    std::string_view after;
  };
  for (const None& c : {None{"loss: None", "loss:"},
                        {"loss:", "loss:"},
                        {"loss: ", "loss:"},
                        {"loss: [", "loss:"},
                        {"loss: '", "loss:"},
                        {"loss: - 2", "loss:"},
                        {"loss: {:.4f}", "loss:"},
                        {"print(f'loss: {loss:.4f}')", "loss:"},
                        {"no key", "loss:"},
                        {"lm loss: 2.4[default3]:", "lm loss:"},
                        {"lossnan", "loss"},
                        {"loss2x", "loss"},
                        {"top10: 0.5", "top1"},
                        {"loss12=0.5", "loss"},
                        {"loss: == 3", "loss:"},
                        {"", "loss:"}}) {
    SCOPED_TRACE(c.line);
    EXPECT_FALSE(
        number_after(c.line, Literal(std::string(c.after)), default_unit(Dimension::Plain)));
  }
}

TEST(KeyScanNone, SkipsAtMostOneColonOrEqualsSign) {
  const Literal literal("loss");
  const Unit plain = default_unit(Dimension::Plain);
  EXPECT_TRUE(number_after("loss : 2", literal, plain));
  EXPECT_FALSE(number_after("loss :: 2", literal, plain));
  EXPECT_FALSE(number_after("loss := 2", literal, plain));
  EXPECT_FALSE(number_after("loss , 2", literal, plain));
  EXPECT_FALSE(number_after("loss [[2]]", literal, plain));
}

TEST(KeyScanNone, ReadsNothingOfSourceCode) {
  const Literal literal("train_loss:");
  const Unit plain = default_unit(Dimension::Plain);
  for (std::string_view line :
       {"print0(f\"step:{step}/{steps} train_loss:{train_loss.item():.4f} "
        "step_avg:{ms/step:.2f}ms\")",
        "logger.info('train_loss: %.4f', loss)", "log_string = f\"train_loss: {x}\"",
        "\"train_loss:\" + str(loss)"}) {
    SCOPED_TRACE(line);
    EXPECT_FALSE(number_after(line, literal, plain));
  }
}

TEST(NumberIn, ReadsATextByItself) {
  const Unit plain = default_unit(Dimension::Plain);
  EXPECT_EQ(13.25, number_in("13.25", plain)->value);
  EXPECT_EQ(13.25, number_in(" '13.25'", plain)->value);
  EXPECT_EQ(5, number_in("5/1000", plain)->value);
  EXPECT_EQ(0.5, number_in("50%", *unit_from_name("percent"))->value);
  EXPECT_FALSE(number_in("", plain));
  EXPECT_FALSE(number_in("null", plain));
  EXPECT_FALSE(number_in("'", plain));
}

}  // namespace
}  // namespace steptail::format
