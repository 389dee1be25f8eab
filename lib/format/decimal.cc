#include "format/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/letters.h"

namespace steptail::format {
namespace {

constexpr int kLargestExponent = 100000;  // beyond any double; keeps the arithmetic in range

bool begins_with_word(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (base::to_lower(text[i]) != word[i]) return false;
  }
  return true;
}

constexpr std::size_t kMostExactDigits = 19;  // that a mantissa holds

class DecimalReader {
 public:
  DecimalReader(std::string_view text, bool thousands) : text_(text), thousands_(thousands) {}

  Decimal read() {
    if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) {
      number_.negative = text_[at_++] == '-';
    }
    if (read_word() || read_digits()) number_.text = text_.substr(0, at_);
    return number_;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  bool read_word() {
    const char first = base::to_lower(peek());
    if (first != 'n' && first != 'i') return false;
    std::string_view rest = text_.substr(at_);
    for (std::string_view word : {"nan", "infinity", "inf"}) {
      if (!begins_with_word(rest, word)) continue;
      number_.kind = first == 'n' ? Decimal::Kind::Nan : Decimal::Kind::Infinite;
      at_ += word.size();
      // Lightning pads its bars to "nan.0".
      if (peek() == '.' && peek(1) == '0') at_ += 2;
      return true;
    }
    return false;
  }

  bool read_digits() {
    const std::size_t begin = at_;
    take_run();
    if (at_ == begin && !(peek() == '.' && base::is_digit(peek(1)))) return false;
    if (thousands_ && at_ - begin <= 3) take_thousands();
    if (peek() == '.') take_fraction();
    number_.is_exact = digits_ <= kMostExactDigits;
    take_exponent();
    number_.kind = Decimal::Kind::Finite;
    return true;
  }

  // Digits from here on. Of too many the mantissa is nonsense, and not used.
  void take_run() {
    const std::size_t begin = at_;
    std::uint64_t mantissa = number_.mantissa;
    for (; at_ < text_.size() && base::is_digit(text_[at_]); ++at_) {
      mantissa = mantissa * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
    }
    number_.mantissa = mantissa;
    digits_ += at_ - begin;
  }

  void take_thousands() {
    while (peek() == ',' && base::is_digit(peek(1)) && base::is_digit(peek(2)) &&
           base::is_digit(peek(3)) && !base::is_digit(peek(4))) {
      ++at_;
      take_run();
    }
  }

  void take_fraction() {
    number_.is_whole = false;
    const std::size_t begin = ++at_;
    take_run();
    number_.exponent = -static_cast<int>(at_ - begin);
  }

  void take_exponent() {
    if (peek() != 'e' && peek() != 'E') return;
    const std::size_t sign = peek(1) == '-' || peek(1) == '+' ? 1 : 0;
    if (!base::is_digit(peek(1 + sign))) return;
    const bool negative = peek(1) == '-';
    number_.is_whole = false;
    int value = 0;
    for (at_ += 1 + sign; base::is_digit(peek()); ++at_) {
      if (value < kLargestExponent) value = value * 10 + (peek() - '0');
    }
    number_.exponent += negative ? -value : value;
  }

  std::string_view text_;
  bool thousands_;
  std::size_t at_ = 0;
  std::size_t digits_ = 0;  // taken, leading zeros too
  Decimal number_;
};

// More digits than a double needs to be rounded like the whole number, whatever follows them.
constexpr std::size_t kMostDigits = 800;

double convert_slowly(const Decimal& decimal, int shift) {
  std::array<char, kMostDigits + 16> buffer{};
  std::size_t size = 0;
  int exponent = shift;
  bool past_point = false;
  std::string_view text = decimal.text;
  const std::size_t mark = text.find_first_of("eE");
  for (char c : text.substr(0, mark)) {
    if (c == '.') past_point = true;
    if (!base::is_digit(c)) continue;
    if (size < kMostDigits) {
      if (size > 0 || c != '0') buffer[size++] = c;
      if (past_point) --exponent;
    } else if (!past_point) {
      ++exponent;
    }
  }
  if (mark != std::string_view::npos) {
    std::string_view digits = text.substr(mark + 1);
    if (digits.front() == '+') digits.remove_prefix(1);
    int printed = digits.front() == '-' ? -kLargestExponent : kLargestExponent;
    std::from_chars(digits.data(), digits.data() + digits.size(), printed);
    exponent += std::clamp(printed, -kLargestExponent, kLargestExponent);
  }
  const int magnitude_of_first = exponent + static_cast<int>(size);
  buffer[size++] = 'e';
  auto written = std::to_chars(buffer.data() + size, buffer.data() + buffer.size(), exponent);
  double value = 0;
  auto [end, problem] = std::from_chars(buffer.data(), written.ptr, value);
  if (problem == std::errc::result_out_of_range) {
    value = magnitude_of_first > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
  return value;
}

double magnitude(const Decimal& decimal, int shift) {
  const int exponent = decimal.exponent + shift;
  return decimal.is_exact && scales_exactly(decimal.mantissa, exponent)
             ? scaled_exactly(decimal.mantissa, exponent)
             : convert_slowly(decimal, shift);
}

}  // namespace

Decimal read_decimal(std::string_view text, bool thousands) {
  return DecimalReader(text, thousands).read();
}

double to_double(const Decimal& decimal, int shift) {
  double value = 0;
  switch (decimal.kind) {
    case Decimal::Kind::None:
      return 0;
    case Decimal::Kind::Nan:
      return std::numeric_limits<double>::quiet_NaN();
    case Decimal::Kind::Infinite:
      value = std::numeric_limits<double>::infinity();
      break;
    case Decimal::Kind::Finite:
      value = magnitude(decimal, shift);
      break;
  }
  return decimal.negative ? -value : value;
}

}  // namespace steptail::format
