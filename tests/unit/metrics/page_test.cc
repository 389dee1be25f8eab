#include "metrics/page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "metrics/page_writer.h"
#include "support/exposition.h"
#include "unit/metrics/sample_runs.h"

namespace steptail::metrics {
namespace {

using support::Exposition;
using support::ExpositionFormat;
using Shards = std::vector<std::shared_ptr<const ShardSnapshot>>;
using format::Field;

Exposition parsed(const std::string& page, ExpositionFormat format = ExpositionFormat::Text004) {
  auto exposition = support::parse_exposition(page, format);
  if (!exposition) {
    ADD_FAILURE() << exposition.error().to_string() << "\n" << page;
    return {};
  }
  return *exposition;
}

std::string text_page(const Shards& shards) {
  return render_page(shards, nullptr, PageFormat::Text004);
}

std::string text_page(RunSnapshot run) {
  std::vector<RunSnapshot> runs;
  runs.push_back(std::move(run));
  return text_page(Shards{shard_of(std::move(runs))});
}

TEST(Page, OfNothingIsEmpty) {
  EXPECT_EQ(text_page(Shards{}), "");
  EXPECT_EQ(text_page(Shards{nullptr, shard_of({})}), "");
  EXPECT_EQ(render_page({}, nullptr, PageFormat::OpenMetrics100), "# EOF\n");
}

TEST(Page, LooksAsPrometheusWantsIt) {
  RunSnapshot run;
  run.name = name_run({{{"run", "bert"}, {"user", "ada"}}});
  run.data.set(Field::IterationsPlanned, 1000000);
  const std::string page = text_page(run);
  EXPECT_NE(page.find("# HELP training_iterations_planned Steps that the run is to take in all.\n"
                      "# TYPE training_iterations_planned gauge\n"
                      "training_iterations_planned{run=\"bert\",user=\"ada\"} 1e+06\n"),
            std::string::npos)
      << page;
}

TEST(Page, ABareRunSaysOnlyWhatIsKnown) {
  const Exposition page = parsed(text_page(bare_run("bert")));
  std::vector<std::string> names;
  for (const support::Family& family : page.families) names.push_back(family.name);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "training_run_info", "training_state", "training_skipped_iterations_total",
                       "training_nonfinite_iterations_total", "training_stalled",
                       "training_attempts_total", "training_replayed_iterations_total",
                       "training_checkpoints_total", "training_incidents_total"}));
  EXPECT_EQ(page.value("training_attempts_total"), 1);
  EXPECT_EQ(page.value("training_incidents_total"), 0);
  EXPECT_EQ(page.value("training_stalled"), 0);
}

TEST(Page, HasOneStateOutOfNine) {
  RunSnapshot run = bare_run("bert");
  run.data.state = format::State::Checkpointing;
  const Exposition page = parsed(text_page(run));
  const auto states = page.find("training_state");
  EXPECT_EQ(states.size(), 9U);
  double sum = 0;
  for (const support::Sample* state : states) sum += state->value;
  EXPECT_EQ(sum, 1);
  EXPECT_EQ(page.value("training_state", {{"state", "checkpointing"}}), 1);
}

TEST(Page, HasExactlyOneInfoARun) {
  const Exposition page = parsed(text_page(full_run("bert")));
  const auto info = page.find("training_run_info");
  ASSERT_EQ(info.size(), 1U);
  EXPECT_EQ(info[0]->labels, (support::SampleLabels{{"run", "bert"},
                                                    {"user", "ada"},
                                                    {"attempt", "3"},
                                                    {"format", "deepspeed,megatron-lm"},
                                                    {"path", "/logs/bert.out"}}));
  EXPECT_EQ(info[0]->value, 1);
}

