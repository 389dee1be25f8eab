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

}  // namespace
}  // namespace steptail
