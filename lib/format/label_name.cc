#include "format/label_name.h"

#include <algorithm>
#include <array>

#include "base/letters.h"

namespace steptail::format {
namespace {

constexpr std::array<std::string_view, 8> kTimeUnits = {"ms",      "s",  "sec", "secs",
                                                        "seconds", "us", "ns",  "min"};

// The byte as it stands in a label; 0: it stands in none.
constexpr std::array<char, 256> kNameBytes = [] {
  std::array<char, 256> bytes{};
  for (std::size_t i = 0; i < 128; ++i) {
    const char c = static_cast<char>(i);
    if (base::is_letter(c) || base::is_digit(c)) bytes[i] = base::to_lower(c);
  }
  return bytes;
}();

char name_byte(char c) { return kNameBytes[static_cast<unsigned char>(c)]; }

bool equals(std::string_view word, std::string_view lower_case) {
  return std::equal(word.begin(), word.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return name_byte(a) == b; });
}

// The last run of letters and digits in `key`; empty: there is none.
std::string_view last_word(std::string_view key) {
  while (!key.empty() && name_byte(key.back()) == 0) key.remove_suffix(1);
  std::size_t begin = key.size();
  while (begin > 0 && name_byte(key[begin - 1]) != 0) --begin;
  return key.substr(begin);
}

// What stands in front of a word of `key`.
std::string_view before(std::string_view key, std::string_view word) {
  return key.substr(0, static_cast<std::size_t>(word.data() - key.data()));
}

// Where a unit stands at the end: "step (ms)", "step_ms", "train_step_timing in s".
std::string_view without_unit(std::string_view key) {
  const std::string_view unit = last_word(key);
  if (std::none_of(kTimeUnits.begin(), kTimeUnits.end(),
                   [unit](std::string_view known) { return equals(unit, known); })) {
    return key;
  }
  const std::string_view rest = before(key, unit);
  const std::string_view word = last_word(rest);
  if (word.empty()) return key;
  return equals(word, "in") ? before(rest, word) : rest;
}

// Takes the word that was appended behind `begin` away again if phases lose it.
void drop_noise(std::string& out, std::size_t begin) {
  const std::string_view word = std::string_view(out).substr(begin);
  if (word == "time" || word == "timing") out.resize(begin);
}

void append_words(std::string_view key, bool skip_noise, std::string& out) {
  const std::size_t begin = out.size();
  std::size_t word = begin;  // where the word that is being appended begins
  for (std::size_t i = 0; i < key.size(); ++i) {
    const char c = name_byte(key[i]);
    if (c != 0) {
      out += c;
      continue;
    }
    if (skip_noise) drop_noise(out, word);
    if (out.size() > begin && out.back() != '_') out += '_';
    word = out.size();
  }
  if (skip_noise) drop_noise(out, word);
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
         std::all_of(text.begin(), text.end(), [](char c) {
           return base::is_digit(c) || c == '_' || (c >= 'a' && c <= 'z');
         });
}

}  // namespace steptail::format
