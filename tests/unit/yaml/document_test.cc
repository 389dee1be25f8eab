#include "yaml/document.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace steptail::yaml {
namespace {

// Everything that is wrong, whether it stopped the parser or not.
std::vector<std::string> errors_of(const std::string& text) {
  auto document = Document::parse("f.yaml", text);
  base::Errors errors = document ? document->errors() : document.error();
  std::vector<std::string> lines;
  for (const auto& error : errors) lines.push_back(error.to_string());
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Document, AcceptsAnEmptyFile) {
  for (const char* text : {"", "\n\n", "# only a comment\n", "---\n", "\xef\xbb\xbf# marked\n"}) {
    SCOPED_TRACE(text);
    auto document = Document::parse("f.yaml", text);
    ASSERT_TRUE(document);
    EXPECT_TRUE(document->root().is_null());
    EXPECT_TRUE(document->errors().empty());
  }
}

TEST(Document, ReportsWhatTheParserWouldTakeInSilence) {
  struct Row {
    const char* name;
    std::string text;
    Lines expected;
  };
  const Row rows[] = {
      {"a key twice",
       "a: 1\nb: 2\na: 3\n",
       {"f.yaml:3:1: 'a' stands twice, first in line 1; remove one"}},
      {"a key three times, deeper",
       "m: {k: 1, k: 2, k: 3}\n",
       {"f.yaml:1:11: 'k' stands twice, first in line 1; remove one",
        "f.yaml:1:17: 'k' stands twice, first in line 1; remove one"}},
      {"a quoted key is the same key",
       "a: 1\n\"a\": 2\n",
       {"f.yaml:2:1: 'a' stands twice, first in line 1; remove one"}},
      {"a list as key", "? [a]\n: 1\n", {"f.yaml:1:3: a key must be a text; put it in quotes"}},
      {"nothing as key", "~: 1\n", {"f.yaml:1:1: a key must be a text; put it in quotes"}},
      {"alias",
       "a: &x 1\nb: *x\n",
       {"f.yaml:1:4: anchors are not supported; remove the one that begins with '&'",
        "f.yaml:2:4: aliases are not supported; write the value out"}},
      {"tag",
       "a: !!str 1\n",
       {"f.yaml:1:4: tags are not supported; remove the one that begins with '!'"}},
      {"tag of a list",
       "a: !x [1]\n",
       {"f.yaml:1:4: tags are not supported; remove the one that begins with '!'"}},
      {"two documents",
       "a: 1\n---\nb: 1\n",
       {"f.yaml:2:1: a second document begins here; one file holds one document"}},
      {"a double quote that swallows the rest",
       "a: \"x\nb: 2\n",
       {"f.yaml:1:4: no valid YAML: a quote opens here and never closes"}},
      {"its closing quote is escaped",
       "a: \"x\\\"\nb: 2\n",
       {"f.yaml:1:4: no valid YAML: a quote opens here and never closes"}},
      {"a single quote that swallows the rest",
       "\xef\xbb\xbfz: '\xc3\xa9'\r\na: 'it''s\r\nb: 2\r\n",
       {"f.yaml:2:4: no valid YAML: a quote opens here and never closes"}},
      {"quotes that close", "a: 'it''s'\nb: \"\\\\\"\n'c': \"two\n  lines\"\nd: |\n  \"x\n", {}},
      {"end of file byte",
       std::string("a: 1\nb: \x04 2\nc: 3\n"),
       {"f.yaml:2:4: control character 0x04; write it as an escape in double quotes, such as "
        "\"\\e\""}},
      {"zero byte",
       std::string("a: 1\0", 5),
       {"f.yaml:1:5: control character 0x00; write it as an escape in double quotes, such as "
        "\"\\e\""}},
      {"not UTF-8",
       "a: \"\xc3\xa9\xff\"\n",
       {"f.yaml:1:7: byte 0xff is not UTF-8; save the file as UTF-8"}},
      {"overlong", "a: \xc0\xaf\n", {"f.yaml:1:4: byte 0xc0 is not UTF-8; save the file as UTF-8"}},
      {"surrogate",
       "a: \xed\xa0\x80\n",
       {"f.yaml:1:4: byte 0xed is not UTF-8; save the file as UTF-8"}},
      {"cut at the end",
       "a: \xf0\x9f\x98",
       {"f.yaml:1:4: byte 0xf0 is not UTF-8; save the file as UTF-8"}},
      {"utf-16",
       std::string("\xff\xfe"
                   "a\0",
                   4),
       {"f.yaml:1:1: byte 0xff is not UTF-8; save the file as UTF-8"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(row.expected, errors_of(row.text));
  }
}

TEST(Document, PlacesSyntaxErrors) {
  struct Row {
    const char* name;
    std::string text;
    int line;
  };
  const Row rows[] = {
      {"unclosed list", "a: 1\nb: [1, 2\n", 3},   {"tab as indentation", "a:\n\tb: 1\n", 2},
      {"unclosed quote at the end", "a: \"x", 1}, {"stray bracket", "a: 1\n]\n", 2},
      {"bad escape", "a: \"\\q\"\n", 1},          {"too deep", std::string(100000, '['), 1},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    auto document = Document::parse("f.yaml", row.text);
    ASSERT_FALSE(document);
    ASSERT_EQ(1U, document.error().size());
    EXPECT_EQ(row.line, document.error()[0].line);
    EXPECT_EQ(0U, document.error()[0].message.find("no valid YAML: "));
  }
}

TEST(Document, SaysWhatIsTheLikelyReasonOfASyntaxError) {
  struct Row {
    const char* text;
    const char* hint;
  };
  const Row rows[] = {
      {"a: [/x/{run}/y]\n", "put texts that hold [ ] { } or , into quotes"},
      {"a: [**/*.err]\n", "a text that begins with * needs quotes"},
      {"a: b: c\n", "a text that holds ': ' needs quotes"},
      {"a:\n\t- b\n", "no tabs"},
      {"a: \"\\d+\"\n", "single quotes"},
      {"a: \"x", "close the quote"},
      {"a: @x\n", "needs quotes"},
      {"a:\n  b: 1\n c: 2\n", "indent"},
  };
  for (const Row& row : rows) {
    auto lines = errors_of(row.text);
    ASSERT_EQ(1U, lines.size()) << row.text;
    EXPECT_NE(std::string::npos, lines[0].find(row.hint)) << lines[0];
  }
}

TEST(Document, KeepsAMessageOnOneLine) {
  auto lines = errors_of("\"a\\nb\": 1\n\"a\\nb\": 2\n");
  ASSERT_EQ(1U, lines.size());
  EXPECT_EQ("f.yaml:2:1: 'a?b' stands twice, first in line 1; remove one", lines[0]);
}

TEST(Document, KeepsTerminalControlsOutOfMessages) {
  auto lines = errors_of("\"\\e[2J\": 1\n\"\\e[2J\": 2\n\xc2\x9bm: 1\n\xc2\x9bm: 2\n");
  ASSERT_EQ(2U, lines.size());
  EXPECT_EQ("f.yaml:2:1: '?[2J' stands twice, first in line 1; remove one", lines[0]);
  EXPECT_EQ("f.yaml:4:1: '?m' stands twice, first in line 3; remove one", lines[1]);
}

TEST(Document, KeepsItsPlacesWhenMoved) {
  auto parsed = Document::parse("f.yaml", "a: [x]\n");
  ASSERT_TRUE(parsed);
  Cursor root = parsed->root();
  Document moved = *std::move(parsed);
  root.error("seen");
  EXPECT_EQ(1U, moved.errors().size());
}

}  // namespace
}  // namespace steptail::yaml
