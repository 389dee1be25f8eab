#pragma once

#include <gtest/gtest.h>

#include <array>
#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/format_set.h"
#include "format/record.h"

namespace steptail::format {

// A format file of that name with these `rules` (or whatever else follows the head), without
// samples.
inline FormatSource format_file(const std::string& name, const std::string& rest) {
  return {.file = name + ".yaml", .text = "format: " + name + "\ntitle: " + name + "\n" + rest};
}

inline std::shared_ptr<const FormatSet> formats_of(const std::vector<FormatSource>& sources) {
  auto formats = FormatSet::load_unproved(sources);
  if (formats) return *std::move(formats);
  for (const base::Error& error : formats.error()) ADD_FAILURE() << error.to_string();
  return *FormatSet::load_unproved({});
}

inline std::shared_ptr<const FormatSet> format_of(const std::string& rest) {
  return formats_of({format_file("test", rest)});
}

inline std::string shortest(double number) {
  std::array<char, 32> buffer{};
  const auto [end, problem] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return {buffer.data(), end};
}

// "rule field=number field{label}=number ..." of a record, with what else a value has behind it.
inline std::string text_of(const Record& record) {
  std::string text(record.rule_name);
  for (const Value& value : record.values()) {
    text += " " + std::string(field_name(value.field));
    std::string labels(value.label);
    for (std::string_view more : {value.stat, value.rank}) {
      if (!more.empty()) labels += (labels.empty() ? "" : ",") + std::string(more);
    }
    if (!labels.empty()) text += "{" + labels + "}";
    text += (value.sum ? "+=" : value.absolute ? ":=" : "=") + shortest(value.number);
  }
  return text;
}

}  // namespace steptail::format
