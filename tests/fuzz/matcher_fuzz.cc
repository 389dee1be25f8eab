// The input is the text of a log. Properties: a record is well formed; the same lines give the same
// records to a second matcher and to one that is saved and loaded between all lines; the scanner
// finds exactly the literals that are there.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "format/format.h"
#include "format/format_set.h"
#include "format/label_name.h"
#include "format/literal_scanner.h"
#include "format/rule_matcher.h"
#include "fuzz/fuzz_target.h"

namespace {

using namespace steptail;
using format::FormatSet;
using format::Record;
using format::RuleMatcher;

void check_value(const format::Value& value, std::string_view line) {
  FUZZ_CHECK(value.label.empty() == field_label(value.field).empty());
  FUZZ_CHECK(value.label.empty() || format::is_label_name(value.label));
  FUZZ_CHECK(value.stat.empty() || value.stat == "min" || value.stat == "max");
  FUZZ_CHECK(value.rank.empty() || line.find(value.rank) != std::string_view::npos);
  FUZZ_CHECK(value.rank.size() <= 20 ||
             value.rank.find_first_not_of("0123456789") == std::string_view::npos);
}

std::string text_of(std::span<const Record> records, std::string_view line) {
  std::string text;
  FUZZ_CHECK(records.size() <= 2);
  for (const Record& record : records) {
    FUZZ_CHECK(!record.format_name.empty() && !record.rule_name.empty());
    FUZZ_CHECK(!record.progress || !record.values().empty());
    text += std::string(record.format_name) + "." + std::string(record.rule_name);
    for (const format::Value& value : record.values()) {
      check_value(value, line);
      text += " " + std::string(field_name(value.field)) + "{" + std::string(value.label) + "," +
              std::string(value.stat) + "," + std::string(value.rank) +
              "}=" + std::to_string(value.number);
    }
    text += "\n";
  }
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// What a matcher says about all lines; `reload`: through save() and load() after each.
std::string match_all(const std::shared_ptr<const FormatSet>& formats,
                      const std::vector<std::string_view>& lines, bool reload) {
  std::string text;
  RuleMatcher matcher(formats, {});
  for (std::string_view line : lines) {
    const std::string_view rank = line.substr(0, line.size() % 2);
    text += text_of(matcher.match({.text = line, .rank = rank}), line);
    if (!reload) continue;
    base::ByteWriter out;
    matcher.save(out);
    matcher = RuleMatcher(formats, {});
    base::ByteReader in(out.bytes());
    matcher.load(in);
    FUZZ_CHECK(in.ok() && in.at_end());
  }
  return text + matcher.format_names();
}

void check_scanner(std::string_view line) {
  static const std::vector<std::string> kLiterals = {
      "a", "loss", "loss:", " loss:", "step=", "elapsed time per iteration (ms):", "\xff\xfe"};
  static const format::LiteralScanner kScanner(kLiterals);
  static format::LiteralHits hits;
  kScanner.scan(line, hits);
  for (std::size_t i = 0; i < kLiterals.size(); ++i) {
    FUZZ_CHECK(hits.find(static_cast<std::uint16_t>(i)) == line.find(kLiterals[i]));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto kFormats = FormatSet::builtin();
  if (size > 8192) return 0;
  const std::string text(data, data + size);
  const auto lines = lines_of(text);
  for (std::string_view line : lines) check_scanner(line);
  const std::string expected = match_all(kFormats, lines, false);
  FUZZ_CHECK(expected == match_all(kFormats, lines, false));
  FUZZ_CHECK(expected == match_all(kFormats, lines, true));
  return 0;
}
