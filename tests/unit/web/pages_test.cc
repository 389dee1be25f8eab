#include "web/pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>

#include "support/manual_loop.h"
#include "unit/web/run_snapshot_maker.h"
#include "web/gzip.h"

namespace steptail::web {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

class PagesTest : public testing::Test {
 protected:
  PagesTest() { handler_ = make_pages(options()); }

  PagesOptions options() {
    PagesOptions options;
    options.version = "1.2.3";
    board_->show({{.cell = cell_}});
    options.board = board_;
    options.clock = &loop_;
    options.facts = [this] {
      ++facts_asked_;
      metrics::ProcessFacts facts;
      facts.version = "1.2.3";
      facts.revision = "abc";
      facts.cpu_seconds = facts_asked_;
      return facts;
    };
    return options;
  }
  void publish(bool ready, std::vector<std::shared_ptr<const metrics::RunSnapshot>> runs = {}) {
    auto shard = std::make_shared<metrics::ShardSnapshot>();
    shard->ready = ready;
    shard->taken = base::WallTime(seconds(1000));
    shard->runs = std::move(runs);
    cell_->publish(shard);
  }
  Response get(std::string_view path, std::string_view accept = {},
               std::string_view encoding = {}) {
    return handler_({.path = path,
                     .query = {},
                     .accept = accept,
                     .accept_encoding = encoding,
                     .authorization = {}});
  }

