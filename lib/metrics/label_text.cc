#include "metrics/label_text.h"

#include <algorithm>
#include <cstdint>

#include "base/hash.h"

namespace steptail::metrics {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr int kSuffixDigits = 8;

std::uint32_t byte_at(std::string_view bytes, std::size_t index) {
  return static_cast<unsigned char>(bytes[index]);
}

// Length by the lead byte; 0: no lead byte.
std::size_t sequence_length(std::uint32_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

// What the second byte must be at least and at most: no overlong forms, no surrogates, nothing
// past U+10FFFF.
bool second_byte_fits(std::uint32_t lead, std::uint32_t second) {
  if (lead == 0xE0) return second >= 0xA0;
  if (lead == 0xED) return second <= 0x9F;
  if (lead == 0xF0) return second >= 0x90;
  if (lead == 0xF4) return second <= 0x8F;
  return true;
}

// Bytes of the well-formed code point in front; 0: there is none.
std::size_t code_point_length(std::string_view bytes) {
  const std::uint32_t lead = byte_at(bytes, 0);
  const std::size_t length = sequence_length(lead);
  if (length == 0 || length > bytes.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(bytes, i) & 0xC0U) != 0x80U) return 0;
  }
  if (length > 1 && !second_byte_fits(lead, byte_at(bytes, 1))) return 0;
  return length;
}

bool is_control(std::uint32_t byte) { return byte < 0x20 || byte == 0x7F; }

// Cuts clean text to at most `limit` bytes, never inside a code point.
std::string_view cut(std::string_view clean, std::size_t limit) {
  if (clean.size() <= limit) return clean;
  while (limit > 0 && (byte_at(clean, limit) & 0xC0U) == 0x80U) --limit;
  return clean.substr(0, limit);
}

std::string run_label(const run::RunIdentity& identity, std::string_view raw, bool hash_suffix) {
  std::string clean = clean_label(raw);
  if (!hash_suffix && !clean.empty()) return clean;
  const std::string suffix = base::to_hex(base::hash64(identity.key()), kSuffixDigits);
  if (clean.empty()) return suffix;
  return std::string(cut(clean, kMaxLabelBytes - suffix.size() - 1)) + "-" + suffix;
}

}  // namespace

std::string clean_label(std::string_view raw) {
  std::string clean;
  // A code point beyond the bound decides nothing, so that hostile lengths cost nothing.
  while (!raw.empty() && clean.size() <= kMaxLabelBytes) {
    const std::size_t length = code_point_length(raw);
    if (length == 0) {
      clean += kReplacement;
    } else if (!is_control(byte_at(raw, 0))) {
      clean += raw.substr(0, length);
    }
    raw.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return std::string(cut(clean, kMaxLabelBytes));
}

std::string escape_label(std::string_view clean) {
  std::string escaped;
  escaped.reserve(clean.size());
  for (const char c : clean) {
    if (c == '\\') {
      escaped += "\\\\";
    } else if (c == '"') {
      escaped += "\\\"";
    } else if (c == '\n') {
      escaped += "\\n";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

bool is_plain_label(std::string_view raw) {
  return raw.size() <= kMaxLabelBytes && std::all_of(raw.begin(), raw.end(), [](char c) {
           return c >= ' ' && c <= '~' && c != '"' && c != '\\';
         });
}

void append_label(std::string& out, std::string_view name, std::string_view raw) {
  out += name;
  out += "=\"";
  if (is_plain_label(raw)) {
    out += raw;
  } else {
    out += escape_label(clean_label(raw));
  }
  out += '"';
}

std::string render_identity(const run::RunIdentity& identity, bool hash_suffix) {
  std::string text;
  for (const auto& [name, raw] : identity.labels) {
    const std::string clean =
        name == "run" ? run_label(identity, raw, hash_suffix) : clean_label(raw);
    if (clean.empty()) continue;
    if (!text.empty()) text += ',';
    append_label(text, name, clean);
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> parse_label_text(std::string_view label_text) {
  std::vector<std::pair<std::string, std::string>> labels;
  std::size_t at = 0;
  while (at < label_text.size()) {
    const std::size_t equals = label_text.find('=', at);
    if (equals == std::string_view::npos) break;
    auto& [name, value] = labels.emplace_back(label_text.substr(at, equals - at), "");
    at = equals + 2;  // past ="
    while (at < label_text.size() && label_text[at] != '"') {
      char c = label_text[at++];
      if (c == '\\' && at < label_text.size()) {
        c = label_text[at++];
        if (c == 'n') c = '\n';
      }
      value += c;
    }
    at += 2;  // past ",
  }
  return labels;
}

std::string run_id(const run::RunIdentity& identity) {
  return base::to_hex(base::hash64(identity.key()));
}

}  // namespace steptail::metrics
