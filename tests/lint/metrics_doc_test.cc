#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "metrics/catalogue.h"
#include "metrics/self_catalogue.h"

namespace steptail::metrics {
namespace {

const std::string kPath = std::string(STEPTAIL_SOURCE_DIR) + "/docs/metrics.md";

std::string_view type_name(MetricType type) {
  switch (type) {
    case MetricType::Gauge:
      return "gauge";
    case MetricType::Counter:
      return "counter";
    case MetricType::Summary:
      return "summary";
  }
  return "";
}

std::string row(const Metric& metric) {
  std::string labels;
  for (const char c : metric.labels) labels += c == ',' ? std::string(", ") : std::string(1, c);
  return "| `" + std::string(metric.name) + "` | " + std::string(type_name(metric.type)) + " | " +
         labels + " | " + std::string(metric.help) + " |\n";
}

template <typename Rows>
std::string table(const Rows& rows) {
  std::string text = "| metric | type | labels | meaning |\n|---|---|---|---|\n";
  for (const auto& entry : rows) text += row(entry.metric);
  return text;
}

std::string begin_mark(const std::string& name) { return "<!-- " + name + ": begin -->\n"; }
std::string end_mark(const std::string& name) { return "<!-- " + name + ": end -->\n"; }

// Where the table `name` lies in the document.
struct Place {
  std::size_t begin = 0, size = 0;
};
std::optional<Place> find_table(const std::string& document, const std::string& name) {
  const std::size_t mark = document.find(begin_mark(name));
  const std::size_t end = document.find(end_mark(name));
  if (mark == std::string::npos || end == std::string::npos) return std::nullopt;
  const std::size_t begin = mark + begin_mark(name).size();
  return Place{.begin = begin, .size = end - begin};
}

std::string read_document() {
  std::ifstream file(kPath);
  return {std::istreambuf_iterator<char>(file), {}};
}

// STEPTAIL_UPDATE_DOCS=1 in the environment writes the table instead of comparing it.
void check_table(const std::string& name, const std::string& expected) {
  std::string document = read_document();
  const auto place = find_table(document, name);
  ASSERT_TRUE(place) << kPath << " lacks the marks of the table " << name;
  if (std::getenv("STEPTAIL_UPDATE_DOCS") != nullptr) {
    document.replace(place->begin, place->size, expected);
    std::ofstream(kPath) << document;
    return;
  }
  EXPECT_EQ(document.substr(place->begin, place->size), expected)
      << kPath << " is not what the catalogue says; STEPTAIL_UPDATE_DOCS=1 writes it";
}

TEST(MetricsDoc, RunsAreDocumentedAsTheCatalogueSays) { check_table("runs", table(run_metrics())); }

TEST(MetricsDoc, TheDaemonIsDocumentedAsTheCatalogueSays) {
  check_table("daemon", table(daemon_metrics()));
}

}  // namespace
}  // namespace steptail::metrics
