#include <gtest/gtest.h>

#include <random>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

// Lines as a hostile shuffle of everything that a log can say. The same seed, the same lines.
class Storm {
 public:
  explicit Storm(unsigned seed) : random_(seed) {}

  void feed(Feed& feed) {
    const char* ranks[] = {"", "", "", "0", "1"};
    const char* paths[] = {"/logs/a.out", "/logs/a.out", "/logs/b.out"};
    feed.rank(ranks[pick(5)]).path(paths[pick(3)]).dated(pick(2) == 0);
    feed.context.live = pick(3) != 0;
    feed << make();
    if (pick(4) == 0) feed.run.seen_line(feed.context);
  }

 private:
  RecordMaker make() {
    const char* formats[] = {"trainer", "engine", "bar"};
    RecordMaker maker(formats[pick(3)]);
    switch (pick(10)) {
      case 0:
        maker.attempt(pick(2) == 0 ? "banner" : "second").state(State::Starting);
        break;
      case 1:
        maker.state(static_cast<State>(pick(7)));
        break;
      case 2:
        maker.event(static_cast<Event>(1 + pick(3)));
        break;
      case 3:
        maker.failure(static_cast<FailureClass>(pick(format::kFailureClassCount)),
                      pick(2) == 0 ? FailureRole::Root : FailureRole::Cascade);
        maker.record.common = true;
        break;
      case 4:
        break;
      default:
        maker.progress().iteration(step_ += pick(20) == 0 ? -7 : 1);
        break;
    }
    maker.record.per_step = pick(5) == 0;
    std::size_t values = pick(6);
    for (std::size_t i = 0; i < values; ++i) add_value(maker);
    return maker;
  }

  void add_value(RecordMaker& maker) {
    const char* labels[] = {"a", "b", "c", "d"};
    double numbers[] = {1, 2.5, 1000, 0, -1, std::numeric_limits<double>::quiet_NaN()};
    auto field = static_cast<Field>(pick(format::kFieldCount));
    maker.add({.field = field,
               .number = numbers[pick(6)],
               .label = labels[pick(4)],
               .stat = pick(5) == 0 ? "min" : "",
               .rank = pick(5) == 0 ? "3" : "",
               .sum = pick(3) == 0,
               .absolute = pick(5) == 0});
  }

  std::size_t pick(std::size_t below) { return random_() % below; }

  std::minstd_rand random_;
  double step_ = 10;
};

base::Result<RunState> reload(const Feed& feed) {
  std::string bytes = feed.bytes();
  base::ByteReader in(bytes);
  auto loaded = RunState::load(in, {}, feed.now, feed.mono());
  EXPECT_TRUE(in.at_end());
  return loaded;
}

TEST(Codec, SavedAndLoadedAnywhereTheRunEndsTheSame) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    Storm lines(seed);
    Storm again(seed);
    Feed straight;
    Feed restarted;
    for (int i = 0; i < 150; ++i) {
      lines.feed(straight);
      again.feed(restarted);
      auto loaded = reload(restarted);
      ASSERT_TRUE(loaded) << loaded.error().message;
      restarted.run = *loaded;
      ASSERT_TRUE(restarted.bytes() == straight.bytes()) << "line " << i;
    }
  }
}

TEST(Codec, AnotherProcessHasAnotherMonotonicClock) {
  Feed feed;
  feed.at(0) << step(1);
  feed.at(100) << step(2);
  base::ByteWriter out;
  feed.run.save(out, feed.now, feed.mono());
  base::ByteReader in(out.bytes());
  base::MonoTime elsewhere{seconds(77)};
  auto loaded = RunState::load(in, {}, feed.now + seconds(10), elsewhere);
  ASSERT_TRUE(loaded);
  // Progress was a second before the save and the save ten before the load.
  EXPECT_EQ(elsewhere - loaded->data().last_progress_mono, seconds(11));
}

TEST(Codec, ACutOrDamagedRunIsRefusedOrReadAndNeverCrashes) {
  Storm lines(7);
  Feed feed;
  for (int i = 0; i < 120; ++i) lines.feed(feed);
  const std::string good = feed.bytes();
  for (std::size_t length = 0; length < good.size(); ++length) {
    base::ByteReader in(std::string_view(good).substr(0, length));
    ASSERT_FALSE(RunState::load(in, {}, feed.now, feed.mono())) << length;
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (char damage : {'\x00', '\x01', '\x7f', '\xff'}) {
      std::string bad = good;
      bad[at] = damage;
      base::ByteReader in(bad);
      auto loaded = RunState::load(in, {}, feed.now, feed.mono());
      if (!loaded) continue;
      Feed on;
      on.run = *loaded;
      on.now = feed.now;
      Storm more(3);
      for (int i = 0; i < 10; ++i) more.feed(on);
      (void)on.run.stall(on.mono(), {});
      (void)on.bytes();
    }
  }
}

TEST(Codec, AnotherVersionIsRefused) {
  Feed feed;
  feed << step(1);
  std::string bytes = feed.bytes();
  ++bytes[0];
  base::ByteReader in(bytes);
  EXPECT_FALSE(RunState::load(in, {}, feed.now, feed.mono()));
}

TEST(Codec, TheBoundOfSeriesHoldsAcrossALoad) {
  Feed feed;
  std::vector<std::string> names;
  for (int i = 0; i < 400; ++i) names.push_back("n" + std::to_string(i));
  for (int i = 0; i < 300; ++i) {
    feed << std::move(line().with(Field::Value, 1, names[static_cast<std::size_t>(i)]));
    if (i % 50 == 0) feed.run = *reload(feed);
  }
  EXPECT_EQ(feed.data().values.size(), 200 - SeriesBudget::kSetAside);
  EXPECT_EQ(feed.run.refused_series(), 300 - (200 - SeriesBudget::kSetAside));
}

}  // namespace
}  // namespace steptail::run
