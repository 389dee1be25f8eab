// Random programs of writing, rotating, reading and restarting, against what must come out: every
// line once and in order where nothing can be lost, else never twice and never out of order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "follower_world.h"

namespace steptail::model {
namespace {

// Mixes, with birth times and without.
constexpr std::uint32_t kConfigurations = 26;

// Programs a mix and a kind of file system; STEPTAIL_MODEL_PROGRAMS asks for more in all.
std::uint32_t programs() {
  const char* wanted = std::getenv("STEPTAIL_MODEL_PROGRAMS");
  return wanted != nullptr ? static_cast<std::uint32_t>(std::atoi(wanted)) / kConfigurations : 910;
}

constexpr std::size_t kActions = 40;

// What may happen, and how often.
struct Mix {
  const char* name;
  std::vector<Act> acts;
  bool may_lose;
  bool may_reorder = false;  // a file that fails for seconds is not waited for; lines come late
};

const Mix kMixes[] = {
    {"appending",
     {Act::Append, Act::AppendPart, Act::Pump, Act::PumpSome, Act::Release, Act::Restart},
     false},
    {"failing",
     {Act::Append, Act::AppendPart, Act::Pump, Act::PumpSome, Act::Release, Act::Restart, Act::Fail,
      Act::Fail},
     false},
    {"rotating",
     {Act::Append, Act::Append, Act::AppendPart, Act::Rotate, Act::Pump, Act::PumpSome,
      Act::PumpSome, Act::Release, Act::Restart, Act::Pass},
     false},
    {"copying",
     {Act::Append, Act::Append, Act::AppendPart, Act::CopyTruncate, Act::Pump, Act::PumpSome,
      Act::PumpSome, Act::Release, Act::Restart, Act::Pass},
     false},
    {"killed",
     {Act::Append, Act::Append, Act::AppendPart, Act::Rotate, Act::Pump, Act::PumpSome,
      Act::Release, Act::Save, Act::Kill, Act::Restart, Act::Pass},
     false},
    {"late",
     {Act::Append, Act::Append, Act::AppendPart, Act::AppendLate, Act::Rotate, Act::Pump,
      Act::PumpSome, Act::Release, Act::Save, Act::Kill, Act::Restart, Act::Pass},
     false,
     true},
    {"swapping",
     {Act::Append, Act::Append, Act::AppendPart, Act::Swap, Act::Pump, Act::PumpSome, Act::Release,
      Act::Pass},
     false},
    {"matching",
     {Act::Append, Act::Append, Act::AppendPart, Act::Rotate, Act::Pump, Act::PumpSome, Act::Scan,
      Act::Scan, Act::Release, Act::Restart, Act::Save, Act::Kill, Act::Pass},
     false,
     true},
    {"losing",
     {Act::Append, Act::Append, Act::AppendPart, Act::Truncate, Act::Delete, Act::Rotate, Act::Pump,
      Act::PumpSome, Act::Release, Act::Restart, Act::Pass},
     true},
    {"losing_and_killed",
     {Act::Append, Act::Append, Act::AppendPart, Act::Truncate, Act::Delete, Act::Recreate,
      Act::Rotate, Act::Pump, Act::PumpSome, Act::Release, Act::Save, Act::Kill, Act::Pass},
     true},
    {"losing_and_matching",
     {Act::Append, Act::Append, Act::AppendPart, Act::Truncate, Act::Delete, Act::Rotate, Act::Scan,
      Act::Pump, Act::PumpSome, Act::Release, Act::Save, Act::Kill, Act::Pass},
     true,
     true},
    {"losing_and_copying",
     {Act::Append, Act::Append, Act::AppendPart, Act::CopyTruncate, Act::CopyTruncate,
      Act::Truncate, Act::Delete, Act::Rotate, Act::Scan, Act::Pump, Act::PumpSome, Act::Release,
      Act::Save, Act::Kill, Act::Pass},
     true,
     true},
    {"losing_and_failing",
     {Act::Append, Act::Append, Act::AppendPart, Act::Truncate, Act::Delete, Act::Rotate, Act::Pump,
      Act::PumpSome, Act::Release, Act::Restart, Act::Pass, Act::Fail, Act::Fail},
     true,
     true},
};
static_assert(std::size(kMixes) * 2 == kConfigurations);

std::uint32_t below(std::uint32_t limit, std::mt19937& random) {
  return static_cast<std::uint32_t>(random()) % limit;
}

std::uint32_t amount_for(Act act, std::mt19937& random) {
  switch (act) {
    case Act::Append:
    case Act::AppendLate:
      return 1 + below(40, random);
    case Act::PumpSome:
      return 1 + below(600, random);
    case Act::Pass:
      return below(below(2, random) == 0 ? 1000 : 20'000, random);
    case Act::Swap:
      return below(2, random);
    case Act::Fail:
      return below(45, random);
    default:
      return 0;
  }
}

Program program_of(const Mix& mix, std::uint32_t seed) {
  std::mt19937 random(seed);
  Program program;
  for (std::size_t i = 0; i < kActions; ++i) {
    Act act = mix.acts[below(static_cast<std::uint32_t>(mix.acts.size()), random)];
    program.push_back({act, amount_for(act, random)});
  }
  return program;
}

// What is wrong with what came out; empty: nothing.
std::string verdict(const World& world, const Mix& mix) {
  if (world.breach()) return *world.breach();
  auto told = world.told();
  if (!mix.may_lose && mix.may_reorder) std::sort(told.begin(), told.end());
  if (!mix.may_lose) return told == world.written() ? "" : "not the lines that were written";
  bool sorted = std::is_sorted(told.begin(), told.end());
  if (!sorted && !mix.may_reorder) return "lines out of order";
  std::sort(told.begin(), told.end());
  if (std::adjacent_find(told.begin(), told.end()) != told.end()) return "a line twice";
  return "";
}

std::string run(const Program& program, const Mix& mix, bool birth_times) {
  World world(birth_times);
  for (const auto& action : program) world.run(action);
  world.settle();
  if (auto wrong = verdict(world, mix); !wrong.empty()) return wrong;
  // Whatever was lost before: what is written now comes out.
  world.run({Act::Append, 3});
  world.settle();
  auto told = world.told();
  bool all = std::all_of(world.written().end() - 3, world.written().end(), [&](int number) {
    return std::count(told.begin(), told.end(), number) == 1;
  });
  return all ? "" : "deaf";
}

// Leaves out halves, quarters, ... single actions as long as it still fails.
Program shrunk(Program program, const Mix& mix, bool birth_times) {
  for (auto length = program.size() / 2; length > 0;) {
    bool smaller = false;
    for (std::size_t at = 0; at + length <= program.size(); ++at) {
      auto without = program;
      auto begin = without.begin() + static_cast<std::ptrdiff_t>(at);
      without.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
      if (run(without, mix, birth_times).empty()) continue;
      program = std::move(without);
      smaller = true;
      break;
    }
    if (!smaller) length /= 2;
  }
  return program;
}

class FollowerModel : public ::testing::TestWithParam<std::tuple<std::size_t, bool>> {};

TEST_P(FollowerModel, TellsEveryLineOnce) {
  const auto& mix = kMixes[std::get<0>(GetParam())];
  bool birth_times = std::get<1>(GetParam());
  for (std::uint32_t seed = 1; seed <= programs(); ++seed) {
    auto program = program_of(mix, seed);
    auto wrong = run(program, mix, birth_times);
    if (wrong.empty()) continue;
    auto smallest = shrunk(program, mix, birth_times);
    FAIL() << mix.name << ", seed " << seed << ": " << wrong << "; the smallest such program ("
           << run(smallest, mix, birth_times) << "):\n"
           << to_text(smallest);
  }
}

INSTANTIATE_TEST_SUITE_P(Mixes, FollowerModel,
                         ::testing::Combine(::testing::Range<std::size_t>(0, std::size(kMixes)),
                                            ::testing::Bool()),
                         [](const auto& instance) {
                           return std::string(kMixes[std::get<0>(instance.param)].name) +
                                  (std::get<1>(instance.param) ? "_births" : "_no_births");
                         });

}  // namespace
}  // namespace steptail::model
