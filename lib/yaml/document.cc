#include "yaml/document.h"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <exception>
#include <sstream>
#include <utility>

#include "yaml/node.h"
#include "yaml/report.h"
#include "yaml/source_text.h"
#include "yaml/syntax_hint.h"
#include "yaml/tree_builder.h"
#include "yaml/tree_codec.h"

namespace steptail::yaml {

struct Document::Impl {
  Report report;
  Node root;
};

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

base::Errors one_error(const std::string& file, Position at, std::string message) {
  return {{.message = std::move(message), .file = file, .line = at.line, .column = at.column}};
}

}  // namespace

base::Checked<Document> Document::parse(const std::string& file, const std::string& text) {
  if (auto bad = find_bad_byte(text)) {
    return tl::unexpected(one_error(file, bad->at, bad->message));
  }
  auto impl = std::make_unique<Impl>(Impl{.report = Report(file), .root = {}});
  // A byte order mark would shift the parser's offsets against the text.
  const std::string body = text.starts_with(kByteOrderMark) ? text.substr(3) : text;
  TreeBuilder builder(body, impl->report);
  try {
    std::istringstream stream(body);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& problem) {
    Position at{.line = problem.mark.line + 1, .column = problem.mark.column + 1};
    return tl::unexpected(one_error(
        file, at, "no valid YAML: " + problem.msg + std::string(syntax_hint(problem.msg))));
  } catch (const std::exception& problem) {
    return tl::unexpected(one_error(file, {}, std::string("no valid YAML: ") + problem.what()));
  }
  if (auto quote = builder.open_quote()) {
    return tl::unexpected(
        one_error(file, *quote, "no valid YAML: a quote opens here and never closes"));
  }
  impl->root = builder.take_root();
  return Document(std::move(impl));
}

std::optional<Document> Document::from_compiled(const std::string& file, std::string_view bytes) {
  auto root = decode_tree(bytes);
  if (!root) return std::nullopt;
  return Document(std::make_unique<Impl>(Impl{.report = Report(file), .root = *std::move(root)}));
}

std::string Document::compiled(std::string_view left_out) const {
  Node root = impl_->root;
  for (std::size_t i = 0; i < root.keys.size(); ++i) {
    if (root.keys[i].text != left_out) continue;
    root.keys.erase(root.keys.begin() + static_cast<std::ptrdiff_t>(i));
    root.items.erase(root.items.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  return encode_tree(root);
}

Document::Document(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

Cursor Document::root() const { return {impl_->root, impl_->report}; }
base::Errors Document::errors() const { return impl_->report.in_order(); }

}  // namespace steptail::yaml
