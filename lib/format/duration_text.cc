#include "format/duration_text.h"

#include <array>
#include <utility>

#include "base/letters.h"
#include "format/decimal.h"

namespace steptail::format {
namespace {

constexpr double kMinute = 60;
constexpr double kHour = 3600;
constexpr double kDay = 86400;

class DurationReader {
 public:
  DurationReader(std::string_view text, std::size_t at) : text_(text), begin_(at), at_(at) {}

  std::optional<Number> read() {
    const bool negative = peek() == '-';
    if (negative) ++at_;
    const auto seconds = read_days_and_clock();
    if (!seconds || base::is_word(peek()) || (peek() == '.' && base::is_digit(peek(1))))
      return std::nullopt;
    return Number{.value = negative ? -*seconds : *seconds, .begin = begin_, .end = at_};
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  std::optional<double> read_days_and_clock() {
    const auto first = take_number();
    if (!first) return std::nullopt;
    if (peek() == ':') return take_clock(*first);
    if (peek() != ' ') return take_letters(*first);
    const std::size_t begin = at_;
    if (take_word(" day, ") || take_word(" days, ")) {
      const auto hours = take_number();
      const auto clock = hours && peek() == ':' ? take_clock(*hours) : std::nullopt;
      if (clock) return *first * kDay + *clock;
      at_ = begin;
    }
    return take_words(*first);
  }

  std::optional<double> take_number() {
    if (!base::is_digit(peek())) return std::nullopt;
    const std::size_t begin = at_;
    while (base::is_digit(peek())) ++at_;
    if (peek() == '.' && base::is_digit(peek(1))) {
      ++at_;
      while (base::is_digit(peek())) ++at_;
    }
    return to_double(read_decimal(text_.substr(begin, at_ - begin), false), 0);
  }

  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  // ":MM:SS" or ":SS" behind what was read.
  std::optional<double> take_clock(double first) {
    double seconds = first;
    for (int parts = 0; parts < 2 && peek() == ':' && base::is_digit(peek(1)); ++parts) {
      ++at_;
      const auto part = take_number();
      seconds = seconds * 60 + *part;
    }
    if (peek() == ':') return std::nullopt;
    return seconds;
  }

  double take_unit_word() {
    constexpr std::array<std::pair<std::string_view, double>, 4> kWords = {
        {{" day", kDay}, {" hour", kHour}, {" minute", kMinute}, {" second", 1}}};
    for (const auto& [word, factor] : kWords) {
      if (!take_word(word)) continue;
      if (peek() == 's') ++at_;
      return factor;
    }
    return 0;
  }

  // "19 hours, 33 minutes and 42.5 seconds": what was read is the first number.
  std::optional<double> take_words(double first) {
    double seconds = 0;
    double number = first;
    for (;;) {
      const double factor = take_unit_word();
      if (factor == 0) return std::nullopt;
      seconds += number * factor;
      const std::size_t end = at_;
      const bool goes_on = take_word(", ") || take_word(" and ");
      const auto next = goes_on ? take_number() : std::nullopt;
      if (!next || !begins_unit_word()) {
        at_ = end;
        // A day that is followed by something else was a day and a torn time of day.
        return factor == kDay ? std::nullopt : std::optional(seconds);
      }
      number = *next;
    }
  }

  [[nodiscard]] bool begins_unit_word() {
    const std::size_t begin = at_;
    const bool is_unit = take_unit_word() != 0;
    at_ = begin;
    return is_unit;
  }

  static double factor_of(char letter) {
    switch (letter) {
      case 'd':
        return kDay;
      case 'h':
        return kHour;
      case 'm':
        return kMinute;
      case 's':
        return 1;
      default:
        return 0;
    }
  }

  // "2h 21m 10s", "5d13h2m1s": what was read is the first number.
  std::optional<double> take_letters(double first) {
    double seconds = 0;
    double number = first;
    for (;;) {
      const double factor = factor_of(peek());
      if (factor == 0) return std::nullopt;
      ++at_;
      seconds += number * factor;
      if (factor == 1) return seconds;
      const std::size_t blank = peek() == ' ' ? 1 : 0;
      std::size_t letter = blank;
      while (base::is_digit(peek(letter))) ++letter;
      if (letter == blank || factor_of(peek(letter)) == 0) return seconds;
      at_ += blank;
      number = *take_number();
    }
  }

  std::string_view text_;
  std::size_t begin_;
  std::size_t at_;
};

}  // namespace

std::optional<Number> read_duration(std::string_view text, std::size_t at) {
  return DurationReader(text, at).read();
}

}  // namespace steptail::format
