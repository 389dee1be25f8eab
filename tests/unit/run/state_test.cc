#include <gtest/gtest.h>

#include "run/state_stack.h"
#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

struct StateCase {
  const char* name;
  std::vector<RecordMaker> lines;
  State expected;
};

RecordMaker saved() { return happens(Event::CheckpointSaved); }
RecordMaker evaluated() { return happens(Event::EvaluationDone); }
RecordMaker finished() { return happens(Event::Finished); }
RecordMaker oom() { return fails(FailureClass::CudaOom); }
RecordMaker saving() { return begins(State::Checkpointing); }
RecordMaker evaluating() { return begins(State::Evaluating); }

TEST(State, FollowsTheLines) {
  const StateCase cases[] = {
      {"a run begins starting", {line()}, State::Starting},
      {"progress is training", {begins(State::Compiling), step(1)}, State::Training},
      {"each state in turn", {begins(State::Queued), begins(State::Loading)}, State::Loading},
      {"a save lasts", {step(1), saving()}, State::Checkpointing},
      {"until it is over", {step(1), saving(), saved()}, State::Training},
      {"or the run goes on", {step(1), saving(), step(2)}, State::Training},
      {"but not by a repeat", {step(1), saving(), step(1)}, State::Checkpointing},
      {"a save before the first step", {begins(State::Loading), saving(), saved()}, State::Loading},
      {"a save within an evaluation",
       {step(1), evaluating(), saving(), saved()},
       State::Evaluating},
      {"and both over", {step(1), evaluating(), saving(), saved(), evaluated()}, State::Training},
      {"an evaluation within a save",
       {step(1), saving(), evaluating(), evaluated()},
       State::Checkpointing},
      {"the outer ends first", {step(1), saving(), evaluating(), saved()}, State::Evaluating},
      {"a save begun twice ends once", {step(1), saving(), saving(), saved()}, State::Training},
      {"ends without begins", {step(1), saved(), evaluated()}, State::Training},
      {"an end", {step(1), finished()}, State::Finished},
      {"ends what is open", {step(1), evaluating(), saving(), finished()}, State::Finished},
      {"a save after the end may have no end line",
       {step(1), finished(), saving()},
       State::Finished},
      {"an evaluation after the end", {step(1), finished(), evaluating()}, State::Evaluating},
      {"goes back to it", {step(1), finished(), evaluating(), evaluated()}, State::Finished},
      {"a failure", {step(1), oom()}, State::Failed},
      {"is recovered from by progress", {step(1), oom(), step(2)}, State::Training},
      {"not by a save", {step(1), oom(), saving(), saved()}, State::Failed},
      {"nor by an evaluation", {step(1), oom(), evaluating()}, State::Failed},
      {"a teardown's failure leaves the end", {step(1), finished(), oom()}, State::Finished},
      {"a failure of what follows the end does not",
       {step(1), finished(), evaluating(), oom()},
       State::Failed},
      {"an end after a failure counts", {step(1), oom(), finished()}, State::Finished},
      {"loading again after a failure", {step(1), oom(), begins(State::Loading)}, State::Loading},
      {"a banner after a failure", {step(1), oom(), banner()}, State::Starting},
  };
  for (const StateCase& test : cases) {
    SCOPED_TRACE(test.name);
    Feed feed;
    for (const RecordMaker& maker : test.lines) feed << maker;
    EXPECT_EQ(feed.data().state, test.expected);
  }
}

struct ProgressCase {
  const char* name;
  std::vector<RecordMaker> before;
  RecordMaker line;
  bool progress;
};

TEST(State, ProgressIsAStepAChangeOfStateOrAnEndOfWork) {
  const ProgressCase cases[] = {
      {"a step", {step(1)}, step(2), true},
      {"the same step", {step(1)}, step(1), false},
      {"a phase line", {step(1)}, std::move(line().phase("a", 1)), false},
      {"a change of state", {step(1)}, evaluating(), true},
      {"the same state", {step(1), evaluating()}, evaluating(), false},
      {"the end of an evaluation", {step(1), evaluating()}, evaluated(), true},
      {"the end of one whose begin is not printed", {step(1)}, evaluated(), true},
      {"the end of a save", {step(1)}, saved(), true},
      {"a failure", {step(1)}, oom(), true},
      {"the next failure", {step(1), oom()}, oom(), false},
      {"finished", {step(1)}, finished(), true},
      {"finished again", {step(1), finished()}, finished(), false},
      {"a banner", {step(1)}, banner(), true},
      {"the next banner", {step(1), banner()}, banner(), false},
      {"an epoch", {}, std::move(line().progress().with(Field::Epoch, 0.03)), true},
      {"the same epoch",
       {std::move(line().progress().with(Field::Epoch, 0.03))},
       std::move(line().progress().with(Field::Epoch, 0.03)),
       false},
  };
  for (const ProgressCase& test : cases) {
    SCOPED_TRACE(test.name);
    Feed feed;
    for (const RecordMaker& maker : test.before) feed << maker;
    feed.at(1000) << test.line;
    EXPECT_EQ(base::to_seconds(*feed.data().last_progress) == 1'700'001'000, test.progress);
    EXPECT_EQ(base::to_seconds(*feed.data().last_line), 1'700'001'000);
  }
}

TEST(State, ARunBeginsWithItsFirstLine) {
  Feed feed;
  feed.at(5);
  feed.run.seen_line(feed.context);
  feed.at(9) << line() << banner() << step(1) << banner();
  EXPECT_EQ(base::to_seconds(*feed.data().start), 1'700'000'005);
}

TEST(State, ValidationNeverTouchesTraining) {
  Feed feed;
  feed << std::move(step(10).loss(2)) << std::move(line().with(Field::ValidationLoss, 3));
  EXPECT_EQ(feed.data().get(Field::Loss), 2);
  EXPECT_EQ(feed.data().get(Field::ValidationLoss), 3);
  EXPECT_EQ(feed.data().get(Field::ValidationIteration), 10);
  feed << step(20);
  EXPECT_EQ(feed.data().get(Field::ValidationIteration), 10);
  feed << std::move(line().with(Field::ValidationLoss, 4).with(Field::ValidationIteration, 19));
  EXPECT_EQ(feed.data().get(Field::ValidationIteration), 19);
  EXPECT_EQ(feed.data().get(Field::Iteration), 20);
}

TEST(State, AnIterationBesideProgressIsShownAndComparedWithNothing) {
  Feed feed;
  feed << std::move(begins(State::Loading).iteration(5000)) << step(10);
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().replayed_iterations, 0);
  EXPECT_EQ(feed.data().get(Field::Iteration), 10);
}

TEST(State, RulesCommonToAllFormatsMakeNoFormat) {
  Feed feed;
  feed << step(1) << oom();
  EXPECT_EQ(feed.data().formats, (std::vector<std::string>{"trainer"}));
}

TEST(State, TheFileThatMadeProgressSpeaks) {
  Feed feed;
  feed.path("/logs/a.out") << step(1);
  feed.path("/logs/b.err") << fails(FailureClass::Traceback) << line();
  EXPECT_EQ(feed.data().path, "/logs/a.out");
}

}  // namespace
}  // namespace steptail::run
