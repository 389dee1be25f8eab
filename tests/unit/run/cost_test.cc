#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "unit/run/record_maker.h"

namespace {
std::atomic<long> allocations{0};
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace steptail::run {
namespace {

TEST(Cost, FoldingKnownLabelsAllocatesNothing) {
  Feed feed;
  feed.path("/scratch/somebody/runs/a-name-that-fits-no-small-string/slurm-1234567.out");
  auto round = [&](double i) {
    feed << std::move(step(i)
                          .loss(2)
                          .took(1)
                          .with(Field::LearningRate, 1)
                          .with(Field::Samples, i * 64)
                          .with(Field::SkippedIterations, 0)
                          .with(Field::SamplesPerSecond, 5));
    feed << std::move(line().phase("forward_compute_time", 1).phase("backward", 2).phase("a", 3));
    feed << step(i, "engine");
    feed << std::move(begins(State::Evaluating));
    feed << std::move(happens(Event::EvaluationDone).with(Field::ValidationLoss, 3));
  };
  // Curves of 128 points are thinned, which moves them, at 128, 256, ..., 1024 and 2048 steps.
  for (double i = 1; i <= 1100; ++i) round(i);
  long before = allocations;
  for (double i = 1101; i <= 2000; ++i) round(i);
  EXPECT_EQ(allocations - before, 0);
}

}  // namespace
}  // namespace steptail::run
