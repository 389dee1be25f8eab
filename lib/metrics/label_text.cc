#include "metrics/label_text.h"

#include <algorithm>
#include <cstdint>

#include "base/hash.h"
#include "base/letters.h"
#include "base/utf8.h"

namespace steptail::metrics {
namespace {

constexpr int kSuffixDigits = 8;

bool is_plain_byte(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

// Eight bytes at once: whether one of them is below n, or is that byte.
using Word = std::uint64_t;
constexpr Word kOnes = 0x0101010101010101U;
constexpr Word kHighBits = kOnes << 7U;
bool has_below(Word word, Word n) { return ((word - kOnes * n) & ~word & kHighBits) != 0; }
bool has(Word word, char c) { return has_below(word ^ (kOnes * static_cast<Word>(c)), 1); }

bool is_plain_word(Word word) {
  return (word & kHighBits) == 0 && !has_below(word, ' ') && !has(word, '"') && !has(word, '\\') &&
         !has(word, '\x7F');
}

bool loses_something(const run::RunIdentity& identity) {
  return std::any_of(identity.labels.begin(), identity.labels.end(), [](const auto& label) {
    return !is_plain_label(label.second) && clean_label(label.second) != label.second;
  });
}

std::string run_label(const run::RunIdentity& identity, std::string_view raw) {
  std::string clean = clean_label(raw);
  if (!clean.empty() && !loses_something(identity)) return clean;
  std::string suffix = base::to_hex(base::hash64(identity.key()), kSuffixDigits);
  if (clean.empty()) return suffix;
  return std::string(base::first_bytes(clean, kMaxLabelBytes - suffix.size() - 1)) + "-" + suffix;
}

}  // namespace

std::string clean_label(std::string_view raw) {
  std::string clean;
  // A code point beyond the bound decides nothing, so that hostile lengths cost nothing.
  while (!raw.empty() && clean.size() <= kMaxLabelBytes) {
    const auto [point, bytes] = base::take_code_point(raw);
    if (point.length == 0) {
      clean += base::kReplacementCharacter;
    } else if (!base::is_control(point.value)) {
      clean += bytes;
    }
  }
  return std::string(base::first_bytes(clean, kMaxLabelBytes));
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
  if (raw.size() > kMaxLabelBytes) return false;
  if (raw.size() < sizeof(Word)) return std::all_of(raw.begin(), raw.end(), is_plain_byte);
  const std::size_t last = raw.size() - sizeof(Word);
  for (std::size_t at = 0; at < last; at += sizeof(Word)) {
    if (!is_plain_word(base::load_word<Word>(raw.data() + at))) return false;
  }
  return is_plain_word(base::load_word<Word>(raw.data() + last));
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

std::string render_identity(const run::RunIdentity& identity) {
  std::string text;
  for (const auto& [name, raw] : identity.labels) {
    const std::string clean = name == "run" ? run_label(identity, raw) : clean_label(raw);
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

std::shared_ptr<const RunName> name_run(const run::RunIdentity& identity) {
  return std::make_shared<const RunName>(RunName{
      .identity = identity, .id = run_id(identity), .label_text = render_identity(identity)});
}

}  // namespace steptail::metrics
