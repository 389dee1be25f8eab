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
    EXPECT_EQ(feed.data().incidents, test.incidents);
    std::array<std::uint64_t, format::kFailureClassCount> expected{};
    for (FailureClass counted : test.counted) ++expected[static_cast<std::size_t>(counted)];
    EXPECT_EQ(feed.data().failures, expected);
  }
}

TEST(Failure, IncidentTakesBackACascadeForItsCauseOnce) {
  Incident incident;
  Incident::Verdict first = incident.failure(FailureClass::Other, kCascade);
  EXPECT_TRUE(first.new_incident);
  EXPECT_EQ(first.add, FailureClass::Other);
  EXPECT_FALSE(first.take_back);
  Incident::Verdict cause = incident.failure(FailureClass::HostOom, kRoot);
  EXPECT_FALSE(cause.new_incident);
  EXPECT_EQ(cause.add, FailureClass::HostOom);
  EXPECT_EQ(cause.take_back, FailureClass::Other);
  Incident::Verdict late = incident.failure(FailureClass::Killed, kRoot);
  EXPECT_FALSE(late.add || late.take_back || late.new_incident);
  incident.progress();
  EXPECT_FALSE(incident.open());
}

}  // namespace
}  // namespace steptail::run
