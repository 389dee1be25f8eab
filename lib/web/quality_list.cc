#include "web/quality_list.h"

#include <charconv>

namespace steptail::web {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t";
  auto begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// Takes the text in front of the next separator that is not inside quotes.
std::string_view take_part(std::string_view& rest, char separator) {
  bool quoted = false;
  std::size_t end = 0;
  for (; end < rest.size() && (quoted || rest[end] != separator); ++end) {
    if (rest[end] == '"') quoted = !quoted;
    if (rest[end] == '\\' && quoted) ++end;
  }
  std::string_view part = rest.substr(0, end);
  rest = end < rest.size() ? rest.substr(end + 1) : std::string_view();
  return trimmed(part);
}

double quality(std::string_view text) {
  double value = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= 0 && value <= 1 ? value : 0;
}

void read_parameter(Choice& choice, std::string_view text) {
  auto equals = text.find('=');
  if (equals == std::string_view::npos) return;
  std::string name = lower(trimmed(text.substr(0, equals)));
  std::string_view value = trimmed(text.substr(equals + 1));
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
    value = value.substr(1, value.size() - 2);
  }
  if (name == "q") {
    choice.quality = quality(value);
  } else {
    choice.parameters.push_back({.name = std::move(name), .value = value});
  }
}

}  // namespace

std::string_view Choice::parameter(std::string_view wanted) const {
  for (const Parameter& parameter : parameters) {
    if (parameter.name == wanted) return parameter.value;
  }
  return {};
}

std::vector<Choice> parse_choices(std::string_view header) {
  std::vector<Choice> choices;
  while (!header.empty()) {
    std::string_view text = take_part(header, ',');
    Choice choice;
    choice.name = lower(take_part(text, ';'));
    while (!text.empty()) read_parameter(choice, take_part(text, ';'));
    if (!choice.name.empty()) choices.push_back(std::move(choice));
  }
  return choices;
}

}  // namespace steptail::web
