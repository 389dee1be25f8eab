#pragma once

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace steptail::base {

// Appends one code point, whose bytes those are, as it stands inside a string of JSON.
void append_escaped(std::string& out, CodePoint point, std::string_view bytes);

// Appends a string of JSON, with its quotes. Bytes that are no UTF-8 become U+FFFD; control
// characters and the line separators that JavaScript stumbles over are escaped.
void append_json_string(std::string& out, std::string_view raw);

// Appends a number of JSON, the shortest that reads back as `value`. JSON has none for NaN and the
// infinities: they become the strings "NaN", "+Inf" and "-Inf".
void append_json_number(std::string& out, double value);
void append_json_number(std::string& out, float value);

}  // namespace steptail::base
