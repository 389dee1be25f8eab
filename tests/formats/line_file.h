#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace steptail::format {

// One line of a log and what it must give: record_text() behind the name of the rule's format.
struct ExpectedLine {
  int number = 0;  // in its file
  std::string line{};
  std::string gives{};  // empty: nothing
};

// The lines of tests/formats/lines/NAME.txt. A line that begins with "  => " is what the line
// before must give; one that begins with "#" is a comment. "\r", "\b", "\e", "\t", "\s" (a
// blank), "\#" and "\\" stand for what editors do not show.
[[nodiscard]] std::vector<ExpectedLine> read_line_file(const std::string& path);
// Writes what they give into the file that they were read from.
void rewrite_line_file(const std::string& path, const std::vector<ExpectedLine>& lines);

// The lines of a log as the formats see them: cut, and without what terminals and launchers add.
struct CleanLine {
  std::string text{};
  std::string rank{};
};
[[nodiscard]] std::vector<CleanLine> clean_lines(std::string_view log);

}  // namespace steptail::format
