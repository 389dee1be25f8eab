#pragma once

#include <string_view>

namespace steptail::lines {

// What is no text that we can read, for people: what it is, and what makes text of it.
struct ForeignKind {
  std::string_view beginning;
  std::string_view what;
  std::string_view program;
};

// Of which kind a file is that begins so: compressed (gzip, zstd, xz, bzip2, lz4, zip) or UTF-16.
// Null: it may be text. Pure.
[[nodiscard]] const ForeignKind* foreign_kind(std::string_view head);

[[nodiscard]] inline bool begins_foreign(std::string_view head) {
  return foreign_kind(head) != nullptr;
}

}  // namespace steptail::lines
