#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "yaml/cursor.h"

namespace steptail::yaml {

// A parsed YAML file. Stricter than YAML: one document, UTF-8 without control characters, keys are
// texts and stand once, no anchors, aliases or
// tags.
//   auto document = Document::parse(file, text);
//   if (!document) return tl::unexpected(document.error());
//   read(document->root());
//   if (auto errors = document->errors(); !errors.empty()) return tl::unexpected(errors);
// Thread: one. Lifetime: owns everything that its cursors look at, also when moved.
class Document {
 public:
  // Errors: a text that is no YAML at all (one error: the parser cannot go on after it). What else
  // is wrong, such as a key that stands twice, is among errors().
  [[nodiscard]] static base::Checked<Document> parse(const std::string& file,
                                                     const std::string& text);
  // The same document, from what compiled() gave; nullopt for other bytes.
  [[nodiscard]] static std::optional<Document> from_compiled(const std::string& file,
                                                             std::string_view bytes);
  // All of it but what stands under the key `left_out` of the outermost mapping.
  [[nodiscard]] std::string compiled(std::string_view left_out) const;

  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  [[nodiscard]] Cursor root() const;
  // Everything found so far, by the document itself and by its readers, in the order of the file.
  [[nodiscard]] base::Errors errors() const;

 private:
  struct Impl;
  explicit Document(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace steptail::yaml
