#include <gtest/gtest.h>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

constexpr auto kRoot = FailureRole::Root;
constexpr auto kCascade = FailureRole::Cascade;

struct FailureCase {
  const char* name;
  std::vector<RecordMaker> lines;
  std::uint64_t incidents;
  std::vector<FailureClass> counted;
};

TEST(Failure, CountsOnceAnIncidentByItsFirstCause) {
  const FailureCase cases[] = {
      {"one", {fails(FailureClass::CudaOom)}, 1, {FailureClass::CudaOom}},
      {"of every rank",
       {fails(FailureClass::CudaOom), fails(FailureClass::CudaOom)},
       1,
       {FailureClass::CudaOom}},
      {"what falls out of it",
       {fails(FailureClass::CudaOom), fails(FailureClass::NcclError),
        fails(FailureClass::Killed, kCascade)},
       1,
       {FailureClass::CudaOom}},
      {"a cascade alone", {fails(FailureClass::Other, kCascade)}, 1, {FailureClass::Other}},
      {"a cascade whose cause comes later",
       {fails(FailureClass::Traceback, kCascade), fails(FailureClass::CudaOom, kRoot),
        fails(FailureClass::Other, kCascade)},
       1,
       {FailureClass::CudaOom}},
      {"the first of two cascades",
       {fails(FailureClass::Killed, kCascade), fails(FailureClass::Other, kCascade)},
       1,
       {FailureClass::Killed}},
      {"progress ends it",
       {fails(FailureClass::CudaOom), step(1), fails(FailureClass::CudaOom)},
       2,
       {FailureClass::CudaOom, FailureClass::CudaOom}},
      {"a repeat does not",
       {step(1), fails(FailureClass::CudaOom), step(1), fails(FailureClass::NcclError)},
       1,
       {FailureClass::CudaOom}},
      {"a new attempt does",
       {step(1), fails(FailureClass::CudaOom), banner(), fails(FailureClass::DiskFull)},
       2,
       {FailureClass::CudaOom, FailureClass::DiskFull}},
      {"after the end it counts",
       {step(1), happens(Event::Finished), fails(FailureClass::Segfault)},
       1,
       {FailureClass::Segfault}},
  };
  for (const FailureCase& test : cases) {
    SCOPED_TRACE(test.name);
    Feed feed;
    for (const RecordMaker& maker : test.lines) feed << maker;
    feed.run.settle(base::MonoTime{std::chrono::hours(1'000'000)});
    EXPECT_EQ(feed.data().incidents, test.incidents);
    std::array<std::uint64_t, format::kFailureClassCount> expected{};
    for (FailureClass counted : test.counted) ++expected[static_cast<std::size_t>(counted)];
    EXPECT_EQ(feed.data().failures, expected);
  }
}

TEST(Failure, ACascadeWaitsForItsCauseAndIsNeverTakenBack) {
  const base::MonoTime at{std::chrono::hours(1)};
  Incident incident;
  Incident::Verdict first = incident.failure(FailureClass::Other, kCascade, at);
  EXPECT_TRUE(first.new_incident);
  EXPECT_FALSE(first.add);
  EXPECT_FALSE(incident.settle(at));
  Incident::Verdict cause = incident.failure(FailureClass::HostOom, kRoot, at);
  EXPECT_FALSE(cause.new_incident);
  EXPECT_EQ(cause.add, FailureClass::HostOom);
  EXPECT_FALSE(incident.settle(at + std::chrono::hours(1)));
  Incident::Verdict late = incident.failure(FailureClass::Killed, kRoot, at);
  EXPECT_FALSE(late.add || late.new_incident);
  EXPECT_FALSE(incident.end());
  EXPECT_FALSE(incident.open());
}

TEST(Failure, ACascadeWithoutACauseCountsOnceItHasWaited) {
  const base::MonoTime at{std::chrono::hours(1)};
  Incident incident;
  static_cast<void>(incident.failure(FailureClass::Killed, kCascade, at));
  EXPECT_FALSE(incident.settle(at + Incident::kPatience / 2));
  EXPECT_EQ(incident.settle(at + Incident::kPatience), FailureClass::Killed);
  EXPECT_FALSE(incident.settle(at + Incident::kPatience));
  EXPECT_FALSE(incident.failure(FailureClass::HostOom, kRoot, at + Incident::kPatience).add);
}

TEST(Failure, ACascadeThatIsOvertakenByProgressCounts) {
  Incident incident;
  static_cast<void>(incident.failure(FailureClass::Killed, kCascade, base::MonoTime{}));
  EXPECT_EQ(incident.end(), FailureClass::Killed);
  EXPECT_FALSE(incident.end());
}

}  // namespace
}  // namespace steptail::run
