#include "lines/civil_time.h"
#include "lines/prefix_forms.h"
#include "lines/scanner.h"

namespace steptail::lines {
namespace {

constexpr std::size_t kMaxProcessDigits = 10;

// What stands between "[" and "]"; empty where that is not how the text begins.
std::string_view inside(std::string_view text) {
  const auto close = text.substr(0, kMaxTagBytes).find(']');
  if (!text.starts_with('[') || close == std::string_view::npos) return {};
  return text.substr(1, close - 1);
}

std::string_view digits_at_end(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && base::is_digit(text[text.size() - 1 - count])) ++count;
  return count > kMaxRankDigits ? std::string_view{} : text.substr(text.size() - count);
}

bool is_word(std::string_view text) {
  for (char c : text) {
    if (!is_name_byte(c)) return false;
  }
  return !text.empty();
}

// "0", "1,0", "prterun-node-0-123@1,0"
bool is_process_name(std::string_view stem) {
  if (stem.empty()) return true;
  if (!stem.ends_with(',')) return false;
  stem.remove_suffix(1);
  const auto at = stem.rfind('@');
  const auto job = at == std::string_view::npos ? stem : stem.substr(at + 1);
  const bool named = at == std::string_view::npos || is_word(stem.substr(0, at));
  return named && !job.empty() && job.size() == digits_at_end(job).size();
}

// "default", "0434:"
bool is_role(std::string_view stem) {
  if (stem.ends_with(':')) return is_word(stem.substr(0, stem.size() - 1));
  return is_word(stem) && base::is_letter(stem.front()) && !is_counted_thing(stem);
}

// [2024-02-27T21:35:32.106313Z] fa88a9df [rank=0] ||
Prefix determined_prefix(std::string_view text) {
  Scanner scan(text);
  scan.skip(1);
  const auto time = take_rfc3339(scan);
  if (!time || !scan.take("] ")) return {};
  std::size_t id_size = 0;
  for (; base::is_alnum(scan.peek()); scan.skip(1)) ++id_size;
  if (id_size < 8) return {};
  std::string_view rank;
  if (scan.take(" [rank=")) {
    rank = scan.take_digits(kMaxRankDigits);
    if (rank.empty() || !scan.take(']')) return {};
  }
  if (!scan.take(" ||")) return {};
  scan.take(' ');
  return {.size = scan.at(), .rank = rank, .time = time};
}

}  // namespace

Prefix rank_tag(std::string_view text) {
  const auto inner = inside(text);
  const auto rank = digits_at_end(inner);
  if (rank.empty()) return {};
  const auto stem = inner.substr(0, inner.size() - rank.size());
  Scanner scan(text, inner.size() + 2);
  if (scan.take("<std")) {
    if (!is_process_name(stem)) return {};
    const bool tag = scan.take("out>:") || scan.take("err>:") || scan.take("diag>:");
    return tag ? Prefix{.size = scan.at(), .rank = rank} : Prefix{};
  }
  if (!scan.take(':') || !is_role(stem)) return {};
  if (stem == "rank") scan.take(' ');
  return {.size = scan.at(), .rank = rank};
}

Prefix bracketed_prefix(std::string_view text) {
  const auto inner = inside(text);
  if (inner.empty()) return {};
  Scanner scan(text, inner.size() + 2);
  if (!scan.take(' ')) return rank_tag(text);
  if (inner.starts_with("pod/")) return {.size = scan.at()};
  if (inner.starts_with("rank=")) {
    const auto rank = digits_at_end(inner);
    return rank.size() + 5 == inner.size() ? Prefix{.size = scan.at(), .rank = rank} : Prefix{};
  }
  if (!base::is_digit(inner.front())) return {};
  if (inner.size() > kMaxProcessDigits) return determined_prefix(text);
  const bool process = Scanner(inner).take_digits(kMaxProcessDigits).size() == inner.size();
  return process && is_clear_start(scan.rest()) ? Prefix{.size = scan.at()} : Prefix{};
}

}  // namespace steptail::lines
