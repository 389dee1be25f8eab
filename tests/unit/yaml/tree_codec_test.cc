#include "yaml/tree_codec.h"

#include <gtest/gtest.h>

#include <string>

#include "yaml/document.h"

namespace steptail::yaml {
namespace {

bool same(const Node& a, const Node& b) {
  if (a.kind != b.kind || a.quoted != b.quoted || !(a.at == b.at) || a.text != b.text ||
      a.name != b.name || a.items.size() != b.items.size() || a.keys.size() != b.keys.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!same(a.items[i], b.items[i])) return false;
  }
  for (std::size_t i = 0; i < a.keys.size(); ++i) {
    if (!same(a.keys[i], b.keys[i])) return false;
  }
  return true;
}

TEST(TreeCodec, GivesATreeBack) {
  Node key{.kind = Kind::Scalar, .at = {.line = 200, .column = 3}, .text = "rules"};
  Node leaf{.kind = Kind::Scalar,
            .quoted = true,
            .at = {.line = 201, .column = 5},
            .text = std::string(300, 'x'),
            .name = "rules"};
  Node list{
      .kind = Kind::List, .at = {.line = 201, .column = 3}, .name = "rules", .items = {leaf, leaf}};
  Node root{.kind = Kind::Mapping, .at = {.line = 1, .column = 1}, .keys = {key}, .items = {list}};
  const auto read = decode_tree(encode_tree(root));
  ASSERT_TRUE(read);
  EXPECT_TRUE(same(root, *read));
}

TEST(TreeCodec, RefusesWhatIsCutOrTooLong) {
  const Node leaf{.kind = Kind::Scalar, .at = {.line = 1, .column = 1}, .text = "text"};
  const std::string bytes = encode_tree(Node{.kind = Kind::List, .items = {leaf, leaf}});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_tree(bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_tree(bytes + "x"));
  EXPECT_FALSE(decode_tree(std::string(10000, '\x02')));
  EXPECT_FALSE(decode_tree(std::string(100, '\xff')));
}

TEST(CompiledDocument, ReadsAsItsTextAndReportsTheSamePlaces) {
  const auto whole = Document::parse("f.yaml", "a: 1\nb: [x, 'y']\nsamples: [z]\nc: {d: 2}\n");
  ASSERT_TRUE(whole);
  const auto read = Document::from_compiled("f.yaml", whole->compiled("samples"));
  ASSERT_TRUE(read);
  {
    Mapping keys(read->root());
    EXPECT_EQ(1, keys.require("a")->integer());
    EXPECT_EQ((std::vector<std::string>{"x", "y"}), keys.require("b")->texts());
    EXPECT_FALSE(keys.find("samples"));
    EXPECT_FALSE(keys.require("c")->boolean());
  }
  const auto errors = read->errors();
  ASSERT_EQ(1U, errors.size());
  EXPECT_EQ("f.yaml", errors[0].file);
  EXPECT_EQ(4, errors[0].line);
  EXPECT_EQ(4, errors[0].column);
}

TEST(CompiledDocument, RefusesOtherBytes) { EXPECT_FALSE(Document::from_compiled("f", "{a: 1}")); }

}  // namespace
}  // namespace steptail::yaml
