#include "format/json_walker.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace steptail::format {
namespace {

std::optional<std::string> find(std::string_view text, std::string_view path) {
  JsonWalker walker(text);
  const auto found = walker.find(path);
  return found ? std::optional(std::string(*found)) : std::nullopt;
}

std::size_t length(std::string_view text) {
  JsonWalker walker(text);
  return walker.skip_value() ? walker.position() : 0;
}

struct Case {
  std::string_view text;
  std::string_view path;
  std::string_view value;
};

TEST(JsonWalker, FindsByPath) {
  for (const Case& c :
       {Case{R"({"loss": 2.5, "step": 7})", "step", "7"},
        {R"({"a": {"b": {"c": 1}}, "b": 2})", "a.b.c", "1"},
        {R"({"a": {"b": {"c": 1}}, "b": 2})", "b", "2"},
        {R"({"a.b": 3})", "a.b", "3"},
        {R"({"a": 1, "a.b": 3})", "a.b", "3"},
        {R"({"train/loss": "1.26"})", "train/loss", "1.26"},
        {R"({"lr": [0.5, 0.25]})", "lr", "0.5"},
        {R"({"lr": [0.5, 0.25]})", "lr.1", "0.25"},
        {R"({"g": [{"x": 1}, {"x": 2}]})", "g.1.x", "2"},
        {R"({"lr": [[0.5]]})", "lr", "0.5"},
        {"{'loss': 1.26, 'grad_norm': nan}", "grad_norm", "nan"},
        {"{'a': None, 'b': True}", "a", "None"},
        {"{'t': (1, 2), 'b': 3}", "t", "1"},
        {"{'t': (1, 2), 'b': 3}", "b", "3"},
        {"{'loss': tensor(0.5, device='cuda:0'), 'b': 3}", "loss", "tensor(0.5, device='cuda:0')"},
        {"{'x': <class 'a.B'>, 'b': 3}", "b", "3"},
        {"{0: 1.5, 1: 2.5}", "1", "2.5"},
        {R"({"a": "x\"}, {", "b": 3})", "b", "3"},
        {R"({"a":1,"b":-1.5e-3})", "b", "-1.5e-3"},
        {R"({ "a" : 1 , "b" : 2 , })", "b", "2"},
        {R"({"l": [], "b": 2})", "b", "2"},
        {R"({"l": {}, "b": 2})", "b", "2"},
        {R"({"text": ""})", "text", ""}}) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(c.value, find(c.text, c.path));
  }
}

TEST(JsonWalker, FindsNothingWhereThePathLeadsNowhere) {
  EXPECT_FALSE(find(R"({"loss": 2.5})", "los"));
  EXPECT_FALSE(find(R"({"loss": 2.5})", "loss.x"));
  EXPECT_FALSE(find(R"({"loss_scale": 2.5})", "loss"));
  EXPECT_FALSE(find(R"({"a": {"b": 1}})", "a"));
  EXPECT_FALSE(find(R"({"a": []})", "a"));
  EXPECT_FALSE(find(R"({"a": [1]})", "a.1"));
  EXPECT_FALSE(find(R"({})", "a"));
  EXPECT_FALSE(find("", "a"));
  EXPECT_FALSE(find("7", "a"));
}

TEST(JsonWalker, MeasuresAValue) {
  EXPECT_EQ(8U, length(R"({"a": 1} and more)"));
  EXPECT_EQ(8U, length("{'a': 1}\r"));
  EXPECT_EQ(2U, length("{}"));
  EXPECT_EQ(13U, length(R"({"a": ["}"]} )"
                        "x") +
                     1);
}

TEST(JsonWalker, RefusesTornValues) {
  for (std::string_view text :
       {"", "{", "{\"a\"", "{\"a\":", "{\"a\": 1", "{\"a\": 1,", "{\"a\": \"x", "{\"a\": [1, 2}",
        "{\"a\" 1}", "{,}", "{\"a\": }", "{\"a\": 1 \"b\": 2", "{'a': 'it\\'", "{loss:.4f}",
        "{'a': f(1}", "{\"a\": 2.4[default3]: {\"b\""}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(0U, length(text));
  }
}

TEST(JsonWalker, RefusesDeepNesting) {
  const std::string deep(JsonWalker::kMaxDepth + 1, '[');
  EXPECT_EQ(0U, length(deep + std::string(deep.size(), ']')));
  EXPECT_FALSE(find(std::string(100000, '['), "a"));
  std::string calls = "{'a': ";
  for (int i = 0; i < 100000; ++i) calls += "f(";
  EXPECT_EQ(0U, length(calls));
  const std::string fits(JsonWalker::kMaxDepth, '[');
  EXPECT_GT(length(fits + std::string(fits.size(), ']')), 0U);
}

}  // namespace
}  // namespace steptail::format
