#include "yaml/cursor.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "yaml/document.h"

namespace steptail::yaml {
namespace {

using Lines = std::vector<std::string>;

// Runs `read` on a document and gives its errors without the file's name.
Lines errors_of(const std::string& text, const std::function<void(Cursor)>& read) {
  auto document = Document::parse("", text);
  if (!document) return {document.error()[0].to_string()};
  read(document->root());
  Lines lines;
  for (const auto& error : document->errors()) {
    lines.push_back(std::to_string(error.line) + ":" + std::to_string(error.column) + ": " +
                    error.message);
  }
  return lines;
}

Cursor value_of(Cursor root) { return root.mapping().entries().at(0).value; }

TEST(Cursor, ReadsIntegersStrictly) {
  struct Row {
    std::string text;
    std::optional<std::int64_t> expected;
    Lines errors;
  };
  const Row rows[] = {
      {"k: 42", 42, {}},
      {"k: -7", -7, {}},
      {"k: 0", 0, {}},
      {"k: 0123", {}, {"1:4: 'k': '0123' could be read as octal; write 123"}},
      {"k: -010", {}, {"1:4: 'k': '-010' could be read as octal; write -10"}},
      {"k: 00", {}, {"1:4: 'k': '00' could be read as octal; write 0"}},
      {"k: 0x10", {}, {"1:4: 'k': expected a whole number, found '0x10'"}},
      {"k: 1_000", {}, {"1:4: 'k': expected a whole number, found '1_000'"}},
      {"k: 1.5", {}, {"1:4: 'k': expected a whole number, found '1.5'"}},
      {"k: \"5\"", {}, {"1:4: 'k': expected a whole number without quotes, found the text '5'"}},
      {"k: 99999999999999999999", {}, {"1:4: 'k': '99999999999999999999' is too large"}},
      {"k: [1]", {}, {"1:4: 'k': expected a whole number, found a list"}},
      {"k: {a: 1}", {}, {"1:4: 'k': expected a whole number, found a mapping"}},
      {"k:", {}, {"1:1: 'k': expected a whole number, found nothing"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    std::optional<std::int64_t> value;
    EXPECT_EQ(row.errors, errors_of(row.text, [&](Cursor c) { value = value_of(c).integer(); }));
    EXPECT_EQ(row.expected, value);
  }
}

TEST(Cursor, ReadsNumbersStrictly) {
  struct Row {
    std::string text;
    std::optional<double> expected;
  };
  const Row rows[] = {{"k: 1.5", 1.5}, {"k: 2e-3", 2e-3}, {"k: 5", 5.0},    {"k: .nan", {}},
                      {"k: inf", {}},  {"k: nan", {}},    {"k: 1e999", {}}, {"k: 010", {}},
                      {"k: 0.5", 0.5}, {"k: '1'", {}},    {"k: 1,5", {}},   {"k: 0", 0.0}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    std::optional<double> value;
    auto errors = errors_of(row.text, [&](Cursor c) { value = value_of(c).number(); });
    EXPECT_EQ(row.expected, value);
    EXPECT_EQ(row.expected ? 0U : 1U, errors.size());
  }
}

TEST(Cursor, KnowsOnlyTwoBooleans) {
  for (const char* word : {"yes", "no", "on", "off", "True", "1", "'true'", "~"}) {
    SCOPED_TRACE(word);
    std::optional<bool> value;
    auto read = [&](Cursor c) { value = value_of(c).boolean(); };
    EXPECT_EQ(1U, errors_of(std::string("k: ") + word, read).size());
    EXPECT_EQ(std::nullopt, value);
  }
  auto read = [](Cursor c) { EXPECT_EQ(true, value_of(c).boolean()); };
  EXPECT_EQ(Lines{}, errors_of("k: true", read));
}

TEST(Cursor, GivesTextAsWritten) {
  for (const char* word : {"yes", "0123", "1e3", "2024-01-01", "null-ish"}) {
    auto read = [&](Cursor c) { EXPECT_EQ(word, value_of(c).text()); };
    EXPECT_EQ(Lines{}, errors_of(std::string("k: ") + word, read)) << word;
  }
}

TEST(Cursor, CutsLongTextsInMessages) {
  auto errors =
      errors_of("k: " + std::string(5000, 'x'), [](Cursor c) { (void)value_of(c).integer(); });
  ASSERT_EQ(1U, errors.size());
  EXPECT_LT(errors[0].size(), 150U);
}

TEST(Cursor, ReadsListsAndSaysWhichElementIsWrong) {
  auto read = [](Cursor c) {
    EXPECT_EQ((std::vector<std::string>{"a", "c"}), value_of(c).texts());
  };
  EXPECT_EQ((Lines{"3:5: 'k': expected a text, found a list"}),
            errors_of("k:\n  - a\n  - [b]\n  - c\n", read));
  EXPECT_EQ((Lines{"1:4: 'k': expected a list, found 'a'"}),
            errors_of("k: a", [](Cursor c) { EXPECT_TRUE(value_of(c).texts().empty()); }));
  EXPECT_EQ(Lines{}, errors_of("k:", [](Cursor c) { EXPECT_TRUE(value_of(c).list().empty()); }));
  EXPECT_EQ(Lines{},
            errors_of("k: a", [](Cursor c) { EXPECT_EQ(1U, value_of(c).list_or_one().size()); }));
}

TEST(Cursor, ChoosesAndSuggests) {
  static constexpr std::array<std::string_view, 3> kModes{"auto", "always", "never"};
  std::optional<std::size_t> choice;
  auto read = [&](Cursor c) { choice = value_of(c).one_of(kModes); };
  EXPECT_EQ(Lines{}, errors_of("k: never", read));
  EXPECT_EQ(2U, choice);
  EXPECT_EQ(Lines{"1:4: 'k': 'alwais' is unknown; did you mean 'always'?"},
            errors_of("k: alwais", read));
  EXPECT_EQ(std::nullopt, choice);
}

TEST(Mapping, ReportsEveryKeyThatNobodyAskedFor) {
  auto read = [](Cursor c) {
    Mapping map = c.mapping();
    EXPECT_TRUE(map.find("paths"));
    EXPECT_FALSE(map.find("poll_interval"));
  };
  EXPECT_EQ((Lines{"2:1: 'poll_intervall' is no key here; did you mean 'poll_interval'?",
                   "3:1: 'zebra' is no key here; known: 'paths', 'poll_interval'"}),
            errors_of("paths: 1\npoll_intervall: 2\nzebra: 3\n", read));
}

TEST(Mapping, SaysWhatIsMissing) {
  auto read = [](Cursor c) {
    for (const Cursor& item : value_of(c).list()) EXPECT_FALSE(item.mapping().require("name"));
  };
  EXPECT_EQ(
      (Lines{"2:5: 'watch': 'name' is missing", "2:5: 'nam' is no key here; did you mean 'name'?"}),
      errors_of("watch:\n  - nam: x\n", read));
  EXPECT_EQ((Lines{"1:9: 'watch': expected a mapping of keys to values, found 'x'"}),
            errors_of("watch: [x]\n", read))
      << "what is no mapping lacks no key";
}

TEST(Mapping, TakesNothingForAnEmptyOne) {
  auto read = [](Cursor c) { EXPECT_FALSE(value_of(c).mapping().find("x")); };
  EXPECT_EQ(Lines{}, errors_of("web:\n", read));
}

TEST(Mapping, SaysNothingMoreAboutAnAlias) {
  auto read = [](Cursor c) {
    Mapping map = c.mapping();
    (void)map.find("a");
    (void)map.find("b")->integer();
  };
  EXPECT_EQ(2U, errors_of("a: &x 1\nb: *x\n", read).size()) << "the anchor and the alias";
}

}  // namespace
}  // namespace steptail::yaml