TEST(Page, SaysEverythingThatARunKnows) {
  const Exposition page = parsed(text_page(full_run("bert")));
  EXPECT_EQ(page.value("training_loss_component", {{"component", "kl"}}), -0.25);
  EXPECT_EQ(page.value("training_accuracy_ratio", {{"split", "validation"}}), 0.9872);
  EXPECT_EQ(page.value("training_phase_seconds", {{"phase", "forward"}, {"stat", "max"}}), 0.4);
  EXPECT_EQ(page.value("training_phase_seconds", {{"phase", "optimizer_step"}, {"rank", "0"}}),
            0.058);
  EXPECT_EQ(page.value("training_phase_duration_seconds_sum", {{"stat", "max"}}), 9.5);
  EXPECT_EQ(page.value("training_phase_duration_seconds_count", {{"rank", "0"}}), 20);
  EXPECT_EQ(page.value("training_iteration_duration_seconds_sum"), 21.5);
  EXPECT_EQ(page.value("training_iteration_duration_seconds_count"), 24);
  EXPECT_EQ(page.value("training_memory_bytes", {{"kind", "allocated"}}), 3.1e10);
  EXPECT_EQ(page.value("training_value", {{"key", "entropy"}}), 0.2);
  EXPECT_EQ(page.value("training_counted_total", {{"key", "tokens"}}), 4096);
  EXPECT_EQ(page.value("training_nonfinite_values_total", {{"field", "loss"}}), 2);
  EXPECT_EQ(page.value("training_nonfinite_values_total", {{"field", "gradient_norm"}}), 3);
  EXPECT_EQ(page.find("training_failures_total").size(), 2U);
  EXPECT_EQ(page.value("training_failures_total", {{"class", "cuda_oom"}}), 1);
  EXPECT_EQ(page.value("training_checkpoint_timestamp_seconds"), 1700000100.5);
  EXPECT_EQ(page.value("training_last_line_timestamp_seconds"), 1700000300.25);
  EXPECT_EQ(page.value("training_stall_timeout_seconds"), 120);
  EXPECT_EQ(page.value("training_progress_interval_seconds"), 7.45);
  EXPECT_EQ(page.value("training_stalled"), 1);
  EXPECT_EQ(page.value("training_skipped_iterations_total"), 17);
}

TEST(Page, SaysNoTimeoutWhereAStateHasNoBudget) {
  RunSnapshot run = full_run("bert");
  run.stall = {};
  const Exposition page = parsed(text_page(run));
  EXPECT_EQ(page.family("training_stall_timeout_seconds"), nullptr);
  EXPECT_EQ(page.family("training_progress_interval_seconds"), nullptr);
  EXPECT_EQ(page.value("training_stalled"), 0);
}

TEST(Page, SpellsNumbersByTheBook) {
  struct Case {
    double value;
    const char* text;
  };
  const std::array cases{Case{0.1, "0.1"},
                         Case{1e6, "1e+06"},
                         Case{23000, "23000"},
                         Case{-0.0, "-0"},
                         Case{0.0001499374600756905, "0.0001499374600756905"},
                         Case{5e-324, "5e-324"},
                         Case{1.7976931348623157e308, "1.7976931348623157e+308"},
                         Case{std::numeric_limits<double>::quiet_NaN(), "NaN"},
                         Case{-std::numeric_limits<double>::quiet_NaN(), "NaN"},
                         Case{std::numeric_limits<double>::infinity(), "+Inf"},
                         Case{-std::numeric_limits<double>::infinity(), "-Inf"}};
  for (const Case& c : cases) {
    RunSnapshot run = bare_run("bert");
    run.data.set(Field::Loss, c.value);
    const Exposition page = parsed(text_page(run));
    const auto loss = page.find("training_loss");
    ASSERT_EQ(loss.size(), 1U) << c.text;
    EXPECT_EQ(loss[0]->number, c.text);
  }
}

std::string shortest(double value) {
  std::array<char, kLongestNumber> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}
std::string written(double value) {
  std::array<char, kLongestNumber> text{};
  return {text.data(), write_number(text.data(), value)};
}

TEST(Page, SpellsShortDecimalsAsShortAsAnyNumber) {
  std::vector<double> numbers{0.001, 0.00099, 999999.999999999, 1e6, 1000000.5, 0.5, 300000, 0.3};
  for (double decimals = 1; decimals <= 1e10; decimals *= 10) {
    for (std::int64_t digits = 1; digits < 2'000'000'000'000; digits = digits * 7 + 3) {
      numbers.push_back(static_cast<double>(digits) / decimals);
    }
  }
  for (const double number : numbers) {
    for (const double value : {number, std::nextafter(number, 0), std::nextafter(number, 1e300)}) {
      EXPECT_EQ(written(value), shortest(value));
      EXPECT_EQ(written(-value), shortest(-value));
    }
  }
}

TEST(Page, SpellsWholeNumbersAsShortAsAnyNumber) {
  std::vector<double> numbers;
  for (double most = 1; most < 1e18; most *= 10) {
    for (const double factor : {0.5, 1.0, 1.2, 1.25, 1.005, 9.999, 1.234567, 1.23456789012345}) {
      for (const double whole : {0, 1}) numbers.push_back(std::floor(most * factor) + whole);
    }
  }
  for (const double number : numbers) EXPECT_EQ(written(number), shortest(number));
}

