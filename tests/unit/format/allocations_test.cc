// The steady state of RuleMatcher::match() allocates nothing.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

#include "format/rule_matcher.h"
#include "unit/format/test_formats.h"

namespace {

std::size_t allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
// The library's own goes another way, which may not be mixed with the free() below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace steptail::format {
namespace {

constexpr const char* kRules = R"(rules:
  - name: step
    when: ["iteration", "elapsed"]
    progress: true
    fields:
      iteration: {after: "iteration"}
      iteration_seconds: {after: "elapsed (ms):", unit: ms}
      loss: {after: ["lm loss:", "loss:"]}
      tokens: {after: "tokens:"}
      value: [{after: "zeros:", key: zeros}, {after: "never:", key: never}]
    each: {separator: "|", key_end: ":", field: loss_component, label: component, only: ["* loss"]}
  - {name: timers, when: "time (ms) |", rank: {after: "rank="}, each: {separator: "|", key_end: ":", field: phase_seconds, label: phase, unit: ms}}
  - {name: record, json: true, when: "STATS ", fields: {loss: {path: losses.total}, iteration: {path: step}}}
  - {name: table, when: "max time across ranks (ms):", opens: table}
  - {name: row, in: table, when: "..: ", each: {separator: "|", key_end: ":", field: phase_seconds, label: phase, unit: ms}}
  - {name: listing, when: "times across ranks (ms):", opens: listing}
  - {name: eval, when: "[eval]", regex: 'acc (?P<loss>[0-9.]+)%'}
  - {name: saving, when: "saving checkpoint", state: checkpointing}
  - {name: name_row, in: listing, when: ":", regex: '^ +(?P<label>[a-z]+):$', opens: listing}
)";

constexpr std::array<std::string_view, 13> kLines = {
    " iteration       12/     100 | tokens: 1,234,567 | elapsed (ms): 1843.2 | lm loss: 2.34E+00 | "
    "sop loss: 0.123456789012345678901234567890 | zeros: 0.0 |",
    "rank=3 time (ms) | forward: 27.50 | backward: 50.00 | batch generator: 1.08",
    R"(STATS {"step": 7, "losses": {"aux": [1, 2], "total": "2.5"}, "note": "x"} and more)",
    "max time across ranks (ms):",
    "    forward-backward ...........................................: 5208.16",
    "    optimizer ..................................................: 41.02",
    "[eval] acc 98.7% after all",
    "saving checkpoint at iteration 12",
    "nothing that anybody knows, at some length: 2024-05-06 07:08:09,123 INFO worker 3 of 8",
    "times across ranks (ms):",
    "   forward:",
    "   backward:",
    "",
};

std::size_t allocations_of_a_pass(RuleMatcher& matcher, std::size_t& records) {
  const std::size_t before = allocations;
  for (std::string_view line : kLines) {
    records += matcher.match({.text = line, .rank = "3"}).size();
  }
  return allocations - before;
}

TEST(Allocations, AMatcherThatKnowsItsFileAllocatesNothing) {
  RuleMatcher matcher(format_of(kRules), {});
  std::size_t records = 0;
  for (int pass = 0; pass < 3; ++pass) (void)allocations_of_a_pass(matcher, records);
  records = 0;
  EXPECT_EQ(0U, allocations_of_a_pass(matcher, records));
  EXPECT_EQ(kLines.size() - 2, records) << "every line but the unknown and the empty one";
}

TEST(Allocations, NewNumbersInOldLinesAllocateNothing) {
  RuleMatcher matcher(format_of(kRules), {});
  std::array<std::string, 100> lines;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i] = " iteration " + std::to_string(i * 977) +
               "/ 99999 | elapsed (ms): " + std::to_string(static_cast<double>(i) * 1.37) +
               " | lm loss: " + std::to_string(i);
  }
  // The first makes its shape known, the second how it is read.
  for (std::size_t i : {0U, 1U}) (void)matcher.match({.text = lines[i]});
  const std::size_t before = allocations;
  for (const std::string& line : lines) (void)matcher.match({.text = line});
  EXPECT_EQ(before, allocations);
}

}  // namespace
}  // namespace steptail::format