  support::ManualLoop loop_;
  std::shared_ptr<metrics::SnapshotCell> cell_ = std::make_shared<metrics::SnapshotCell>();
  std::shared_ptr<metrics::Board> board_ = std::make_shared<metrics::Board>();
  std::atomic<int> facts_asked_{0};
  Handler handler_;
};

TEST_F(PagesTest, IsAliveBeforeAnythingIsPublishedButNotReady) {
  EXPECT_EQ(get("/-/healthy").status, 200);
  EXPECT_EQ(get("/-/ready").status, 503);
  EXPECT_EQ(get("/metrics").status, 200);
  EXPECT_EQ(get("/api/v1/runs").status, 200);
  EXPECT_EQ(get("/").status, 200);
}

TEST_F(PagesTest, IsReadyWhenEveryShardIs) {
  auto other = std::make_shared<metrics::SnapshotCell>();
  board_->show({{.cell = cell_}, {.cell = other}});
  publish(true);
  EXPECT_EQ(get("/-/ready").status, 503);
  auto shard = std::make_shared<metrics::ShardSnapshot>();
  shard->ready = true;
  other->publish(shard);
  EXPECT_EQ(get("/-/ready").status, 200);
}

TEST_F(PagesTest, EverythingElseIsNotFound) {
  for (const char* path : {"", "/metrics/", "/metrics/foo", "/METRICS", "//", "/-/", "/-/healthy/",
                           "/-/reload", "/api/v1/runs/", "/favicon.ico", "/../etc/passwd"}) {
    EXPECT_EQ(get(path).status, 404) << path;
  }
}

TEST_F(PagesTest, TheTelemetryPathIsTheOneConfigured) {
  auto moved = options();
  moved.telemetry_path = "/m\"><script>";
  handler_ = make_pages(moved);
  EXPECT_EQ(get("/metrics").status, 404);
  EXPECT_EQ(get("/m\"><script>").status, 200);
  EXPECT_THAT(*get("/").body, Not(HasSubstr("<script>")));
}

TEST_F(PagesTest, NegotiatesTheFormatOfMetrics) {
  publish(true, {make_run("r1")});
  auto text = get("/metrics");
  EXPECT_EQ(text.content_type, "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_EQ(text.vary, "Accept, Accept-Encoding");
  EXPECT_THAT(*text.body, HasSubstr("training_iteration{run=\"r1\",user=\"ada\"} 17\n"));
  EXPECT_THAT(*text.body, Not(HasSubstr("# EOF")));
  auto open = get("/metrics", "application/openmetrics-text;version=1.0.0");
  EXPECT_EQ(open.content_type, "application/openmetrics-text; version=1.0.0; charset=utf-8");
  EXPECT_THAT(*open.body, testing::EndsWith("# EOF\n"));
}

TEST_F(PagesTest, PacksForWhoCanUnpack) {
  auto plain = get("/metrics");
  auto packed = get("/metrics", "", "gzip");
  EXPECT_FALSE(plain.gzip);
  EXPECT_TRUE(packed.gzip);
  EXPECT_EQ(*packed.body, gzip(*plain.body));
  EXPECT_NE(packed.etag, plain.etag);
}

TEST_F(PagesTest, OnePageIsSharedUntilAShardPublishes) {
  publish(true);
  auto first = get("/metrics");
  EXPECT_EQ(get("/metrics").body, first.body);
  EXPECT_EQ(get("/metrics", "", "gzip").body, get("/metrics", "", "gzip").body);
  publish(true, {make_run("r1")});
  EXPECT_NE(get("/metrics").body, first.body);
}

TEST_F(PagesTest, FactsOfTheProcessAreAtMostASecondOld) {
  publish(true);
  auto first = get("/metrics");
  loop_.advance(milliseconds(999));
  EXPECT_EQ(get("/metrics").body, first.body);
  loop_.advance(milliseconds(1));
  EXPECT_NE(get("/metrics").body, first.body);
  EXPECT_EQ(facts_asked_, 2);
}

TEST_F(PagesTest, APageKeepsNoSnapshotAlive) {
  publish(true);
  get("/metrics");
  get("/api/v1/runs");
  std::weak_ptr<const metrics::ShardSnapshot> old = cell_->read();
  publish(true);
  EXPECT_TRUE(old.expired());
}

TEST_F(PagesTest, ConcurrentScrapesMakeOnePage) {
  publish(true, {make_run("r1")});
  std::vector<std::shared_ptr<const std::string>> bodies(16);
  std::vector<std::thread> threads;
  for (auto& body : bodies) {
    threads.emplace_back([this, &body] { body = get("/metrics", "", "gzip").body; });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_THAT(bodies, testing::Each(bodies.front()));
  EXPECT_EQ(facts_asked_, 1);
}

TEST_F(PagesTest, ThePageComesWithItsAssets) {
  auto page = get("/");
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(*page.body, HasSubstr("steptail 1.2.3<"));
  EXPECT_THAT(*page.body, HasSubstr("href=\"/metrics\""));
  EXPECT_FALSE(page.etag.empty());
  EXPECT_EQ(get("/assets/page.js").content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(get("/assets/style.css").content_type, "text/css; charset=utf-8");
  EXPECT_EQ(get("/assets/icon.svg").content_type, "image/svg+xml");
  EXPECT_EQ(get("/assets/index.html").status, 404);
  EXPECT_EQ(get("/assets/").status, 404);
  EXPECT_EQ(get("/page.js").status, 404);
}

TEST_F(PagesTest, SaysOfALimitThatIsNoneWhatWouldBeRight) {
  publish(true, {make_run("a"), make_run("b")});
  const auto ask = [this](std::string_view query) {
    return handler_({.path = "/api/v1/runs",
                     .query = query,
                     .accept = {},
                     .accept_encoding = {},
                     .authorization = {}});
  };
  for (const char* wrong : {"limit=x", "limit=0", "limit=-1", "limit=1.5", "limit=", "limit",
                            "since=0&limit=x", "limit=x&since=0"}) {
    const Response answer = ask(wrong);
    EXPECT_EQ(answer.status, 400) << wrong;
    EXPECT_EQ(answer.content_type, "application/json") << wrong;
    EXPECT_THAT(*answer.body, HasSubstr("such as limit=40")) << wrong;
  }
  for (const char* right : {"limit=1", "since=0&limit=1", "limit=1&other=x"}) {
    EXPECT_THAT(*ask(right).body, HasSubstr("\"complete\":false")) << right;
  }
  for (const char* whole : {"", "since=x", "limits=x", "unknown"}) {
    EXPECT_THAT(*ask(whole).body, HasSubstr("\"complete\":true")) << whole;
  }
}

}  // namespace
}  // namespace steptail::web
