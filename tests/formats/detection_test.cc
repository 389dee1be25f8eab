// A file is recognised by its content alone: in any order, without its head, several formats in one
// file; and every file below config/formats is a built-in format without a list.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "format/format.h"
#include "format/format_set.h"
#include "format/rule_matcher.h"
#include "formats/line_file.h"

namespace steptail::format {
namespace {

namespace stdfs = std::filesystem;

const std::string kRoot = STEPTAIL_SOURCE_DIR;

struct Log {
  std::string format{};
  std::vector<CleanLine> lines{};
};

const std::vector<Log>& logs() {
  static const std::vector<Log> all = [] {
    std::vector<Log> found;
    const auto formats = FormatSet::builtin();
    for (const auto& format : formats->formats()) {
      const std::string file = kRoot + "/tests/formats/lines/" + format->name + ".txt";
      Log log{.format = format->name};
      for (const ExpectedLine& line : read_line_file(file)) {
        for (CleanLine& clean : clean_lines(line.line)) log.lines.push_back(std::move(clean));
      }
      if (!log.lines.empty()) found.push_back(std::move(log));
    }
    return found;
  }();
  return all;
}

std::set<std::string> recognised(const std::vector<CleanLine>& lines) {
  static const auto formats = FormatSet::builtin();
  static const auto scratch = make_match_scratch();
  RuleMatcher matcher(formats, {}, scratch);
  for (const CleanLine& line : lines) (void)matcher.match({.text = line.text, .rank = line.rank});
  std::set<std::string> names;
  const std::string all = matcher.format_names();
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find(',', begin), all.size());
    names.insert(all.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

TEST(Detection, KnowsALogWithoutItsHead) {
  ASSERT_FALSE(logs().empty());
  for (const Log& log : logs()) {
    const auto half = static_cast<std::ptrdiff_t>(log.lines.size() / 2);
    const std::vector<CleanLine> tail(log.lines.begin() + half, log.lines.end());
    const std::vector<CleanLine> head(log.lines.begin(), log.lines.begin() + half);
    EXPECT_TRUE(recognised(tail).contains(log.format) || recognised(head).contains(log.format))
        << log.format;
    EXPECT_TRUE(recognised(log.lines).contains(log.format)) << log.format;
  }
}

TEST(Detection, KnowsALogInAnyOrder) {
  for (const Log& log : logs()) {
    std::vector<CleanLine> rotated = log.lines;
    for (std::size_t turn = 0; turn < 3; ++turn) {
      std::rotate(rotated.begin(),
                  rotated.begin() + static_cast<std::ptrdiff_t>(rotated.size() / 3), rotated.end());
      EXPECT_TRUE(recognised(rotated).contains(log.format)) << log.format << ", turn " << turn;
    }
  }
}

TEST(Detection, KnowsSeveralFormatsInOneFile) {
  for (std::size_t i = 0; i + 1 < logs().size(); ++i) {
    std::vector<CleanLine> both = logs()[i].lines;
    both.insert(both.end(), logs()[i + 1].lines.begin(), logs()[i + 1].lines.end());
    const auto names = recognised(both);
    EXPECT_TRUE(names.contains(logs()[i].format)) << logs()[i].format;
    EXPECT_TRUE(names.contains(logs()[i + 1].format)) << logs()[i + 1].format;
  }
}

TEST(Detection, BuiltInFormatsAreTheFilesOfTheirFolder) {
  std::set<std::string> files;
  for (const auto& entry : stdfs::directory_iterator(kRoot + "/config/formats")) {
    if (entry.path().extension() == ".yaml") files.insert(entry.path().filename());
  }
  std::set<std::string> built_in;
  for (const FormatSource& source : FormatSet::builtin_sources()) {
    built_in.insert(stdfs::path(source.file).filename());
  }
  EXPECT_EQ(files, built_in);
}

}  // namespace
}  // namespace steptail::format
