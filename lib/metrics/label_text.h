#pragma once

#include <string>
#include <string_view>

#include "run/run_identity.h"

namespace steptail::metrics {

// Bytes to a label value: invalid UTF-8 becomes U+FFFD, control bytes are dropped, at most 256 bytes, cut
// at a code point. Not yet escaped.
[[nodiscard]] std::string clean_label(std::string_view raw);
// Escapes backslash, quote and newline for a page.
[[nodiscard]] std::string escape_label(std::string_view clean);
// `run="x",user="y"` of an identity. `hash_suffix`: cleaning would merge two runs, so `run` gets a
// short hash of the raw key appended.
[[nodiscard]] std::string render_identity(const run::RunIdentity& identity, bool hash_suffix);
// 16 hex digits of the identity's key: stable across restarts.
[[nodiscard]] std::string run_id(const run::RunIdentity& identity);

}  // namespace steptail::metrics
