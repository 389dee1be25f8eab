#include "metrics/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "format/field.h"
#include "metrics/self_catalogue.h"

namespace steptail::metrics {
namespace {

std::vector<Metric> all_metrics() {
  std::vector<Metric> metrics;
  for (const RunMetric& row : run_metrics()) metrics.push_back(row.metric);
  for (const DaemonMetric& row : daemon_metrics()) metrics.push_back(row.metric);
  return metrics;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::vector<std::string> words(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    words.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

// The names that the series of a metric and its family can have in either format.
std::vector<std::string> names_of(const Metric& metric) {
  const std::string name(metric.name);
  if (metric.type == MetricType::Summary) return {name, name + "_sum", name + "_count"};
  if (metric.type == MetricType::Counter) return {name, name.substr(0, name.size() - 6)};
  return {name};
}

TEST(Catalogue, NamesAreSnakeCaseWithAKnownPrefix) {
  for (const RunMetric& row : run_metrics()) EXPECT_EQ(row.metric.name.substr(0, 9), "training_");
  for (const Metric& metric : all_metrics()) {
    SCOPED_TRACE(metric.name);
    EXPECT_EQ(metric.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos);
    EXPECT_EQ(metric.name.find("__"), std::string_view::npos);
  }
}

TEST(Catalogue, OnlyCountersEndInTotal) {
  for (const Metric& metric : all_metrics()) {
    SCOPED_TRACE(metric.name);
    EXPECT_EQ(ends_with(metric.name, "_total"), metric.type == MetricType::Counter);
  }
}

TEST(Catalogue, NoTwoMetricsClashInEitherFormat) {
  std::set<std::string> names;
  for (const Metric& metric : all_metrics()) {
    for (const std::string& name : names_of(metric)) {
      EXPECT_TRUE(names.insert(name).second) << name;
    }
  }
}

TEST(Catalogue, UnitsAreTheEndOfTheName) {
  for (const Metric& metric : all_metrics()) {
    SCOPED_TRACE(metric.name);
    std::string_view family = metric.name;
    if (metric.type == MetricType::Counter) family.remove_suffix(6);
    if (!metric.unit.empty()) {
      EXPECT_TRUE(ends_with(family, "_" + std::string(metric.unit)));
      continue;
    }
    for (const auto* unit : {"_bytes", "_ratio", "_seconds"}) EXPECT_FALSE(ends_with(family, unit));
  }
}

TEST(Catalogue, HelpIsOneSentenceThatNeedsNoEscaping) {
  for (const Metric& metric : all_metrics()) {
    SCOPED_TRACE(metric.name);
    EXPECT_TRUE(ends_with(metric.help, "."));
    EXPECT_EQ(metric.help.find_first_of("\\\"\n"), std::string_view::npos);
    EXPECT_EQ(metric.help.find(". "), std::string_view::npos);
  }
}

TEST(Catalogue, ExtraLabelsAreSorted) {
  for (const Metric& metric : all_metrics()) {
    const auto labels = words(metric.labels);
    EXPECT_TRUE(std::is_sorted(labels.begin(), labels.end())) << metric.name;
  }
}

// A field of the vocabulary that no row exports would be read from logs and silently dropped.
TEST(Catalogue, EveryFieldOfTheVocabularyIsExported) {
  std::set<std::string_view> names;
  for (const RunMetric& row : run_metrics()) names.insert(row.metric.name);
  for (std::size_t i = 0; i < format::kFieldCount; ++i) {
    const auto field = static_cast<format::Field>(i);
    if (format::field_kind(field) == format::FieldKind::Helper) continue;
    std::string name = "training_" + std::string(format::field_name(field));
    if (format::field_kind(field) == format::FieldKind::Counter) name += "_total";
    EXPECT_EQ(names.count(name), 1U) << name;
  }
}

TEST(Catalogue, LabelledFieldsCarryTheLabelOfTheVocabulary) {
  for (const RunMetric& row : run_metrics()) {
    const auto field = format::field_from_name(row.metric.name.substr(9));
    if (!field || format::field_kind(*field) != format::FieldKind::Labelled) continue;
    EXPECT_EQ(words(row.metric.labels).front(), format::field_label(*field)) << row.metric.name;
  }
}

}  // namespace
}  // namespace steptail::metrics
