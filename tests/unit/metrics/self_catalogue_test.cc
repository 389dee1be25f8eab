#include "metrics/self_catalogue.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/exposition.h"
#include "unit/metrics/sample_runs.h"

namespace steptail::metrics {
namespace {

using support::Exposition;
using Shards = std::vector<std::shared_ptr<const ShardSnapshot>>;

Exposition page_of(const Shards& shards, const ProcessFacts& facts) {
  const std::string page = render_page(shards, &facts, PageFormat::Text004);
  auto exposition = support::parse_exposition(page, support::ExpositionFormat::Text004);
  if (!exposition) {
    ADD_FAILURE() << exposition.error().to_string() << "\n" << page;
    return {};
  }
  return *exposition;
}

TEST(SelfCatalogue, ADaemonThatHasPublishedNothingSaysSo) {
  const Exposition page = page_of({nullptr}, {});
  EXPECT_EQ(page.find("steptail_runs").size(), 9U);
  EXPECT_EQ(page.value("steptail_runs", {{"state", "training"}}), 0);
  EXPECT_EQ(page.value("steptail_config_last_reload_successful"), 1);
  EXPECT_EQ(page.value("steptail_inotify_overflows_total"), 0);
  EXPECT_EQ(page.value("steptail_checkpoint_errors_total"), 0);
  EXPECT_EQ(page.family("steptail_snapshot_timestamp_seconds"), nullptr);
  EXPECT_EQ(page.family("steptail_checkpoint_save_timestamp_seconds"), nullptr);
  EXPECT_EQ(page.family("steptail_files"), nullptr);
  EXPECT_EQ(page.family("process_cpu_seconds_total"), nullptr);
}

TEST(SelfCatalogue, SaysWhatEachWatchEntryDoes) {
  const Exposition page = page_of({busy_shard()}, sample_facts());
  const support::SampleLabels scratch{{"watch", "scratch"}};
  EXPECT_EQ(page.find("steptail_files", scratch).size(), 5U);
  EXPECT_EQ(page.value("steptail_files", {{"state", "active"}, {"watch", "scratch"}}), 3);
  EXPECT_EQ(page.value("steptail_files", {{"state", "idle"}, {"watch", "scratch"}}), 0);
  EXPECT_EQ(page.value("steptail_read_bytes_total", scratch), 123456789);
  EXPECT_EQ(page.value("steptail_read_bytes_total", {{"watch", "archive"}}), 0);
  EXPECT_EQ(page.value("steptail_lost_bytes_total", {{"reason", "checkpoint"}}), 12);
  EXPECT_EQ(page.value("steptail_read_errors_total", {{"reason", "EACCES"}}), 4);
  EXPECT_EQ(page.value("steptail_mount_hung", scratch), 0);
  EXPECT_EQ(page.value("steptail_mount_hung", {{"watch", "archive"}}), 1);
  EXPECT_EQ(page.value("steptail_watch_last_turn_timestamp_seconds"), 1700000399.5)
      << "the other entry has had no turn";
}

TEST(SelfCatalogue, AddsUpOverTheShards) {
  auto other = std::make_shared<ShardSnapshot>(*shard_of({full_run("c")}));
  other->matched_lines = {{"megatron-lm", 11}, {"nemo", 5}};
  other->refused = {{"runs", 1}, {"identity", 1}};
  other->inotify_overflows = 2;
  other->checkpoint_errors = 3;
  const Exposition page = page_of({busy_shard(), other, nullptr}, sample_facts());
  EXPECT_EQ(page.value("steptail_matched_lines_total", {{"format", "megatron-lm"}}), 111);
  EXPECT_EQ(page.value("steptail_matched_lines_total", {{"format", "nemo"}}), 5);
  EXPECT_EQ(page.value("steptail_refused_total", {{"limit", "runs"}}), 3);
  EXPECT_EQ(page.value("steptail_runs", {{"state", "training"}}), 2);
  EXPECT_EQ(page.value("steptail_runs", {{"state", "starting"}}), 1);
  EXPECT_EQ(page.value("steptail_inotify_overflows_total"), 2);
  EXPECT_EQ(page.value("steptail_checkpoint_errors_total"), 3);
}

TEST(SelfCatalogue, DatesThePageByItsOldestShard) {
  auto newer = std::make_shared<ShardSnapshot>();
  newer->taken = wall(1700000500);
  newer->checkpoint_saved = wall(1700000490);
  const Exposition page = page_of({newer, busy_shard()}, {});
  EXPECT_EQ(page.value("steptail_snapshot_timestamp_seconds"), 1700000400);
  EXPECT_EQ(page.value("steptail_checkpoint_save_timestamp_seconds"), 1700000399);
}

TEST(SelfCatalogue, SaysWhatTheProcessKnows) {
  const Exposition page = page_of({}, sample_facts());
  EXPECT_EQ(page.value("steptail_build_info", {{"version", "1.2.3"}, {"revision", "abcdef0"}}), 1);
  EXPECT_EQ(page.value("steptail_http_refused_total", {{"reason", "busy"}}), 5);
  EXPECT_EQ(page.value("steptail_config_last_reload_success_timestamp_seconds"), 1700000001);
  EXPECT_EQ(page.value("process_cpu_seconds_total"), 1.5);
  EXPECT_EQ(page.value("process_open_fds"), 17);
  EXPECT_EQ(page.value("process_max_fds"), 1024);
  EXPECT_EQ(page.value("process_virtual_memory_bytes"), 8192);
  EXPECT_EQ(page.value("process_resident_memory_bytes"), 4096);
  EXPECT_EQ(page.value("process_start_time_seconds"), 1700000000.25);
  EXPECT_EQ(page.value("process_threads"), 3);
}

TEST(SelfCatalogue, AFailedReloadShows) {
  ProcessFacts facts = sample_facts();
  facts.reload_successful = false;
  EXPECT_EQ(page_of({}, facts).value("steptail_config_last_reload_successful"), 0);
}

TEST(SelfCatalogue, InspectSeesNothingOfTheDaemon) {
  const std::string page = render_page(Shards{busy_shard()}, nullptr, PageFormat::Text004);
  EXPECT_EQ(page.find("steptail_"), std::string::npos);
  EXPECT_EQ(page.find("process_"), std::string::npos);
}

}  // namespace
}  // namespace steptail::metrics
