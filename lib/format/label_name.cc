#include "format/label_name.h"

#include <algorithm>
#include <array>

#include "format/letters.h"

namespace steptail::format {
namespace {

constexpr std::array<std::string_view, 8> kTimeUnits = {"ms",      "s",  "sec", "secs",
                                                        "seconds", "us", "ns",  "min"};

bool is_name_byte(char c) { return is_letter(c) || is_digit(c); }

bool equals(std::string_view word, std::string_view lower_case) {
  return std::equal(word.begin(), word.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return to_lower(a) == b; });
}

bool is_time_unit(std::string_view word) {
  return std::any_of(kTimeUnits.begin(), kTimeUnits.end(),
                     [word](std::string_view unit) { return equals(word, unit); });
}

// Cuts the next run of letters and digits off the front of `rest`; empty at the end.
std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && !is_name_byte(rest.front())) rest.remove_prefix(1);
  std::size_t size = 0;
  while (size < rest.size() && is_name_byte(rest[size])) ++size;
  std::string_view word = rest.substr(0, size);
  rest.remove_prefix(size);
  return word;
}

// Where a unit stands at the end: "step (ms)", "step_ms", "train_step_timing in s".
std::string_view without_unit(std::string_view key) {
  std::string_view rest = key;
  std::string_view last;
  std::string_view before;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    before = last;
    last = word;
  }
  if (before.empty() || !is_time_unit(last)) return key;
  const std::string_view cut = equals(before, "in") ? before : last;
  return key.substr(0, static_cast<std::size_t>(cut.data() - key.data()));
}

bool is_noise_of_phase(std::string_view word) {
  return equals(word, "time") || equals(word, "timing");
}

void append_words(std::string_view key, bool skip_noise, std::string& out) {
  const std::size_t begin = out.size();
  for (std::string_view word = next_word(key); !word.empty(); word = next_word(key)) {
    if (skip_noise && is_noise_of_phase(word)) continue;
    if (out.size() > begin) out += '_';
    for (char c : word) out += to_lower(c);
  }
  if (out.size() - begin > kMaxLabelBytes) out.resize(begin + kMaxLabelBytes);
  while (out.size() > begin && out.back() == '_') out.pop_back();
}

}  // namespace

void append_label_name(std::string_view key, Field field, std::string& out) {
  const std::size_t begin = out.size();
  if (field == Field::PhaseSeconds) {
    const std::size_t section = key.find('/');
    if (section != std::string_view::npos) key.remove_prefix(section + 1);
    append_words(without_unit(key), true, out);
  } else if (field == Field::LossComponent) {
    key.remove_prefix(key.rfind('/') + 1);
  }
  if (out.size() == begin) append_words(key, false, out);
}

bool is_label_name(std::string_view text) {
  return !text.empty() && text.size() <= kMaxLabelBytes &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z'); });
}

}  // namespace steptail::format
