#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "metrics/snapshot.h"
#include "run/run_identity.h"

namespace steptail::metrics {

inline constexpr std::size_t kMaxLabelBytes = 256;

// Bytes to a label value: invalid UTF-8 becomes U+FFFD, control characters are dropped, at most 256
// bytes, cut at a code point. Not yet escaped.
[[nodiscard]] std::string clean_label(std::string_view raw);
// Escapes backslash, quote and newline for a page.
[[nodiscard]] std::string escape_label(std::string_view clean);
// Whether cleaning and escaping would change nothing: printable ASCII of a fitting length.
[[nodiscard]] bool is_plain_label(std::string_view raw);
// Appends name="value" to a page, cleaned and escaped. Cost: no allocation where the value is
// plain.
void append_label(std::string& out, std::string_view name, std::string_view raw);

// `run="x",user="y"` of an identity. A label whose value is empty is left out, as Prometheus would.
// Where cleaning takes something away, and so could merge two runs, `run` gets a short hash of the
// raw identity appended: what a run is called depends on nothing but its own identity.
[[nodiscard]] std::string render_identity(const run::RunIdentity& identity);
// The names and clean values that render_identity() wrote.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> parse_label_text(
    std::string_view label_text);
// 16 hex digits of the identity's key: stable across restarts.
[[nodiscard]] std::string run_id(const run::RunIdentity& identity);
// The identity with both, rendered once.
[[nodiscard]] std::shared_ptr<const RunName> name_run(const run::RunIdentity& identity);

}  // namespace steptail::metrics