// A double cannot hold nanoseconds since 1970; the page must not show that on the way.
TEST(Page, DatesMomentsAsExactlyAsADoubleCan) {
  RunSnapshot run = bare_run("bert");
  run.data.last_line = base::WallTime{std::chrono::milliseconds(1700000300100)};
  run.data.start = base::WallTime{std::chrono::milliseconds(-1500)};
  const Exposition page = parsed(text_page(run));
  EXPECT_EQ(page.value("training_last_line_timestamp_seconds"), 1700000300.1);
  EXPECT_EQ(page.value("training_start_timestamp_seconds"), -1.5);
}

TEST(Page, KeepsFamiliesTogetherAcrossRunsAndShards) {
  const Shards shards{shard_of({full_run("a"), bare_run("b")}), nullptr, shard_of({full_run("c")})};
  const Exposition page = parsed(text_page(shards));
  const support::Family* attempts = page.family("training_attempts_total");
  ASSERT_NE(attempts, nullptr);
  ASSERT_EQ(attempts->samples.size(), 3U);
  EXPECT_TRUE(attempts->samples[0].has({{"run", "a"}}));
  EXPECT_TRUE(attempts->samples[2].has({{"run", "c"}}));
}

TEST(Page, IsEqualToTheByteEachTime) {
  const Shards shards{busy_shard()};
  const ProcessFacts facts = sample_facts();
  const std::string page = render_page(shards, &facts, PageFormat::Text004);
  EXPECT_EQ(render_page(shards, &facts, PageFormat::Text004, page.size()), page);
}

// A value that a log or a path smuggles in must not end its label, its line or the page.
TEST(Page, SurvivesHostileLabels) {
  RunSnapshot run = bare_run("x\"} 1\ntraining_loss{run=\"y", std::string("a\0\xFF", 3));
  run.data.path = "/logs/\"\n# EOF\n\x80.out";
  run.data.formats = {"a\"b", "c\\"};
  run.data.loss_components = {{"kl\"} 1\n", "", "", 1}};
  run.data.phases = {{std::string(5000, 'x'), "r\"", "s\\", 2}};
  const Exposition page = parsed(text_page(run));
  EXPECT_EQ(page.family("training_loss"), nullptr);
  EXPECT_EQ(page.value("training_loss_component", {{"component", "kl\"} 1"}}), 1);
  EXPECT_EQ(page.value("training_phase_seconds", {{"rank", "r\""}, {"stat", "s\\"}}), 2);
  EXPECT_EQ(page.value("training_run_info", {{"format", "a\"b,c\\"}}), 1);
}

TEST(Page, HoldsNoSeriesTwiceWhereCleaningMergesLabels) {
  RunSnapshot run = bare_run("bert");
  run.data.loss_components = {{"kl\x01", "", "", 1},
                              {"kl", "", "", 2},
                              {"kl\x02", "", "", 3},
                              {"\xFF", "", "", 4},
                              {"\xFE", "", "", 5}};
  run.data.phases = {{"f\n", "", "", 1}, {"f", "", "", 2}, {"f", "1", "", 3}};
  run.data.phase_durations = {
      {"f\n", "", "", {1, 1}}, {"f", "", "", {2, 2}}, {"f", "1", "", {3, 3}}};
  const Exposition page = parsed(text_page(run));
  EXPECT_EQ(page.value("training_loss_component", {{"component", "kl"}}), 2);
  EXPECT_EQ(page.value("training_loss_component", {{"component", "\xEF\xBF\xBD"}}), 4);
  EXPECT_EQ(page.find("training_phase_duration_seconds_sum").size(), 2U);
}

TEST(Page, IsTheSameInOpenMetricsButForTheNamesOfCounters) {
  const Shards shards{busy_shard()};
  const ProcessFacts facts = sample_facts();
  const Exposition text = parsed(render_page(shards, &facts, PageFormat::Text004));
  const Exposition open = parsed(render_page(shards, &facts, PageFormat::OpenMetrics100),
                                 ExpositionFormat::OpenMetrics100);
  ASSERT_EQ(text.families.size(), open.families.size());
  for (std::size_t i = 0; i < text.families.size(); ++i) {
    const support::Family& a = text.families[i];
    const support::Family& b = open.families[i];
    SCOPED_TRACE(a.name);
    EXPECT_EQ(a.name, b.type == "counter" ? b.name + "_total" : b.name);
    EXPECT_EQ(a.help, b.help);
    ASSERT_EQ(a.samples.size(), b.samples.size());
    for (std::size_t k = 0; k < a.samples.size(); ++k) {
      EXPECT_EQ(a.samples[k].key(), b.samples[k].key());
      EXPECT_EQ(a.samples[k].number, b.samples[k].number);
    }
  }
  EXPECT_EQ(open.family("training_iteration_duration_seconds")->unit, "seconds");
  EXPECT_EQ(open.family("steptail_read_bytes")->unit, "bytes");
}

}  // namespace
}  // namespace steptail::metrics
