#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yaml/node.h"
#include "yaml/report.h"

namespace steptail::yaml {

// Builds the tree of a document from the parser's events, because the library's own tree keeps keys
// that stand twice without a word. Reports what Document forbids, with the place.
class TreeBuilder : public YAML::EventHandler {
 public:
  // `text` is what the parser reads.
  TreeBuilder(std::string_view text, Report& report) : text_(text), report_(report) {}

  [[nodiscard]] Node take_root() { return std::move(root_); }
  // A quote that never closes: the parser takes the end of the file for its end, and so loses the
  // rest of it without a word.
  [[nodiscard]] std::optional<Position> open_quote() const { return open_quote_; }

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
  // A list or mapping that has not ended.
  struct Open {
    Node node;
    std::optional<Node> key{};           // of the value to come
    std::map<std::string, int> lines{};  // where each key stood first
  };

  [[nodiscard]] Node make(Kind kind, const YAML::Mark& mark) const;
  void open(Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor);
  void close();
  void attach(Node node);
  void attach_key(Open& parent, Node key);
  void attach_value(Open& parent, Node value);
  void refuse_properties(Position at, const std::string& tag, YAML::anchor_t anchor);
  void find_open_quote(Position at, std::size_t offset);

  std::string_view text_;
  Report& report_;
  Node root_;
  std::optional<Position> open_quote_;
  bool has_document_ = false;
  bool has_root_ = false;
  std::vector<Open> open_;
};

}  // namespace steptail::yaml
