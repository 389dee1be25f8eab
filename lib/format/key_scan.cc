#include "format/key_scan.h"

#include "base/letters.h"

namespace steptail::format {
namespace {

std::size_t skip_blanks(std::string_view line, std::size_t at) {
  while (at < line.size() && base::is_blank(line[at])) ++at;
  return at;
}

bool separates(char c) { return c == ':' || c == '='; }

bool glued_to_word(std::string_view line, std::size_t at) {
  return at > 0 && base::is_word(line[at]) && base::is_word(line[at - 1]);
}

// "loss1: 0.5": the digits are part of a name; "global_step1000 is ready": they are a number.
bool is_part_of_name(std::string_view line, std::size_t begin, const Number& number) {
  const char before = line[begin - 1];
  if (!base::is_letter(before) && !base::is_digit(before)) return false;
  if (!base::is_digit(line[begin])) return base::is_letter(line[begin]);
  const std::size_t next = skip_blanks(line, number.end);
  return base::is_digit(before) || separates(base::at_or_end(line, next));
}

}  // namespace

NumberPlace place_of_number(std::string_view line, std::size_t at) {
  at = skip_blanks(line, at);
  if (separates(base::at_or_end(line, at))) at = skip_blanks(line, at + 1);
  switch (base::at_or_end(line, at)) {
    case '\'':
    case '"':
      return {at + 1, true};
    case '[':
    case '(':
      return {skip_blanks(line, at + 1), false};
    default:
      return {at, true};
  }
}

std::optional<Number> number_after(std::string_view line, const Literal& literal, std::size_t first,
                                   const Unit& unit, bool* doubtful) {
  for (std::size_t at = first; at != std::string_view::npos; at = literal.find(line, at + 1)) {
    if (glued_to_word(line, at)) continue;
    const std::size_t end = at + literal.text().size();
    const NumberPlace place = place_of_number(line, end);
    if (place.at >= line.size()) continue;
    const auto number = read_number(line, place.at, unit, place.thousands);
    if (number && (place.at != end || !is_part_of_name(line, place.at, *number))) return number;
    if (doubtful != nullptr) *doubtful = true;
  }
  return std::nullopt;
}

std::optional<Number> number_in(std::string_view text, const Unit& unit) {
  const NumberPlace place = place_of_number(text, 0);
  if (place.at >= text.size()) return std::nullopt;
  return read_number(text, place.at, unit, place.thousands);
}

}  // namespace steptail::format
