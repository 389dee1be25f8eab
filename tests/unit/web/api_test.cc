// The JSON pages: what they say of a snapshot. Their schema is checked by tests/web.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "unit/web/run_snapshot_maker.h"
#include "web/files_api.h"
#include "web/runs_api.h"

namespace steptail::web {
namespace {

using nlohmann::json;
using std::chrono::seconds;

std::shared_ptr<metrics::ShardSnapshot> make_shard(int taken) {
  auto shard = std::make_shared<metrics::ShardSnapshot>();
  shard->taken = base::WallTime(seconds(taken));
  return shard;
}

std::shared_ptr<metrics::RunSnapshot> make_run_of(const std::string& name, int changed) {
  auto run = make_run(name);
  run->changed = base::WallTime(seconds(changed));
  return run;
}

json runs_of(const Snapshots& snapshots, const std::optional<Cursor>& since = {}) {
  return json::parse(render_runs(snapshots, since, 0));
}

std::vector<std::string> names(const json& answer) {
  std::vector<std::string> all;
  for (const auto& run : answer.at("runs")) all.push_back(run.at("labels").at("run"));
  return all;
}

TEST(RunsApi, SaysWhatThePageOfMetricsSays) {
  auto shard = make_shard(1000);
  auto stalled = make_run("r\"2\n</script>\xff");
  stalled->stall.stalled = true;
  shard->runs = {make_run("r1"), stalled};
  auto answer = runs_of({shard});
  EXPECT_EQ(answer.at("taken_timestamp_seconds"), 1000);
  EXPECT_EQ(answer.at("complete"), true);
  EXPECT_EQ(answer.at("count"), 2);
  ASSERT_EQ(answer.at("runs").size(), 2u);
  const auto& run = answer["runs"][0];
  EXPECT_EQ(run.at("id").get<std::string>().size(), 16u);
  EXPECT_EQ(run.at("labels").dump(), R"({"run":"r1","user":"ada"})");
  EXPECT_EQ(run.at("watch"), "scratch");
  EXPECT_EQ(run.at("path"), "/scratch/ada/r1.out");
  EXPECT_EQ(run.at("formats").dump(), R"(["deepspeed","megatron-lm"])");
  EXPECT_EQ(run.at("state"), "training");
  EXPECT_EQ(run.at("stalled"), false);
  EXPECT_EQ(run.at("iteration"), 17);
  EXPECT_EQ(run.at("iterations_planned"), 400);
  EXPECT_EQ(run.at("loss"), "NaN");
  EXPECT_EQ(run.at("attempts"), 1);
  EXPECT_FALSE(run.contains("epoch"));
  EXPECT_EQ(answer["runs"][1].at("stalled"), true);
}

TEST(RunsApi, NoRunsAreAnEmptyList) {
  EXPECT_EQ(runs_of({make_shard(5)}).at("runs").size(), 0u);
  EXPECT_EQ(runs_of({nullptr}).at("runs").size(), 0u);
}

TEST(RunsApi, SinceACursorOnlyWhatChanged) {
  auto first = make_shard(1000);
  first->runs = {make_run_of("old", 900), make_run_of("new", 1000)};
  auto second = make_shard(1005);
  second->runs = {make_run_of("other", 1001)};
  const Snapshots then{make_shard(999), make_shard(1000)};
  const Snapshots now{first, second};
  auto cursor = parse_cursor(cursor_text(then), now);
  ASSERT_TRUE(cursor);
  auto answer = runs_of(now, cursor);
  EXPECT_EQ(answer.at("complete"), false);
  EXPECT_EQ(answer.at("count"), 3);
  EXPECT_THAT(names(answer), testing::ElementsAre("new", "other"));
  auto nothing = parse_cursor(answer.at("cursor").get<std::string>(), now);
  ASSERT_TRUE(nothing);
  EXPECT_THAT(names(runs_of(now, nothing)), testing::IsEmpty());
}

TEST(RunsApi, ACursorOfAnotherTimeOrSetOfShardsIsNone) {
  const Snapshots now{make_shard(1000), make_shard(1000)};
  const std::string good = cursor_text(now);
  EXPECT_TRUE(parse_cursor(good, now));
  for (const std::string& bad :
       {std::string(), std::string("0"), std::string("."), std::string("x.1"), std::string("1"),
        good + ".1", good + "x", good + ".", std::string("1,1"),
        std::string("99999999999999999999.1"), cursor_text({make_shard(1000), make_shard(1001)})}) {
    EXPECT_FALSE(parse_cursor(bad, now)) << bad;
  }
}

TEST(RunsApi, TheFirstRunsAreThoseThatNeedAttention) {
  auto stalled = make_run("run-7");
  stalled->stall.stalled = true;
  auto failed = make_run("run-8");
  failed->data.state = format::State::Failed;
  auto finished = make_run("run-1");
  finished->data.state = format::State::Finished;
  auto infinite = make_run("run-6");
  infinite->data.set(format::Field::Loss, -std::numeric_limits<double>::infinity());
  auto going_on = make_run("run-10");
  going_on->data.set(format::Field::Loss, 2.5);
  auto silent = make_run("run-9");
  silent->data.clear(format::Field::Loss);
  auto first = make_shard(1000);
  first->runs = {finished, going_on, silent};
  auto second = make_shard(1000);
  second->runs = {stalled, failed, make_run("run-12"), infinite};
  const Snapshots now{first, nullptr, second};

  auto some = json::parse(render_first_runs(now, 6));
  EXPECT_THAT(names(some),
              testing::ElementsAre("run-8", "run-7", "run-6", "run-12", "run-9", "run-10"));
  EXPECT_EQ(some.at("complete"), false);
  EXPECT_EQ(some.at("count"), 7);
  EXPECT_FALSE(parse_cursor(some.at("cursor").get<std::string>(), now));
  auto all = json::parse(render_first_runs(now, 7));
  EXPECT_EQ(names(all).back(), "run-1");
  EXPECT_EQ(all.at("complete"), true);
  EXPECT_EQ(all.at("cursor"), cursor_text(now));
}

TEST(RunsApi, TheSmallCurveHasBothEndsAndFewPoints) {
  auto run = make_run("r");
  for (int x = 1; x <= 1000; ++x) run->data.loss_history.add(x, 1.0 / x);
  auto shard = make_shard(1);
  shard->runs = {run};
  auto curve = runs_of({shard}).at("runs")[0].at("loss_curve");
  EXPECT_EQ(curve.size(), 24u);
  EXPECT_EQ(curve.front().dump(), "[1,1]");
  EXPECT_EQ(curve.back()[0], 1000);
  EXPECT_EQ(curve.back()[1], 1.0 / 1000);
}

TEST(RunsApi, TheSmallCurveShowsWhatWasDoneAgainOnce) {
  auto run = make_run("r");
  for (const double x : {10, 20, 30, 40, 20, 30}) run->data.loss_history.add(x, x / 10);
  auto shard = make_shard(1);
  shard->runs = {run};
  EXPECT_EQ(runs_of({shard}).at("runs")[0].at("loss_curve").dump(), "[[10,1],[20,2],[30,3]]");
}

TEST(RunsApi, TheBarHasOneNumberAPhaseTheSlowest) {
  auto run = make_run("r");
  run->data.phases = {{"forward", "0", "", 1.5}, {"forward", "1", "", 2.5}, {"save", "", "min", 3}};
  auto shard = make_shard(1);
  shard->runs = {run};
  EXPECT_EQ(runs_of({shard}).at("runs")[0].at("phases").dump(), R"({"forward":2.5,"save":3})");
}

TEST(RunApi, TellsTheCurvesAndWhatHappened) {
  auto run = make_run("r");
  run::RunData& data = run->data;
  data.attempts = 3;
  data.loss_history.add(1, 9);
  data.rate_field = format::Field::TokensPerSecond;
  data.rate_history.add(1, 100);
  data.phases = {{"forward", "0", "max", 1.5}};
  data.chronicle.attempt_began(base::WallTime(seconds(5)));
  data.chronicle.advanced(10);
  data.chronicle.attempt_ended(20, format::State::Failed);
  data.chronicle.attempt_began(base::WallTime(seconds(9)));
  data.chronicle.saved(
      {.time = base::WallTime(seconds(7)), .iteration = 15, .duration_seconds = {}}, true);
  data.chronicle.failed({.time = base::WallTime(seconds(8)),
                         .iteration = 20,
                         .failure = format::FailureClass::HostOom});
  auto shard = make_shard(10);
  shard->runs = {run};
  auto text = render_run({nullptr, shard}, run->name->id);
  ASSERT_TRUE(text);
  auto answer = json::parse(*text);
  EXPECT_EQ(answer.at("curves").dump(), R"({"loss":[[1,9]],"tokens_per_second":[[1,100]]})");
  EXPECT_EQ(answer.at("phase_list").dump(),
            R"([{"label":"forward","rank":"0","stat":"max","value":1.5}])");
  EXPECT_EQ(answer.at("attempt_list")[0].dump(),
            R"({"attempt":2,"began_timestamp_seconds":5,"ended_as":"failed",)"
            R"("first_iteration":10,"last_iteration":20})");
  EXPECT_EQ(answer.at("attempt_list")[1].dump(), R"({"attempt":3,"began_timestamp_seconds":9})");
  EXPECT_EQ(answer.at("checkpoint_list").dump(), R"([{"iteration":15,"timestamp_seconds":7}])");
  EXPECT_EQ(answer.at("failure_list").dump(),
            R"([{"class":"host_oom","iteration":20,"timestamp_seconds":8}])");
  EXPECT_EQ(answer.at("last_failure"), "host_oom");
}

TEST(RunApi, AnIdThatNobodyHasIsNoRun) {
  auto shard = make_shard(10);
  shard->runs = {make_run("r")};
  EXPECT_FALSE(render_run({shard, nullptr}, ""));
  EXPECT_FALSE(render_run({shard, nullptr}, "0000000000000000"));
}

TEST(FilesApi, TellsFilesEntriesAndTheDaemon) {
  auto shard = make_shard(10);
  shard->files = {{.facts = std::make_shared<const metrics::FileFacts>(
                       metrics::FileFacts{.path = "/a/<b>\xff",
                                          .watch = "scratch",
                                          .state = "unreadable",
                                          .formats = "",
                                          .run = "b",
                                          .error = "permission denied"}),
                   .size = 12,
                   .offset = 5}};
  shard->watches["scratch"].lag_bytes = 7;
  shard->watches["scratch"].lost_bytes["truncated"] = 3;
  shard->refused["series"] = 2;
  metrics::ProcessFacts facts;
  facts.version = "1.2.3";
  facts.open_fds = 9;
  auto answer = json::parse(render_files({nullptr, shard}, facts, 0));
  EXPECT_EQ(answer.at("daemon").at("version"), "1.2.3");
  EXPECT_EQ(answer.at("daemon").at("process_open_fds"), 9);
  EXPECT_EQ(answer.at("daemon").at("refused").dump(), R"({"series":2})");
  EXPECT_EQ(answer.at("watches")[0].at("lag_bytes"), 7);
  EXPECT_EQ(answer.at("watches")[0].at("lost_bytes").dump(), R"({"truncated":3})");
  EXPECT_EQ(answer.at("files")[0].at("path"), "/a/<b>\xef\xbf\xbd");
  EXPECT_EQ(answer.at("files")[0].at("error"), "permission denied");
  EXPECT_EQ(answer.at("files")[0].at("offset_bytes"), 5);
}

}  // namespace
}  // namespace steptail::web
