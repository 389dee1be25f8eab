#include "format/digit_runs.h"

#include "base/letters.h"
#include "format/decimal.h"

namespace steptail::format {

using base::at_or_end;
using base::is_digit;

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

bool read_runs(std::span<const DigitRun> runs, const NumberForm& form, const Scale& scale,
               double& number) {
  constexpr std::uint16_t kExponentDigits = 2;
  std::size_t at = 0;
  std::size_t digits = runs[at].size;
  std::uint64_t mantissa = runs[at].value;
  int exponent = scale.shift;
  if (form.has_fraction) {
    const DigitRun& fraction = runs[++at];
    digits += fraction.size;
    if (digits > kMostPlainDigits) return false;
    mantissa = mantissa * power_of_ten(fraction.size) + fraction.value;
    exponent -= fraction.size;
  }
  if (form.exponent_sign != 0) {
    const DigitRun& printed = runs[++at];
    if (printed.size != kExponentDigits) return false;
    exponent += form.exponent_sign * static_cast<int>(printed.value);
  }
  if (digits > kMostPlainDigits || !scales_exactly(mantissa, exponent)) return false;
  const double value = scaled_exactly(mantissa, exponent);
  number = (form.negative ? -value : value) * scale.times;
  return true;
}

}  // namespace steptail::format
