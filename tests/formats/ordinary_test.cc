// What no trainer wrote becomes no run and no value: service logs, build output, bars of other
// tools, source code, configurations, prose, and the text files of this machine's packages.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "format/format_set.h"
#include "format/record_text.h"
#include "format/rule_matcher.h"
#include "formats/ordinary_text.h"

namespace steptail::format {
namespace {

constexpr std::size_t kLinesOfAKind = 6000;
constexpr std::size_t kLinesOfPackages = 60000;

// Reports each rule once.
void expect_nothing(const std::vector<OrdinaryFile>& files) {
  const auto formats = FormatSet::builtin();
  const auto scratch = make_match_scratch();
  std::set<std::string> reported;
  for (const OrdinaryFile& file : files) {
    RuleMatcher matcher(formats, {}, scratch);
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      for (const Record& record : matcher.match({.text = file.lines[i]})) {
        const std::string rule =
            std::string(record.format_name) + "." + std::string(record.rule_name);
        if (record.common || !reported.insert(rule).second) continue;
        ADD_FAILURE() << file.name << ":" << i + 1 << ": " << file.lines[i] << "\n  is taken by "
                      << rule << ": " << record_text(record);
      }
    }
    EXPECT_FALSE(matcher.recognised()) << file.name << " is taken for " << matcher.format_names();
  }
}

TEST(OrdinaryText, ThatIsMadeUpBecomesNoRun) { expect_nothing(made_up_files(kLinesOfAKind)); }

TEST(OrdinaryText, OfThisMachinesPackagesBecomesNoRun) {
  const auto files = files_of_packages(kLinesOfPackages);
  if (files.empty()) GTEST_SKIP() << "there are no packages with text files";
  expect_nothing(files);
}

}  // namespace
}  // namespace steptail::format
