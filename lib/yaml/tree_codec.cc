#include "yaml/tree_codec.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace steptail::yaml {
namespace {

constexpr unsigned kQuoted = 4;               // a bit beside the kind
constexpr std::uint64_t kMostReserved = 256;  // what a damaged count may ask for
constexpr int kDeepest = 64;                  // no tree of ours goes so far; a damaged one must end

void put_number(std::uint64_t number, std::string& out) {
  for (; number >= 0x80; number >>= 7U) out.push_back(static_cast<char>(number | 0x80U));
  out.push_back(static_cast<char>(number));
}

void put_node(const Node& node, std::string& out) {
  put_number(static_cast<unsigned>(node.kind) | (node.quoted ? kQuoted : 0), out);
  put_number(static_cast<std::uint64_t>(node.at.line), out);
  put_number(static_cast<std::uint64_t>(node.at.column), out);
  put_number(node.text.size(), out);
  out += node.text;
  put_number(node.items.size(), out);
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (node.kind == Kind::Mapping) put_node(node.keys[i], out);
    put_node(node.items[i], out);
  }
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  // `name`: of what the node stands under; a list's elements have the list's.
  Node node(const std::string& name, int depth) {
    const std::uint64_t head = number();
    Node node{.kind = static_cast<Kind>(head % kQuoted), .quoted = (head & kQuoted) != 0};
    node.at.line = static_cast<int>(number());
    node.at.column = static_cast<int>(number());
    node.text = bytes(number());
    node.name = name;
    const std::uint64_t items = number();
    if (depth == kDeepest || items > rest_.size()) ok_ = false;
    const std::size_t expected = ok_ ? std::min<std::uint64_t>(items, kMostReserved) : 0;
    node.items.reserve(expected);
    if (node.kind == Kind::Mapping) node.keys.reserve(expected);
    for (std::uint64_t i = 0; ok_ && i < items; ++i) {
      if (node.kind == Kind::Mapping) node.keys.push_back(this->node({}, depth + 1));
      const std::string& under = node.kind == Kind::Mapping ? node.keys.back().text : name;
      node.items.push_back(this->node(under, depth + 1));
    }
    return node;
  }

  [[nodiscard]] bool is_whole() const { return ok_ && rest_.empty(); }

 private:
  std::uint64_t number() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      number |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return number;
    }
    ok_ = false;
    return 0;
  }

  std::string_view bytes(std::uint64_t size) {
    if (size > rest_.size()) {
      ok_ = false;
      return {};
    }
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace

std::string encode_tree(const Node& root) {
  std::string out;
  put_node(root, out);
  return out;
}

std::optional<Node> decode_tree(std::string_view bytes) {
  Reader reader(bytes);
  Node root = reader.node({}, 0);
  if (!reader.is_whole()) return std::nullopt;
  return root;
}

}  // namespace steptail::yaml
