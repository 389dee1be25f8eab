#include "base/json_text.h"

#include <array>
#include <charconv>
#include <cmath>

#include "base/hash.h"

namespace steptail::base {

void append_escaped(std::string& out, CodePoint point, std::string_view bytes) {
  if (point.value == U'"' || point.value == U'\\') {
    out += '\\';
    out += bytes;
  } else if (point.value == U'\n') {
    out += "\\n";
  } else if (point.value == U'\t') {
    out += "\\t";
  } else if (is_control(point.value)) {
    out += "\\u" + to_hex(point.value, 4);
  } else {
    out += bytes;
  }
}

void append_json_string(std::string& out, std::string_view raw) {
  out += '"';
  while (!raw.empty()) {
    const auto [point, bytes] = take_code_point(raw);
    if (point.length == 0) {
      out += kReplacementCharacter;
    } else {
      append_escaped(out, point, bytes);
    }
  }
  out += '"';
}

namespace {

template <typename Number>
void append_number(std::string& out, Number value) {
  if (std::isnan(value)) {
    out += "\"NaN\"";
  } else if (std::isinf(value)) {
    out += value > 0 ? "\"+Inf\"" : "\"-Inf\"";
  } else {
    std::array<char, 32> digits{};
    auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
  }
}

}  // namespace

void append_json_number(std::string& out, double value) { append_number(out, value); }
void append_json_number(std::string& out, float value) { append_number(out, value); }

}  // namespace steptail::base
