#include "metrics/collector.h"

#include <gtest/gtest.h>
#include <prometheus/text_serializer.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "support/exposition.h"
#include "unit/metrics/sample_runs.h"

namespace steptail::metrics {
namespace {

using prometheus::MetricFamily;
using prometheus::MetricType;
using Series = std::map<std::string, double>;

// Two shards with everything in them, and with what pages and libraries stumble over.
Collector::Source sample_source() {
  RunSnapshot odd = full_run("od\"d\\\n\xFF");
  odd.data.set(format::Field::Loss, std::numeric_limits<double>::quiet_NaN());
  odd.data.set(format::Field::GradientNorm, std::numeric_limits<double>::infinity());
  odd.data.set(format::Field::LearningRate, 0.0001499374600756905);
  odd.data.phases.push_back({"n\xC3\xBCtzlich", "3", "min", 5e-324});
  return {.shards = {busy_shard(), nullptr, shard_of({std::move(odd)})}, .facts = sample_facts()};
}

std::string key_of(const std::string& name, const prometheus::ClientMetric& metric) {
  support::Sample sample{.name = name, .labels = {}, .value = 0, .number = {}};
  for (const auto& label : metric.label) sample.labels.emplace_back(label.name, label.value);
  return sample.key();
}

Series series_of(const std::vector<MetricFamily>& families) {
  Series series;
  for (const MetricFamily& family : families) {
    for (const auto& metric : family.metric) {
      if (family.type == MetricType::Summary) {
        series[key_of(family.name + "_sum", metric)] = metric.summary.sample_sum;
        series[key_of(family.name + "_count", metric)] =
            static_cast<double>(metric.summary.sample_count);
      } else {
        series[key_of(family.name, metric)] =
            family.type == MetricType::Counter ? metric.counter.value : metric.gauge.value;
      }
    }
  }
  return series;
}

Series series_of(const std::string& page, support::ExpositionFormat format) {
  Series series;
  const auto parsed = support::parse_exposition(page, format);
  if (!parsed) {
    ADD_FAILURE() << parsed.error().to_string();
    return series;
  }
  for (const support::Family& family : parsed->families) {
    for (const support::Sample& sample : family.samples) series[sample.key()] = sample.value;
  }
  return series;
}

std::string our_page(const Collector::Source& source) {
  return render_page(source.shards, source.facts ? &*source.facts : nullptr, PageFormat::Text004);
}

TEST(Collector, GivesThePageSeriesBySeriesAndBitByBit) {
  const Collector::Source source = sample_source();
  const Series page = series_of(our_page(source), support::ExpositionFormat::Text004);
  const Series model = series_of(Collector([&] { return source; }).Collect());
  ASSERT_GT(page.size(), 150U);
  ASSERT_EQ(page.size(), model.size());
  for (const auto& [key, value] : page) {
    ASSERT_EQ(model.count(key), 1U) << key;
    const double other = model.at(key);
    EXPECT_TRUE(std::isnan(value)
                    ? std::isnan(other)
                    : std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(other))
        << key << ": " << value << " and " << other;
  }
}

// The library's own text is less exact (16 digits), but made without any code of ours.
TEST(Collector, GivesThePageThatTheLibraryWrites) {
  const Collector::Source source = sample_source();
  const Series page = series_of(our_page(source), support::ExpositionFormat::Text004);
  const std::string text =
      prometheus::TextSerializer().Serialize(Collector([&] { return source; }).Collect());
  const Series oracle = series_of(text, support::ExpositionFormat::Foreign);
  ASSERT_EQ(page.size(), oracle.size());
  for (const auto& [key, value] : page) {
    ASSERT_EQ(oracle.count(key), 1U) << key;
    const double other = oracle.at(key);
    if (std::isfinite(value)) {
      EXPECT_NEAR(value, other, std::abs(value) * 1e-15) << key;
    } else {
      EXPECT_TRUE(value == other || (std::isnan(value) && std::isnan(other))) << key;
    }
  }
}

TEST(Collector, GivesTheFamiliesInTheOrderOfThePage) {
  const Collector::Source source = sample_source();
  const auto page = support::parse_exposition(our_page(source), support::ExpositionFormat::Text004);
  const auto families = Collector([&] { return source; }).Collect();
  ASSERT_TRUE(page);
  ASSERT_EQ(families.size(), page->families.size());
  for (std::size_t i = 0; i < families.size(); ++i) {
    EXPECT_EQ(families[i].name, page->families[i].name);
    EXPECT_EQ(families[i].help, page->families[i].help);
  }
}

TEST(Collector, GivesOnlyRunsWithoutFacts) {
  Collector::Source source = sample_source();
  source.facts.reset();
  for (const MetricFamily& family : Collector([&] { return source; }).Collect()) {
    EXPECT_EQ(family.name.substr(0, 9), "training_");
  }
}

}  // namespace
}  // namespace steptail::metrics
