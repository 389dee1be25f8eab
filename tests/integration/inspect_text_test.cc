// What `inspect` prints for people.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/daemon_process.h"

namespace steptail {
namespace {

using support::run_steptail;
using ::testing::HasSubstr;
using ::testing::Not;

std::string step(int number, const std::string& loss, double milliseconds) {
  return " iteration " + std::to_string(number) + "/ 500 | consumed samples: 64 | " +
         "elapsed time per iteration (ms): " + std::to_string(milliseconds) +
         " | learning rate: 1.0E-04 | global batch size: 64 | lm loss: " + loss +
         " | loss scale: 1.0 |\n";
}

// A trainer that is not known, and one that is and chats.
constexpr const char* kUnknown = "[acme] step=10 loss=2.5\n[acme] step=20 loss=2.4\n";
constexpr const char* kChatter = "cache holds 10 entries=3\ncache holds 11 entries=4\n";

TEST(InspectText, DraftsAreOfferedWhereTheFormatIsNotKnown) {
  EXPECT_THAT(run_steptail({"inspect", "-"}, kUnknown).out, HasSubstr("format: my-trainer"));
  const std::string known = step(10, "2.5", 100) + kChatter;
  EXPECT_THAT(run_steptail({"inspect", "-"}, known).out, Not(HasSubstr("my-trainer")));
  EXPECT_THAT(run_steptail({"inspect", "--suggest", "acme", "-"}, known).out,
              HasSubstr("format: acme"));
}

TEST(InspectText, BlankLinesAreCountedAndNotListed) {
  const auto result = run_steptail({"inspect", "-"}, step(10, "2.5", 100) + "\n \t\nhello\n");
  EXPECT_THAT(result.out, HasSubstr("4 lines, 3 matched nothing; most frequent:\n"
                                    "         1  hello\n"));
  EXPECT_THAT(run_steptail({"inspect", "-"}, step(10, "2.5", 100)).out,
              HasSubstr("1 line, 0 matched nothing\n"));
}

TEST(InspectText, AnEmptyLogIsCalledThat) {
  const auto result = run_steptail({"inspect", "-"}, "");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "steptail: - is empty\n");
  EXPECT_EQ(result.out, "");
}

TEST(InspectText, AnEmptyLogAsksForNoFormatBesideAKnownOne) {
  support::TempDir directory;
  directory.write("a.log", step(10, "2.5", 100) + kChatter);
  directory.write("empty.log", "");
  const auto result = run_steptail({"inspect", directory.at("a.log"), directory.at("empty.log")});
  EXPECT_THAT(result.err, HasSubstr("empty.log is empty\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("my-trainer")));
}

TEST(InspectText, TheEpochIsThereWhereTheLogPrintsIt) {
  const auto result =
      run_steptail({"inspect", "-"}, "{'loss': 2.125, 'learning_rate': 3.5e-05, 'epoch': 0.75}\n");
  EXPECT_THAT(result.out, HasSubstr("  epoch        0.75\n"));
  EXPECT_THAT(run_steptail({"inspect", "-"}, step(10, "2.5", 100)).out, Not(HasSubstr("epoch")));
}

TEST(InspectText, RunsStandInTheOrderOfTheirLogs) {
  support::TempDir directory;
  for (const char* name : {"a.log", "b.log", "c.log"}) {
    directory.write(name, step(10, "2.5", 100));
  }
  const std::string out =
      run_steptail({"inspect", directory.at("b.log"), directory.at("c.log"), directory.at("a.log")})
          .out;
  EXPECT_LT(out.find("run=b"), out.find("run=c"));
  EXPECT_LT(out.find("run=c"), out.find("run=a"));
}

TEST(InspectText, TheComparisonHasStatesAndFailures) {
  support::TempDir directory;
  directory.write("a.log", step(100, "2.25", 100));
  directory.write("b.log", step(100, "2.25", 100) +
                               "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate "
                               "2.25 GiB.\n");
  const std::string out =
      run_steptail({"inspect", directory.at("a.log"), directory.at("b.log")}).out;
  EXPECT_THAT(out, HasSubstr("  state                                  training         failed\n"));
  EXPECT_THAT(out, HasSubstr("  failures                                      0              1"
                             "   +1\n"));
}

TEST(InspectText, ALongLineEndsBehindAWord) {
  std::string log;
  for (int i = 1; i <= 6; ++i) log += step(i, "2.5", 100 + i);
  EXPECT_THAT(run_steptail({"inspect", "-"}, log).out,
              HasSubstr("    106 ms at 6: iteration 6/ 500 | consumed samples: 64 | elapsed time "
                        "per iteration (ms): 106.000000 | learning rate: 1.0E-04 | global ...\n"));
}

TEST(InspectText, DifferencesHaveNoDigitsThatNobodyPrinted) {
  support::TempDir directory;
  directory.write("a.log", step(100, "2.25", 100) + step(200, "2.0", 300.4));
  directory.write("b.log", step(100, "2.25", 100) + step(300, "1.99999999", 300.7));
  const auto result = run_steptail({"inspect", directory.at("a.log"), directory.at("b.log")});
  EXPECT_THAT(result.out, HasSubstr("last step                                   200            "
                                    "300   +100 (+50.0 %)\n"));
  EXPECT_THAT(result.out, HasSubstr(" 2.25           2.25   0\n"));
  EXPECT_THAT(result.out, HasSubstr("last loss                                     2              "
                                    "2   0\n"));
  EXPECT_THAT(result.out, HasSubstr("attempts                                      1              "
                                    "1   0\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("(+0.0 %)")));
}

}  // namespace
}  // namespace steptail
