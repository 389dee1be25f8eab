#include "format/number.h"

#include "base/letters.h"
#include "format/decimal.h"
#include "format/digit_runs.h"
#include "format/duration_text.h"

namespace steptail::format {
namespace {

bool digits_at(std::string_view text, std::size_t at, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!base::is_digit(base::at_or_end(text, at + i))) return false;
  }
  return true;
}

// "-04-10" behind 2024, "/04/10" behind 2024, ":05:58" or ":58" behind 06.
bool looks_like_date_or_time(std::string_view text, std::size_t end, bool is_whole,
                             std::size_t size) {
  const char next = base::at_or_end(text, end);
  const bool year = is_whole && size == 4;
  if (next == '-' || (next == '/' && year)) {
    return digits_at(text, end + 1, 2) && base::at_or_end(text, end + 3) == next &&
           digits_at(text, end + 4, 2);
  }
  return next == ':' && is_whole && digits_at(text, end + 1, 2) &&
         !base::is_digit(base::at_or_end(text, end + 3));
}

// "[default3]:", "(Worker pid=7)", "[2024-04-10": a prefix that another writer put into the number.
// A ratio in brackets is none: "3[12/100]", "36GiB(36.65%)".
bool looks_like_prefix(std::string_view text, std::size_t end) {
  constexpr std::size_t kLongestPrefix = 64;
  const char open = base::at_or_end(text, end);
  if (open != '[' && open != '(') return false;
  std::string_view inside = text.substr(end + 1, kLongestPrefix);
  inside = inside.substr(0, inside.find(open == '[' ? ']' : ')'));
  if (open == '(') return inside.find("pid=") != std::string_view::npos;
  return inside.find_first_of("/%<") == std::string_view::npos;
}

bool ends_at_boundary(std::string_view text, std::size_t end, const Decimal& number) {
  const char next = base::at_or_end(text, end);
  if (base::is_word(next)) return false;
  if (next == '.' && base::is_digit(base::at_or_end(text, end + 1))) return false;
  return !looks_like_date_or_time(text, end, number.is_whole, number.text.size()) &&
         !looks_like_prefix(text, end);
}

// Letters glued to a number, with `/` where a letter follows it; or one percent sign.
std::string_view suffix_at(std::string_view text, std::size_t at) {
  if (base::at_or_end(text, at) == '%') return text.substr(at, 1);
  std::size_t end = at;
  while (base::is_letter(base::at_or_end(text, end)) ||
         (end > at && text[end - 1] != '/' && base::at_or_end(text, end) == '/' &&
          base::is_letter(base::at_or_end(text, end + 1)))) {
    ++end;
  }
  return text.substr(at, end - at);
}

// Whether the byte there ends a number that began `size` bytes before.
bool ends_plainly(std::string_view text, std::size_t end, bool is_whole, std::size_t size) {
  if (ends_by_shape(text, end)) return true;
  const char next = text[end];
  return (next == '/' || next == ':') && !looks_like_date_or_time(text, end, is_whole, size);
}

// Appends the digits at `at` to `mantissa`; where they end.
const char* take_digits(const char* at, const char* end, std::uint64_t& mantissa) {
  std::uint64_t digits = mantissa;
  for (; at != end && base::is_digit(*at); ++at)
    digits = digits * 10 + static_cast<unsigned>(*at - '0');
  mantissa = digits;
  return at;
}

}  // namespace

// Must say what read_decimal() and ends_at_boundary() would.
bool read_plain_number(std::string_view text, std::size_t begin, const Scale& scale,
                       std::size_t suffix_bytes, Number& number) {
  const char* at = text.data() + begin;
  const char* const end = text.data() + text.size();
  const bool negative = at != end && *at == '-';
  if (negative) ++at;
  std::uint64_t mantissa = 0;
  int exponent = 0;
  const char* const whole = at;
  at = take_digits(at, end, mantissa);
  auto digits = at - whole;
  if (digits == 0) return false;
  number.is_whole = true;
  if (at != end && *at == '.') {
    const char* const fraction = ++at;
    at = take_digits(at, end, mantissa);
    if (at == fraction) return false;
    digits += at - fraction;
    exponent = -static_cast<int>(at - fraction);
    number.is_whole = false;
  }
  if (end - at >= 4 && (*at == 'E' || *at == 'e') && (at[1] == '+' || at[1] == '-') &&
      base::is_digit(at[2]) && base::is_digit(at[3])) {
    const int printed = (at[2] - '0') * 10 + (at[3] - '0');
    exponent += at[1] == '-' ? -printed : printed;
    number.is_whole = false;
    at += 4;
  }
  number.begin = begin;
  number.end = static_cast<std::size_t>(at - text.data()) + suffix_bytes;
  exponent += scale.shift;
  if (digits > static_cast<std::ptrdiff_t>(kMostPlainDigits) ||
      !scales_exactly(mantissa, exponent) ||
      !ends_plainly(text, number.end, number.is_whole, number.end - suffix_bytes - begin)) {
    return false;
  }
  const double value = scaled_exactly(mantissa, exponent);
  number.value = (negative ? -value : value) * scale.times;
  return true;
}

std::optional<Number> read_number(std::string_view text, std::size_t at, const Unit& unit,
                                  bool thousands) {
  if (unit.is_duration) return read_duration(text, at);
  if (Number plain{.thousands = thousands}; read_plain_number(text, at, unit.scale, 0, plain)) {
    return plain;
  }
  const Decimal number = read_decimal(text.substr(at), thousands);
  if (number.kind == Decimal::Kind::None) return std::nullopt;
  std::size_t end = at + number.text.size();
  const std::string_view suffix = suffix_at(text, end);
  if (suffix.empty()) {
    if (!ends_at_boundary(text, end, number)) return std::nullopt;
    return Number{.value = to_double(number, unit.scale.shift) * unit.scale.times,
                  .begin = at,
                  .end = end,
                  .is_whole = number.is_whole,
                  .thousands = thousands};
  }
  end += suffix.size();
  const auto scale = scale_with_suffix(unit, suffix);
  const bool glued_percent = suffix == "%";  // "0.17%throughput" is in use
  if (!scale || (!glued_percent && !ends_at_boundary(text, end, number))) return std::nullopt;
  return Number{.value = to_double(number, scale->shift) * scale->times, .begin = at, .end = end};
}

}  // namespace steptail::format
