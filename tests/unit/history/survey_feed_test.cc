#include "history/survey_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace steptail::history {
namespace {

using ::testing::ElementsAre;

Piece piece(std::uint64_t begin, std::vector<float> scales) {
  return {.begin = begin, .scales = std::move(scales)};
}

// More than a feed holds.
std::unique_ptr<LineTape> big_tape() {
  auto tape = std::make_unique<LineTape>("a.log");
  while (tape->bytes() < SurveyFeed::kMostTapeBytes) tape->on_date({}, 0);
  return tape;
}

TEST(SurveyFeed, BringsTheFollowerWhatIsNewOfTheLastPieceAndOfThoseAfterIt) {
  SurveyFeed feed;
  SurveyFeed::News news;
  std::vector<Piece> pieces{piece(0, {1.0F})};
  EXPECT_TRUE(feed.publish({.pieces = pieces, .resolved = 10, .read = 20}, nullptr));
  feed.wait(news);
  ASSERT_EQ(1U, news.pieces.size());
  EXPECT_EQ(10U, news.resolved);
  EXPECT_FALSE(news.over);

  pieces[0].scales.push_back(0.5F);
  pieces[0].end = 30;
  pieces.push_back(piece(30, {}));
  pieces.push_back(piece(40, {0.25F}));
  EXPECT_TRUE(feed.publish({.pieces = pieces, .resolved = 45, .read = 50}, nullptr));
  feed.wait(news);
  ASSERT_EQ(3U, news.pieces.size());
  EXPECT_EQ(30U, news.pieces[0].end);
  EXPECT_THAT(news.pieces[0].scales, ElementsAre(1.0F, 0.5F));
  EXPECT_THAT(news.pieces[2].scales, ElementsAre(0.25F));
  EXPECT_EQ(45U, news.resolved);
  EXPECT_EQ(50U, news.read);
}

TEST(SurveyFeed, TheSurveysOwnPiecesAndTheLastTapeAreTheLastNews) {
  SurveyFeed feed;
  const std::vector<Piece> first{piece(0, {})};
  EXPECT_TRUE(feed.publish({.pieces = first, .resolved = 5, .read = 5}, feed.next_tape("a.log")));
  Survey survey;
  survey.pieces = {piece(0, {0.5F}), piece(9, {})};
  feed.finish(survey, feed.next_tape("a.log"));
  SurveyFeed::News news;
  feed.wait(news);
  EXPECT_TRUE(news.over);
  EXPECT_EQ(2U, news.pieces.size());
  EXPECT_EQ(2U, news.tapes.size());
  EXPECT_FALSE(news.untaped);
  EXPECT_THAT(news.pieces[0].scales, ElementsAre(0.5F));
  EXPECT_TRUE(feed.outcome().has_value());
}

TEST(SurveyFeed, TellsTheSurveyorThatNobodyFollows) {
  SurveyFeed feed;
  feed.publish({}, big_tape());
  feed.leave();
  EXPECT_FALSE(feed.next_tape("a.log"));
  EXPECT_FALSE(feed.publish({}, nullptr));
}

TEST(SurveyFeed, AFollowerWhoWantsTheOutcomeAloneGetsNoLines) {
  SurveyFeed feed;
  auto tape = feed.next_tape("a.log");
  feed.ignore_lines();
  EXPECT_TRUE(feed.publish({}, std::move(tape)));
  EXPECT_FALSE(feed.next_tape("a.log"));
  SurveyFeed::News news;
  feed.wait(news);
  EXPECT_TRUE(news.tapes.empty());
}

TEST(SurveyFeed, GivesATapeAgainOnceItWasSaid) {
  SurveyFeed feed;
  feed.publish({}, big_tape());
  SurveyFeed::News news;
  feed.wait(news);
  ASSERT_EQ(1U, news.tapes.size());
  LineTape* const said = news.tapes.front().get();
  std::thread follower([&] { feed.give_back(std::move(news.tapes.front())); });
  const auto next = feed.next_tape("a.log");  // waits for it
  follower.join();
  EXPECT_EQ(said, next.get());
}

TEST(SurveyFeed, EndsTheTapesWhenAFollowerWithFullOnesWaitsForMore) {
  SurveyFeed feed;
  std::thread surveyor([&] {
    feed.publish({}, big_tape());
    if (feed.next_tape("a.log")) return feed.finish(base::fail("there was a tape"), nullptr);
    feed.end_tapes({.offset = 7});
    feed.finish(Survey{}, nullptr);
  });
  SurveyFeed::News news;
  while (!news.over) feed.wait(news);
  surveyor.join();
  EXPECT_TRUE(feed.outcome().has_value());
  EXPECT_EQ(1U, news.tapes.size());
  ASSERT_TRUE(news.untaped);
  EXPECT_EQ(7U, news.untaped->offset);
}

TEST(SurveyFeed, WaitsForTheOtherThread) {
  SurveyFeed feed;
  std::thread surveyor([&] {
    for (std::uint64_t read = 1; read <= 1000; ++read) {
      feed.publish({.resolved = read, .read = read}, nullptr);
    }
    feed.finish(base::fail("torn"), nullptr);
  });
  SurveyFeed::News news;
  std::uint64_t before = 0;
  while (!news.over) {
    feed.wait(news);
    EXPECT_GE(news.resolved, before);
    before = news.resolved;
  }
  surveyor.join();
  EXPECT_EQ(1000U, news.resolved);
  EXPECT_EQ("torn", feed.outcome().error().message);
}

}  // namespace
}  // namespace steptail::history
