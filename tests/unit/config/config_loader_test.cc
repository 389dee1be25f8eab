#include <gtest/gtest.h>

#include <string>

#include "config/config.h"

namespace steptail::config {
namespace {

using namespace std::chrono_literals;

Config load(const std::string& text) {
  auto config = load_config("c.yaml", text);
  EXPECT_TRUE(config) << (config ? "" : config.error()[0].to_string());
  return config.value_or(Config{});
}

TEST(ConfigLoader, TakesAnEmptyFileForTheDefaults) {
  for (const char* text :
       {"", "# nothing\n", "web:\nformats:\nwatch:\nstall:\nretention:\nlimits:\n", "watch: []\n",
        "stall: {states: }\n"}) {
    SCOPED_TRACE(text);
    Config config = load(text);
    EXPECT_EQ(Config{}.listen_addresses, config.listen_addresses);
    EXPECT_EQ(Config{}.stall, config.stall);
    EXPECT_EQ(Config{}.retention, config.retention);
    EXPECT_EQ(Config{}.limits, config.limits);
    EXPECT_TRUE(config.watch.empty());
    EXPECT_TRUE(config.format_directories.empty());
  }
}

TEST(ConfigLoader, ReadsEveryOptionOfAnEntry) {
  Config config = load(R"(
watch:
  - name: lustre
    paths:
      - /lustre/{user}/{run}/out-*.log
      - "/lustre/[ab]/*.txt"
    exclude: ["**/*.err"]
    labels: {site: north, rack: 0123, maintained: yes}
    format: [megatron-lm, deepspeed]
    poll: always
    poll_interval: 500ms
    scan_interval: 1m30s
    ignore_older: 7d
    timezone: Europe/Zurich
    stall: {factor: 2.5, states: {queued: 6h, compiling: none}}
)");
  ASSERT_EQ(1U, config.watch.size());
  const WatchEntry& entry = config.watch[0];
  EXPECT_EQ("lustre", entry.name);
  EXPECT_EQ((std::vector<std::string>{"/lustre/{user}/{run}/out-*.log", "/lustre/[ab]/*.txt"}),
            entry.paths);
  EXPECT_EQ((std::vector<std::string>{"**/*.err"}), entry.exclude);
  using Label = std::pair<std::string, std::string>;
  EXPECT_EQ((std::vector<Label>{{"maintained", "yes"}, {"rack", "0123"}, {"site", "north"}}),
            entry.labels)
      << "sorted, and as written";
  EXPECT_EQ((std::vector<std::string>{"megatron-lm", "deepspeed"}), entry.formats);
  EXPECT_EQ(PollMode::Always, entry.poll);
  EXPECT_EQ(500ms, entry.poll_interval);
  EXPECT_EQ(90s, entry.scan_interval);
  EXPECT_EQ(7 * 24h, entry.ignore_older);
  EXPECT_EQ("Europe/Zurich", entry.timezone);
  EXPECT_EQ(2.5, entry.stall.factor);
  EXPECT_EQ(6h, entry.stall.queued);
  EXPECT_EQ(std::nullopt, entry.stall.compiling);
  EXPECT_EQ(Config{}.stall.loading, entry.stall.loading);
}

TEST(ConfigLoader, KeepsThePlacesForLaterStages) {
  Config config = load(
      "watch:\n"
      "  - name: a\n"
      "    paths:\n"
      "      - /a\n"
      "      - \"/b\"\n"
      "    exclude: [x, yy, zzz]\n"
      "    labels: {b: 1, a: 2}\n"
      "    format: keras\n"
      "    timezone: Mars/Base\n");
  const WatchEntry& entry = config.watch.at(0);
  using Positions = std::vector<SourcePosition>;
  EXPECT_EQ((Positions{{4, 9}, {5, 9}}), entry.path_positions);
  EXPECT_EQ((Positions{{6, 15}, {6, 18}, {6, 22}}), entry.exclude_positions);
  EXPECT_EQ((Positions{{7, 20}, {7, 14}}), entry.label_positions) << "in the order of the labels";
  EXPECT_EQ((Positions{{8, 13}}), entry.format_positions);
  EXPECT_EQ((SourcePosition{9, 15}), entry.timezone_position);
}

TEST(ConfigLoader, LaysAnEntrysStallOverTheFilesWhereverItStands) {
  Config config = load(
      "watch:\n"
      "  - {name: a, paths: [/a], stall: {minimum: 10m}}\n"
      "  - {name: b, paths: [/b]}\n"
      "stall: {maximum: 3h, states: {loading: 5m}}\n");
  EXPECT_EQ(10min, config.watch.at(0).stall.minimum);
  EXPECT_EQ(3h, config.watch.at(0).stall.maximum);
  EXPECT_EQ(5min, config.watch.at(0).stall.loading);
  EXPECT_EQ(config.stall, config.watch.at(1).stall);
}

TEST(ConfigLoader, ReadsTheRest) {
  Config config = load(R"(
web: {listen_addresses: [":10480", "[::1]:0"]}
formats: {directories: [/etc/steptail/formats, ./more]}
retention: {finished: 2h, silent: 1w, stalled: 30d}
limits: {files: 5, open_files: 4, line_bytes: 1KiB, runs: 3, series_per_run: 2}
)");
  EXPECT_EQ((std::vector<std::string>{":10480", "[::1]:0"}), config.listen_addresses);
  EXPECT_EQ((std::vector<std::string>{"/etc/steptail/formats", "./more"}),
            config.format_directories);
  EXPECT_EQ((Retention{.finished = 2h, .silent = 7 * 24h, .stalled = 30 * 24h}), config.retention);
  EXPECT_EQ(
      (Limits{.files = 5, .open_files = 4, .line_bytes = 1024, .runs = 3, .series_per_run = 2}),
      config.limits);
}

TEST(ConfigLoader, TakesAutoForEveryFormat) {
  EXPECT_TRUE(load("watch: [{name: a, paths: [/a], format: auto}]\n").watch.at(0).formats.empty());
  EXPECT_TRUE(
      load("watch: [{name: a, paths: [/a], format: [auto]}]\n").watch.at(0).formats.empty());
}

TEST(QuickEntry, IsNamedAfterItsPattern) {
  run::StallOptions stall;
  stall.factor = 9;
  auto entry = quick_entry("/scratch/{run}/*.out", stall);
  ASSERT_TRUE(entry);
  EXPECT_EQ("/scratch/{run}/*.out", entry->name);
  EXPECT_EQ((std::vector<std::string>{"/scratch/{run}/*.out"}), entry->paths);
  EXPECT_EQ(9, entry->stall.factor);
  EXPECT_EQ(0, entry->path_positions.at(0).line) << "from no file";
}

TEST(QuickEntry, HasAPrintableName) {
  EXPECT_EQ("/a?b", quick_entry("/a\nb", {})->name);
  EXPECT_EQ("/a\nb", quick_entry("/a\nb", {})->paths.at(0));
  EXPECT_FALSE(quick_entry("", {}));
}

TEST(UnknownFormats, NamesThemWithTheirPlace) {
  Config config = load(
      "watch:\n"
      "  - {name: a, paths: [/a], format: deepsped}\n"
      "  - {name: b, paths: [/b], format: [keras, zebra]}\n");
  const std::string_view known[] = {"deepspeed", "keras"};
  auto errors = unknown_formats("c.yaml", config, known);
  ASSERT_EQ(2U, errors.size());
  EXPECT_EQ("c.yaml:2:36: format 'deepsped' is unknown; did you mean 'deepspeed'?",
            errors[0].to_string());
  EXPECT_EQ("c.yaml:3:44: format 'zebra' is unknown; 'steptail formats' lists them",
            errors[1].to_string());
}

}  // namespace
}  // namespace steptail::config
