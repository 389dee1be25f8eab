#include "yaml/tree_builder.h"

#include <utility>

namespace steptail::yaml {
namespace {

Position position_of(const YAML::Mark& mark) {
  return {.line = mark.line + 1, .column = mark.column + 1};
}

}  // namespace

void TreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (has_document_) {
    report_.add(position_of(mark), "a second document begins here; one file holds one document");
  }
  has_document_ = true;
}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t) {
  Node node = make(Kind::Null, mark);
  // The parser places a value that is not there at whatever comes next.
  if (!open_.empty() && open_.back().key) node.at = open_.back().key->at;
  attach(std::move(node));
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t) {
  report_.add(position_of(mark), "aliases are not supported; write the value out");
  Node node = make(Kind::Null, mark);
  node.reported = true;
  attach(std::move(node));
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  Node node = make(Kind::Scalar, mark);
  node.text = value;
  node.quoted = tag == "!";
  refuse_properties(node.at, tag, anchor);
  if (node.quoted) find_open_quote(node.at, static_cast<std::size_t>(mark.pos));
  attach(std::move(node));
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                                  YAML::anchor_t anchor, YAML::EmitterStyle::value) {
  open(Kind::List, mark, tag, anchor);
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value) {
  open(Kind::Mapping, mark, tag, anchor);
}

Node TreeBuilder::make(Kind kind, const YAML::Mark& mark) const {
  Node node{.kind = kind, .at = position_of(mark)};
  if (open_.empty()) return node;
  const Open& parent = open_.back();
  if (parent.key) {
    node.name = parent.key->text;
  } else if (parent.node.kind == Kind::List) {
    node.name = parent.node.name;
  }
  return node;
}

void TreeBuilder::open(Kind kind, const YAML::Mark& mark, const std::string& tag,
                       YAML::anchor_t anchor) {
  Node node = make(kind, mark);
  refuse_properties(node.at, tag, anchor);
  open_.push_back({.node = std::move(node)});
}

void TreeBuilder::close() {
  Node node = std::move(open_.back().node);
  open_.pop_back();
  attach(std::move(node));
}

void TreeBuilder::attach(Node node) {
  if (open_.empty()) {
    if (!std::exchange(has_root_, true)) root_ = std::move(node);
    return;
  }
  Open& parent = open_.back();
  if (parent.node.kind == Kind::List) {
    parent.node.items.push_back(std::move(node));
  } else if (!parent.key) {
    attach_key(parent, std::move(node));
  } else {
    attach_value(parent, std::move(node));
  }
}

void TreeBuilder::attach_key(Open& parent, Node key) {
  if (key.kind != Kind::Scalar && !key.reported) {
    report_.add(key.at, "a key must be a text; put it in quotes");
  }
  parent.key = std::move(key);
}

void TreeBuilder::attach_value(Open& parent, Node value) {
  Node key = *std::exchange(parent.key, std::nullopt);
  if (key.kind != Kind::Scalar) return;
  auto [first, added] = parent.lines.emplace(key.text, key.at.line);
  if (!added) {
    report_.add(key.at, "'" + key.text + "' stands twice, first in line " +
                            std::to_string(first->second) + "; remove one");
    return;
  }
  parent.node.keys.push_back(std::move(key));
  parent.node.items.push_back(std::move(value));
}

void TreeBuilder::refuse_properties(Position at, const std::string& tag, YAML::anchor_t anchor) {
  if (!tag.empty() && tag != "!" && tag != "?") {
    report_.add(at, "tags are not supported; remove the one that begins with '!'");
  }
  if (anchor != YAML::NullAnchor) {
    report_.add(at, "anchors are not supported; remove the one that begins with '&'");
  }
}

void TreeBuilder::find_open_quote(Position at, std::size_t offset) {
  if (offset >= text_.size()) return;
  const char quote = text_[offset];
  if (quote != '"' && quote != '\'') return;
  for (std::size_t i = offset + 1; i < text_.size(); ++i) {
    const bool escape = quote == '"' ? text_[i] == '\\' : text_.substr(i).starts_with("''");
    if (escape) {
      ++i;
    } else if (text_[i] == quote) {
      return;
    }
  }
  open_quote_ = at;
}

}  // namespace steptail::yaml
