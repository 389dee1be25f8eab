#include "format/digit_runs.h"

#include <cstdlib>

#include "base/digit_words.h"
#include "base/letters.h"
#include "format/decimal.h"

namespace steptail::format {

using base::at_or_end;
using base::is_digit;

namespace {

// REQUIRES: at most kMostPlainDigits.
std::uint64_t value_of(std::string_view line, const DigitRun& run) {
  if (base::kHasDigitWords && run.size <= base::kWordDigits && run.end() >= base::kWordDigits) {
    const std::uint64_t word = base::digit_word(line.data() + run.end() - base::kWordDigits);
    return base::number_of_word(base::last_bytes(word, run.size));
  }
  std::uint64_t value = 0;
  for (const char digit : line.substr(run.begin, run.size)) {
    value = value * 10 + static_cast<unsigned>(digit - '0');
  }
  return value;
}

}  // namespace

bool ends_by_shape(std::string_view line, std::size_t end) {
  switch (at_or_end(line, end)) {
    case ' ':
    case '\t':
    case '|':
    case ';':
    case ']':
    case ')':
    case '}':
    case '"':
    case '\'':
      return true;
    case ',':
    case '/':
    case ':':
      return !is_digit(at_or_end(line, end + 1));
    default:
      return end >= line.size();
  }
}

std::optional<NumberForm> form_by_shape(std::string_view line, std::size_t begin,
                                        std::size_t suffix_bytes) {
  NumberForm form;
  std::size_t at = begin;
  const auto pass_digits = [&] {
    const std::size_t from = at;
    while (is_digit(at_or_end(line, at))) ++at;
    return at > from;
  };
  form.negative = at_or_end(line, at) == '-';
  if (form.negative) ++at;
  if (!pass_digits()) return std::nullopt;
  if (at_or_end(line, at) == '.') {
    ++at;
    form.has_fraction = true;
    if (!pass_digits()) return std::nullopt;
  }
  const char letter = at_or_end(line, at);
  const char sign = at_or_end(line, at + 1);
  if ((letter == 'e' || letter == 'E') && (sign == '+' || sign == '-')) {
    at += 2;
    form.exponent_sign = sign == '-' ? -1 : 1;
    if (!pass_digits()) return std::nullopt;
  }
  if (!ends_by_shape(line, at + suffix_bytes)) return std::nullopt;
  return form;
}

bool read_runs(std::string_view line, std::span<const DigitRun> runs, const NumberForm& form,
               const Scale& scale, double& number) {
  constexpr std::uint16_t kExponentDigits = 2;
  const DigitRun& whole = runs[0];
  int exponent = scale.shift;
  std::uint64_t mantissa = 0;
  if (form.has_fraction) {
    const DigitRun& fraction = runs[1];
    if (whole.size + fraction.size > kMostPlainDigits) return false;
    mantissa = value_of(line, whole) * power_of_ten(fraction.size) + value_of(line, fraction);
    exponent -= fraction.size;
  } else {
    if (whole.size > kMostPlainDigits) return false;
    mantissa = value_of(line, whole);
  }
  if (form.exponent_sign != 0) {
    const DigitRun& printed = runs[form.has_fraction ? 2 : 1];
    if (printed.size != kExponentDigits) return false;
    exponent += form.exponent_sign * static_cast<int>(value_of(line, printed));
  }
  if (!scales_exactly(mantissa, exponent)) return false;
  const double value = scaled_exactly(mantissa, exponent);
  number = (form.negative ? -value : value) * scale.times;
  return true;
}

std::optional<PlacedNumber> placed(std::span<const DigitRun> runs, const NumberForm& form,
                                   const Scale& scale) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  const DigitRun& last = runs[form.has_fraction ? 1 : 0];
  const std::size_t bytes = last.end() - runs[0].begin;
  const std::size_t behind = form.has_fraction ? last.size : 0;
  const int exponent = scale.shift - static_cast<int>(behind);
  // Eight digits always scale exactly where a zero does.
  if (!base::kHasDigitWords || form.exponent_sign != 0 || bytes > base::kWordDigits ||
      last.end() < base::kWordDigits || !scales_exactly(0, exponent)) {
    return std::nullopt;
  }
  PlacedNumber number{.power = scaled_exactly(1, std::abs(exponent)),
                      .times = form.negative ? -scale.times : scale.times,
                      .word_at = static_cast<std::uint16_t>(last.end() - base::kWordDigits),
                      .is_divided = exponent < 0};
  number.behind_point = base::last_bytes(kAll, last.size);
  if (form.has_fraction)
    number.before_point = base::last_bytes(kAll, bytes - 1) ^ number.behind_point;
  return number;
}

}  // namespace steptail::format
