#include "metrics/label_text.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace steptail::metrics {
namespace {

using run::RunIdentity;

const std::string kBad = "\xEF\xBF\xBD";

struct CleanCase {
  const char* name;
  std::string raw;
  std::string clean;
};

TEST(LabelText, CleansWhatAPageMayNotHold) {
  const std::array cases{
      CleanCase{"plain", "bert large", "bert large"},
      CleanCase{"umlaut",
                "gr\xC3\xB6\xC3\x9F"
                "e",
                "gr\xC3\xB6\xC3\x9F"
                "e"},
      CleanCase{"four bytes", "\xF0\x9F\x9A\x80", "\xF0\x9F\x9A\x80"},
      CleanCase{"quotes stay", "a\"b\\c", "a\"b\\c"},
      CleanCase{"newline and tab", "a\nb\tc", "abc"},
      CleanCase{"nul", std::string("a\0b", 3), "ab"},
      CleanCase{"escape and delete", "\x1B[31mred\x7F", "[31mred"},
      CleanCase{"C1 control",
                "a\xC2\x85"
                "b",
                "ab"},
      CleanCase{"lone continuation",
                "a\x80"
                "b",
                "a" + kBad + "b"},
      CleanCase{"lead byte at the end", "ab\xC3", "ab" + kBad},
      CleanCase{"torn three bytes",
                "\xE2\x96"
                "x",
                kBad + kBad + "x"},
      CleanCase{"overlong slash", "\xC0\xAF", kBad + kBad},
      CleanCase{"surrogate", "\xED\xA0\x80", kBad + kBad + kBad},
      CleanCase{"past the last code point", "\xF4\x90\x80\x80", kBad + kBad + kBad + kBad},
      CleanCase{"latin-1", "caf\xE9", "caf" + kBad},
      CleanCase{"nothing", "", ""},
  };
  for (const CleanCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(clean_label(c.raw), c.clean);
  }
}

TEST(LabelText, CutsLongValuesBetweenCodePoints) {
  EXPECT_EQ(clean_label(std::string(256, 'x')), std::string(256, 'x'));
  EXPECT_EQ(clean_label(std::string(257, 'x')), std::string(256, 'x'));
  // The two bytes of the last letter would be bytes 256 and 257.
  EXPECT_EQ(clean_label(std::string(255, 'x') + "\xC3\xB6"), std::string(255, 'x'));
  EXPECT_EQ(clean_label(std::string(254, 'x') + "\xC3\xB6y"), std::string(254, 'x') + "\xC3\xB6");
  EXPECT_EQ(clean_label(std::string(1000000, '\xFF')).size(), 255U);  // 85 of three bytes
  EXPECT_EQ(clean_label(std::string(300, '\n') + "x"), "x");
}

TEST(LabelText, EscapesWhatWouldEndAValue) {
  EXPECT_EQ(escape_label("a\"b\\c\nd"), "a\\\"b\\\\c\\nd");
  EXPECT_EQ(escape_label("plain"), "plain");
}

TEST(LabelText, KnowsWhatNeedsNoWork) {
  EXPECT_TRUE(is_plain_label("all printable ASCII ~!"));
  EXPECT_FALSE(is_plain_label("quote\""));
  EXPECT_FALSE(is_plain_label("back\\slash"));
  EXPECT_FALSE(is_plain_label("tab\t"));
  EXPECT_FALSE(is_plain_label("\xC3\xB6"));
  EXPECT_FALSE(is_plain_label("\x7F"));
  EXPECT_FALSE(is_plain_label(std::string(257, 'x')));
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool plain = byte >= ' ' && byte <= '~' && c != '"' && c != '\\';
    for (std::size_t at = 0; at < 19; ++at) {
      std::string text(19, 'x');
      text[at] = c;
      EXPECT_EQ(is_plain_label(text), plain) << byte << " at " << at;
    }
  }
}

TEST(LabelText, RendersAnIdentityInItsOrder) {
  const RunIdentity identity{{{"cluster", "alps"}, {"run", "a\"b"}, {"user", "m\xC3\xBCller"}}};
  EXPECT_EQ(render_identity(identity), "cluster=\"alps\",run=\"a\\\"b\",user=\"m\xC3\xBCller\"");
}

TEST(LabelText, LeavesOutEmptyLabelsButNeverTheRun) {
  const RunIdentity identity{{{"run", "\n"}, {"user", ""}}};
  const std::string text = render_identity(identity);
  EXPECT_EQ(text.substr(0, 5), "run=\"");
  EXPECT_EQ(text.size(), std::string("run=\"01234567\"").size());
}

TEST(LabelText, TellsRunsThatCleaningWouldMergeApartByAHash) {
  const RunIdentity one{{{"run", "x\x80"}}};
  const RunIdentity two{{{"run", "x\x81"}}};
  ASSERT_EQ(clean_label(one.labels[0].second), clean_label(two.labels[0].second));
  EXPECT_NE(render_identity(one), render_identity(two));
  EXPECT_EQ(render_identity(one).substr(0, 10), "run=\"x" + kBad + "-");
  const RunIdentity by_another_label{{{"run", "x"}, {"user", "m\xFC"}}};
  EXPECT_EQ(render_identity(by_another_label).substr(0, 7), "run=\"x-");
}

TEST(LabelText, AddsNoHashWhereNothingIsLost) {
  EXPECT_EQ(render_identity({{{"run", "x" + kBad}}}), "run=\"x" + kBad + "\"");
  EXPECT_EQ(render_identity({{{"run", "gr\xC3\xB6n"}}}), "run=\"gr\xC3\xB6n\"");
}

TEST(LabelText, KeepsTheHashOfALongName) {
  const RunIdentity one{{{"run", std::string(300, 'x') + "1"}}};
  const RunIdentity two{{{"run", std::string(300, 'x') + "2"}}};
  const auto labels = parse_label_text(render_identity(one));
  ASSERT_EQ(labels.size(), 1U);
  EXPECT_EQ(labels[0].second.size(), kMaxLabelBytes);
  EXPECT_NE(render_identity(one), render_identity(two));
}

TEST(LabelText, ReadsBackWhatItRendered) {
  const RunIdentity identity{{{"a", "x,y=\"z\"}"}, {"b", "\\n"}, {"run", "r\\"}}};
  EXPECT_EQ(parse_label_text(render_identity(identity)), identity.labels);
  EXPECT_TRUE(parse_label_text("").empty());
}

TEST(LabelText, NamesARunStablyAcrossVersions) {
  const RunIdentity identity{{{"run", "bert"}, {"user", "ada"}}};
  EXPECT_EQ(run_id(identity), "661a2a469ad64009");
  EXPECT_NE(run_id(identity), run_id({{{"run", "bertu"}, {"ser", "ada"}}}));
}

}  // namespace
}  // namespace steptail::metrics
