#include <algorithm>
#include <array>

#include "lines/prefix_forms.h"
#include "lines/scanner.h"

namespace steptail::lines {
namespace {

constexpr std::size_t kMaxNameBytes = 64;

std::string_view name_at_start(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && size < kMaxNameBytes && is_name_byte(text[size])) ++size;
  return text.substr(0, size);
}

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), base::is_digit);
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [text](std::string_view word) { return text.starts_with(word); });
}

// "[2024-", "[04/10", "[INFO", "[rank0]", "[E321", "[NeMo"
bool is_clear_bracket(std::string_view text) {
  const auto inner = text.substr(1);
  Scanner year(inner);
  int number = 0;
  if (year.take_number(4, number)) return year.peek() == '-' || year.peek() == '/';
  Scanner month(inner);
  if (month.take_number(2, number) && month.take('/') && month.take_number(2, number)) {
    return month.peek() == ' ' || month.peek() == '/';
  }
  return starts_with_any(inner, {"INFO", "WARN", "ERROR", "DEBUG", "E ", "W ", "I ", "NeMo "}) ||
         rank_tag(text).size > 0 ||
         (starts_with_any(inner, {"E", "W", "I", "F"}) &&
          base::is_digit(inner.size() > 1 ? inner[1] : ' '));
}

// 45%|
bool is_bar(std::string_view text) {
  Scanner scan(text);
  scan.skip_blanks();
  return !scan.take_digits(3).empty() && scan.take("%|");
}

// 2024-04-10 06:15:58   04/10 06:15:58   I0410 06:15:58
bool is_dated(std::string_view text) {
  Scanner scan(text);
  if (starts_with_any(text, {"I", "W", "E", "F"})) scan.skip(1);
  const auto clock = text.substr(0, 24).find(':');
  return base::is_digit(scan.peek()) && base::is_digit(scan.peek(1)) &&
         clock != std::string_view::npos && clock >= 8 && base::is_digit(text[clock - 1]) &&
         base::is_digit(text[clock - 2]);
}

// RuntimeError: ...   AssertionError   KeyboardInterrupt
bool is_exception(std::string_view text) {
  const auto name = name_at_start(text);
  const auto rest = text.substr(name.size());
  return (name.ends_with("Error") || name.ends_with("Exception") || name == "KeyboardInterrupt") &&
         (rest.empty() || rest.starts_with(": "));
}

// What a shell or a runtime says of a process that has ended.
bool is_last_word(std::string_view text) {
  return starts_with_any(
      text, {"Aborted", "Bus error", "Fatal Python error: ", "Killed", "Segmentation fault",
             "Terminated", "terminate called ", "  what():"});
}

}  // namespace

bool is_clear_start(std::string_view text) {
  if (text.starts_with('[')) return is_clear_bracket(text);
  return starts_with_any(text, {" iteration", "iteration", "step", "Step", "epoch", "Epoch",
                                "Train Epoch", "Traceback (most recent call last)", "  File \"",
                                ":::MLLOG", "{'", "{\"", "INFO", "WARNING", "ERROR"}) ||
         is_bar(text) || is_dated(text) || is_exception(text) || is_last_word(text);
}

bool is_counted_thing(std::string_view name) {
  static constexpr std::array<std::string_view, 16> kThings{
      "batch", "checkpoint", "ckpt",  "ep",    "epoch",  "episode", "fold", "it",
      "iter",  "iteration",  "layer", "phase", "sample", "stage",   "step", "top"};
  const auto lower = [](char c) { return static_cast<char>(c | 0x20); };
  std::size_t letters = 0;
  while (letters < name.size() && base::is_letter(name[letters])) ++letters;
  return std::any_of(kThings.begin(), kThings.end(), [&](std::string_view thing) {
    return thing.size() == letters && std::equal(thing.begin(), thing.end(), name.begin(),
                                                 [&](char a, char b) { return a == lower(b); });
  });
}

Prefix address_prefix(std::string_view text) {
  Scanner scan(text);
  for (int part = 0; part < 4; ++part) {
    if ((part > 0 && !scan.take('.')) || scan.take_digits(3).empty()) return {};
  }
  return scan.take(": ") ? Prefix{.size = scan.at()} : Prefix{};
}

Prefix named_prefix(std::string_view text) {
  const auto name = name_at_start(text);
  Scanner scan(text, name.size());
  if (scan.take(": ")) {
    const bool stream = name == "stderr" || name == "stdout";
    const bool host = !stream && has_digit(name) && is_clear_start(scan.rest());
    return stream || (host && !is_counted_thing(name)) ? Prefix{.size = scan.at()} : Prefix{};
  }
  if (scan.take('/')) {
    const auto replica = scan.take_digits(kMaxRankDigits);
    if (replica.empty() || !scan.take(' ') || is_counted_thing(name)) return {};
    return {.size = scan.at(), .rank = replica};
  }
  if (scan.peek() != ' ' || !base::is_digit(name.back())) return {};
  scan.skip_blanks();
  const bool service = scan.take("| ") && name.find_first_of("-_") != std::string_view::npos;
  return service && !is_counted_thing(name) ? Prefix{.size = scan.at()} : Prefix{};
}

}  // namespace steptail::lines
