#include "yaml/suggest.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <vector>

namespace steptail::yaml {
namespace {

constexpr std::array<std::string_view, 4> kChoices{"poll", "poll_interval", "paths", "name"};

TEST(Suggest, FindsTheClosestWord) {
  struct Row {
    std::string_view word;
    std::string_view expected;
  };
  const Row rows[] = {
      {"poll_intervall", "poll_interval"},
      {"pol_interval", "poll_interval"},
      {"pahts", "paths"},  // a swap is one edit
      {"path", "paths"},
      {"nmae", "name"},
      {"polls", "poll"},
      {"zzz", ""},
      {"", ""},
      {"p", ""},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.word);
    EXPECT_EQ(row.expected, closest(row.word, kChoices));
  }
}

TEST(Suggest, DoesNotLookAtWordsThatNobodyTyped) {
  EXPECT_EQ("", closest(std::string(1 << 20, 'p'), kChoices));
}

TEST(Suggest, ListsWhatIsKnownWhereNothingIsClose) {
  EXPECT_EQ("; did you mean 'poll'?", did_you_mean("pol", kChoices));
  EXPECT_EQ("; known: 'poll', 'poll_interval', 'paths', 'name'",
            did_you_mean("certificate", kChoices));
  EXPECT_EQ("", did_you_mean("anything", {}));
}

TEST(Suggest, SaysSomethingElseWhereNoneIsClose) {
  const std::vector<std::string_view> choices{"megatron-lm", "cerebras"};
  EXPECT_EQ("; did you mean 'cerebras'?", did_you_mean_or("; look", "cerebra", choices));
  EXPECT_EQ("; look", did_you_mean_or("; look", "zeta", choices));
  EXPECT_EQ("", did_you_mean("zeta", {}));
  EXPECT_EQ("; known: 'megatron-lm', 'cerebras'", did_you_mean("zeta", choices));
}

}  // namespace
}  // namespace steptail::yaml
