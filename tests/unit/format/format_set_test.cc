#include "format/format_set.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "format/format.h"
#include "format/format_loader.h"
#include "format/rule_matcher.h"
#include "format/sample_check.h"
#include "unit/format/test_formats.h"

namespace steptail::format {
namespace {

FormatSource good(const std::string& name, const std::string& literal) {
  return format_file(
      name, "rules:\n  - {name: step, when: \"" + literal + "\", fields: {iteration: {after: \"" +
                literal + "\"}}}\nsamples:\n  - {line: \"" + literal +
                "7\", rule: step, expect: {iteration: 7}}\n  - {line: \"\", rule: none}\n");
}

std::vector<std::string> messages(const base::Errors& errors) {
  std::vector<std::string> texts;
  for (const base::Error& error : errors) texts.push_back(error.to_string());
  return texts;
}

TEST(FormatSet, HoldsItsFormatsByName) {
  const std::vector<FormatSource> sources = {good("beta", "b="), good("alpha", "a=")};
  const auto formats = FormatSet::load(sources, {});
  ASSERT_TRUE(formats);
  ASSERT_EQ(2U, (*formats)->formats().size());
  EXPECT_EQ("alpha", (*formats)->formats()[0]->name);
  const Format* beta = (*formats)->find("beta");
  ASSERT_NE(nullptr, beta);
  EXPECT_EQ("beta", beta->title);
  EXPECT_EQ(sources[0].text, beta->text);
  EXPECT_EQ(2U, beta->samples.size());
  EXPECT_FALSE(beta->is_site);
  EXPECT_EQ(nullptr, (*formats)->find("gamma"));
  EXPECT_EQ(nullptr, (*formats)->find(""));
}

TEST(FormatSet, ASitesFormatReplacesABuiltInOne) {
  const std::vector<FormatSource> builtin = {good("alpha", "a="), good("beta", "b=")};
  const std::vector<FormatSource> sites = {good("beta", "x=")};
  const auto formats = FormatSet::load(builtin, sites);
  ASSERT_TRUE(formats);
  ASSERT_EQ(2U, (*formats)->formats().size());
  EXPECT_TRUE((*formats)->find("beta")->is_site);
  RuleMatcher matcher(*formats, {});
  EXPECT_TRUE(matcher.match({.text = "b=5"}).empty());
  EXPECT_EQ(1U, matcher.match({.text = "x=5"}).size());
}

TEST(FormatSet, TwoFilesOfOneNameAreAnError) {
  const std::vector<FormatSource> sources = {
      good("alpha", "a="), {.file = "more/alpha.yaml", .text = good("alpha", "b=").text}};
  const auto formats = FormatSet::load({}, sources);
  ASSERT_FALSE(formats);
  EXPECT_EQ(
      (std::vector<std::string>{"more/alpha.yaml:1:1: format 'alpha' is in alpha.yaml already"}),
      messages(formats.error()));
}

TEST(FormatSet, ReportsTheErrorsOfAllFilesAndLoadsNothing) {
  const std::vector<FormatSource> sources = {format_file("alpha", "rulez: []\n"),
                                             good("beta", "b="),
                                             format_file("gamma", "rules: 7\nsamples: []\n")};
  const auto formats = FormatSet::load({}, sources);
  ASSERT_FALSE(formats);
  std::vector<std::string> files;
  for (const base::Error& error : formats.error()) {
    if (files.empty() || files.back() != error.file) files.push_back(error.file);
  }
  EXPECT_EQ((std::vector<std::string>{"alpha.yaml", "gamma.yaml"}), files);
}

TEST(FormatSet, RunsTheSamplesOfSitesOnly) {
  FormatSource broken = good("alpha", "a=");
  broken.text += "  - {line: \"a=8\", rule: step, expect: {iteration: 9}}\n";
  EXPECT_TRUE(FormatSet::load({&broken, 1}, {}));
  const auto site = FormatSet::load({}, {&broken, 1});
  ASSERT_FALSE(site);
  EXPECT_EQ((std::vector<std::string>{
                "alpha.yaml:8:51: iteration: the line gives 8, the sample expects 9"}),
            messages(site.error()));
  const auto loaded = FormatSet::load({&broken, 1}, {});
  EXPECT_EQ(1U, check_samples(*loaded).size());
}

TEST(FormatSet, AFormatMayIncludeInCircles) {
  const std::vector<FormatSource> sources = {
      format_file("alpha",
                  "include: [beta]\nrules:\n  - {name: a, when: \"a=\", state: loading}\n"),
      format_file("beta",
                  "include: [alpha]\nrules:\n  - {name: b, when: \"b=\", state: loading}\n")};
  const auto formats = formats_of(sources);
  EXPECT_EQ(2U, formats->find("alpha")->rules.size());
  EXPECT_EQ(2U, formats->find("beta")->rules.size());
  EXPECT_EQ(1U, formats->find("beta")->own_rules);
}

TEST(FormatSet, BuiltInFormatsAreThoseOfTheirFiles) {
  const auto sources = FormatSet::builtin_sources();
  const auto quick = FormatSet::builtin();
  EXPECT_EQ(sources.size(), quick->formats().size());
  const auto whole = FormatSet::load(sources, {});
  ASSERT_TRUE(whole) << whole.error()[0].to_string();
  for (const auto& format : (*whole)->formats()) {
    const Format* same = quick->find(format->name);
    ASSERT_NE(nullptr, same) << format->name;
    EXPECT_EQ(format->rules.size(), same->rules.size()) << format->name;
    EXPECT_EQ(format->common, same->common) << format->name;
  }
}

// A set that was loaded without samples still proves them when asked; an empty rule set of the same
// name shows that they are really run.
TEST(FormatSet, SamplesThatWereLeftOutAreReadAnew) {
  EXPECT_TRUE(check_samples(FormatSet::builtin()).empty());
  const std::string name = FormatSet::builtin()->formats()[0]->name;
  const auto hollow = formats_of(
      {format_file(name, "rules:\n  - {name: x, when: \"no such text\", state: loading}\n")});
  EXPECT_FALSE(check_samples(hollow).empty());
}

TEST(FormatSet, OfNothingMatchesNothing) {
  const auto formats = FormatSet::load({}, {});
  ASSERT_TRUE(formats);
  RuleMatcher matcher(*formats, {});
  EXPECT_TRUE(matcher.match({.text = "step=7 loss=3"}).empty());
}

}  // namespace
}  // namespace steptail::format
