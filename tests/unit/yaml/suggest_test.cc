#include "yaml/suggest.h"

#include <gtest/gtest.h>

#include <array>

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

}  // namespace
}  // namespace steptail::yaml
