#include "history/survey_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace steptail::history {
namespace {

using ::testing::ElementsAre;

Piece piece(std::uint64_t begin, std::vector<float> scales) {
  return {.begin = begin, .scales = std::move(scales)};
}

TEST(SurveyFeed, BringsTheFollowerWhatIsNewOfTheLastPieceAndOfThoseAfterIt) {
  SurveyFeed feed;
  SurveyFeed::News news;
  std::vector<Piece> pieces{piece(0, {1.0F})};
  EXPECT_TRUE(feed.publish(pieces, 10, 20));
  feed.wait(news);
  ASSERT_EQ(1U, news.pieces.size());
  EXPECT_EQ(10U, news.resolved);
  EXPECT_FALSE(news.over);

  pieces[0].scales.push_back(0.5F);
  pieces[0].end = 30;
  pieces.push_back(piece(30, {}));
  pieces.push_back(piece(40, {0.25F}));
  EXPECT_TRUE(feed.publish(pieces, 45, 50));
  feed.wait(news);
  ASSERT_EQ(3U, news.pieces.size());
  EXPECT_EQ(30U, news.pieces[0].end);
  EXPECT_THAT(news.pieces[0].scales, ElementsAre(1.0F, 0.5F));
  EXPECT_THAT(news.pieces[2].scales, ElementsAre(0.25F));
  EXPECT_EQ(45U, news.resolved);
  EXPECT_EQ(50U, news.read);
}

TEST(SurveyFeed, TheSurveysOwnPiecesAreTheLastNews) {
  SurveyFeed feed;
  EXPECT_TRUE(feed.publish(std::vector<Piece>{piece(0, {})}, 5, 5));
  Survey survey;
  survey.pieces = {piece(0, {0.5F}), piece(9, {})};
  feed.finish(survey);
  SurveyFeed::News news;
  feed.wait(news);
  EXPECT_TRUE(news.over);
  EXPECT_EQ(2U, news.pieces.size());
  EXPECT_THAT(news.pieces[0].scales, ElementsAre(0.5F));
  EXPECT_TRUE(feed.outcome().has_value());
}

TEST(SurveyFeed, TellsTheSurveyorThatNobodyFollows) {
  SurveyFeed feed;
  feed.leave();
  EXPECT_FALSE(feed.publish({}, 0, 0));
}

TEST(SurveyFeed, WaitsForTheOtherThread) {
  SurveyFeed feed;
  std::thread surveyor([&] {
    for (std::uint64_t read = 1; read <= 1000; ++read) feed.publish({}, read, read);
    feed.finish(base::fail("torn"));
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
