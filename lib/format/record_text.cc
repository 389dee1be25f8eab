#include "format/record_text.h"

#include <array>
#include <charconv>

namespace steptail::format {
namespace {

void add_word(std::string& text, std::string_view word) {
  if (!text.empty()) text += ' ';
  text += word;
}

std::string meaning_of(const Record& record) {
  std::string text;
  if (record.progress) add_word(text, "progress");
  if (record.attempt) add_word(text, "attempt");
  if (record.state) add_word(text, "state=" + std::string(state_name(*record.state)));
  if (record.event != Event::None) {
    add_word(text, "event=" + std::string(event_name(record.event)));
  }
  if (record.event == Event::Failure) {
    add_word(text, "class=" + std::string(failure_class_name(record.failure)));
  }
  return text;
}

std::string labelled_name(const Value& value) {
  std::string labels(value.label);
  if (!value.stat.empty()) labels += "," + std::string(value.stat);
  if (!value.rank.empty()) labels += ",rank " + std::string(value.rank);
  return value_name(value.field, labels);
}

}  // namespace

std::string number_text(double number) {
  std::array<char, 32> buffer{};
  const auto [end, problem] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return {buffer.data(), end};
}

std::string value_name(Field field, std::string_view label) {
  std::string name(field_name(field));
  if (!label.empty()) name += "{" + std::string(label) + "}";
  return name;
}

std::string record_text(const Record& record) {
  std::string text = meaning_of(record);
  for (const Value& value : record.values()) {
    const char* between = value.sum ? "+=" : "=";
    add_word(text, labelled_name(value) + between + number_text(value.number));
  }
  return text;
}

}  // namespace steptail::format
