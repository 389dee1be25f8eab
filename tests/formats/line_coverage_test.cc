// Every line of tests/formats/lines/NAME.txt gives exactly the numbers that stand below it, with
// all formats loaded; and no file is taken for another framework's. The table of formats and files
// is printed. The same table is made of ../shared/lines where that is.
// STEPTAIL_UPDATE_LINES=1 rewrites what lines give; then read the diff.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "format/format.h"
#include "format/format_set.h"
#include "format/record_text.h"
#include "format/rule_matcher.h"
#include "formats/line_file.h"

namespace steptail::format {
namespace {

namespace stdfs = std::filesystem;

const std::string kFolder = std::string(STEPTAIL_SOURCE_DIR) + "/tests/formats/lines";

const std::shared_ptr<const FormatSet>& formats() {
  static const auto set = FormatSet::builtin();
  return set;
}

std::vector<stdfs::path> files_in(const std::string& folder) {
  std::vector<stdfs::path> files;
  std::error_code none;
  for (const auto& entry : stdfs::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What the records of a line say, as it stands in the files.
std::string text_of(std::span<const Record> records) {
  std::string text;
  for (const Record& record : records) {
    if (!text.empty()) text += " | ";
    const std::string values = record_text(record);
    text += std::string(record.format_name) + (values.empty() ? "" : ": " + values);
  }
  return text;
}

// How many lines of a log each framework's format takes.
using Counts = std::map<std::string, int>;

void count(std::span<const Record> records, Counts& counts) {
  for (const Record& record : records) {
    if (!record.common) ++counts[std::string(record.format_name)];
  }
}

class LineTest : public testing::Test {
 public:
  explicit LineTest(stdfs::path file) : file_(std::move(file)) {}
  void TestBody() override {
    std::vector<ExpectedLine> lines = read_line_file(file_);
    RuleMatcher matcher(formats(), {});
    for (ExpectedLine& line : lines) {
      std::string found;
      for (const CleanLine& clean : clean_lines(line.line)) {
        const std::string text = text_of(matcher.match({.text = clean.text, .rank = clean.rank}));
        if (!found.empty() && !text.empty()) found += " | ";
        found += text;
      }
      if (std::getenv("STEPTAIL_UPDATE_LINES") != nullptr) line.gives = found;
      if (line.gives == found) continue;
      ADD_FAILURE_AT(file_.c_str(), line.number)
          << line.line << "\n  gives " << (found.empty() ? "nothing" : found) << "\n  not   "
          << (line.gives.empty() ? "nothing" : line.gives);
    }
    if (std::getenv("STEPTAIL_UPDATE_LINES") != nullptr) rewrite_line_file(file_, lines);
  }

 private:
  stdfs::path file_;
};

// A format and all that it includes, and what those include.
std::set<std::string> family_of(const std::string& name) {
  std::set<std::string> family{name};
  std::vector<std::string> open{name};
  while (!open.empty()) {
    const Format* format = formats()->find(open.back());
    open.pop_back();
    if (format == nullptr) continue;
    for (const Include& include : format->include) {
      if (family.insert(include.name).second) open.push_back(include.name);
    }
  }
  return family;
}

bool are_relatives(const std::string& a, const std::string& b) {
  return family_of(a).contains(b) || family_of(b).contains(a);
}

std::string log_of(const stdfs::path& file, bool is_own) {
  if (is_own) {
    std::string log;
    for (const ExpectedLine& line : read_line_file(file)) log += line.line + "\n";
    return log;
  }
  std::ifstream in(file, std::ios::binary);
  std::string source;
  std::getline(in, source);  // says where the lines are from
  return {std::istreambuf_iterator<char>(in), {}};
}

Counts counts_of(const std::string& log) {
  Counts counts;
  RuleMatcher matcher(formats(), {});
  for (const CleanLine& clean : clean_lines(log)) {
    count(matcher.match({.text = clean.text, .rank = clean.rank}), counts);
  }
  return counts;
}

// One row a file: which formats take how many of its lines. A file that is no framework's (launcher
// prefixes, failures) is printed only.
void check_table(const std::vector<stdfs::path>& files, bool is_own) {
  for (const stdfs::path& file : files) {
    const std::string name = file.stem();
    const Counts counts = counts_of(log_of(file, is_own));
    std::cout << name << ":";
    for (const auto& [format, lines] : counts) std::cout << "  " << format << " " << lines;
    std::cout << "\n";
    if (formats()->find(name) == nullptr) continue;
    EXPECT_TRUE(counts.contains(name)) << file << " is not recognised as " << name;
    for (const auto& [format, lines] : counts) {
      EXPECT_TRUE(are_relatives(name, format))
          << file << ": " << format << " takes lines, and neither includes the other";
    }
  }
}

TEST(ConfusionTable, OfTheProjectsLines) { check_table(files_in(kFolder), true); }

TEST(ConfusionTable, OfRealLines) {
  const char* given = std::getenv("STEPTAIL_SHARED");
  const std::string shared = given != nullptr ? given : STEPTAIL_SOURCE_DIR "/../shared";
  const auto files = files_in(shared + "/lines");
  if (files.empty()) GTEST_SKIP() << "there is no " << shared << "/lines";
  check_table(files, false);
}

TEST(LineFiles, EveryFormatHasOne) {
  std::string missing;
  for (const auto& format : formats()->formats()) {
    if (format->common || stdfs::exists(kFolder + "/" + format->name + ".txt")) continue;
    missing += " " + format->name;
  }
  if (!missing.empty()) GTEST_SKIP() << "no lines yet:" << missing;
}

void register_files() {
  for (const stdfs::path& file : files_in(kFolder)) {
    testing::RegisterTest("LinesGiveTheirNumbers", file.stem().c_str(), nullptr, nullptr,
                          file.c_str(), 1,
                          [file]() -> testing::Test* { return new LineTest(file); });
  }
}

}  // namespace
}  // namespace steptail::format

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  steptail::format::register_files();
  return RUN_ALL_TESTS();
}
