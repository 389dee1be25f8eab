// Numbers that are put together from runs of digits are those that the rules read.
#include "format/digit_runs.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <string>

#include "format/number.h"

namespace steptail::format {
namespace {

struct Printed {
  std::string line;
  std::vector<DigitRun> runs;
  NumberForm form;
};

class Numbers {
 public:
  Printed next() {
    Printed printed;
    printed.line = std::string(random_() % 9, 'x');
    printed.form.negative = random_() % 4 == 0;
    if (printed.form.negative) printed.line += '-';
    add_run(printed, 1 + random_() % 10);
    printed.form.has_fraction = random_() % 2 == 0;
    if (printed.form.has_fraction) {
      printed.line += '.';
      add_run(printed, 1 + random_() % 9);
    }
    if (random_() % 4 == 0) {
      printed.form.exponent_sign = random_() % 2 == 0 ? 1 : -1;
      printed.line += printed.form.exponent_sign > 0 ? "e+" : "e-";
      add_run(printed, 2);
    }
    return printed;
  }

 private:
  void add_run(Printed& printed, std::size_t size) {
    printed.runs.push_back({.begin = static_cast<std::uint16_t>(printed.line.size()),
                            .size = static_cast<std::uint16_t>(size)});
    const unsigned choices = random_() % 4 == 0 ? 1 : 10;
    for (std::size_t i = 0; i < size; ++i) {
      printed.line += static_cast<char>('0' + random_() % choices);
    }
  }

  std::mt19937 random_{5};
};

// Also tells the zeros apart.
std::uint64_t bits(double number) { return std::bit_cast<std::uint64_t>(number); }

TEST(DigitRuns, AreReadAsTheBytesAre) {
  Numbers numbers;
  int read = 0;
  int were_placed = 0;
  for (int i = 0; i < 100000; ++i) {
    const Printed printed = numbers.next();
    const Scale scale{.shift = i % 3 == 0 ? -3 : 0, .times = i % 7 == 0 ? 60.0 : 1.0};
    const std::size_t begin = printed.runs[0].begin - std::size_t{printed.form.negative ? 1U : 0U};
    Number expected;
    double number = 0;
    const bool plain = read_plain_number(printed.line, begin, scale, 0, expected);
    if (!read_runs(printed.line, printed.runs, printed.form, scale, number)) continue;
    ++read;
    ASSERT_TRUE(plain) << printed.line;
    ASSERT_EQ(bits(expected.value), bits(number)) << printed.line;
    const auto at_places = placed(printed.runs, printed.form, scale);
    if (!at_places) continue;
    ++were_placed;
    ASSERT_EQ(bits(expected.value), bits(at_places->read(printed.line))) << printed.line;
  }
  EXPECT_GT(read, 60000);
  EXPECT_GT(were_placed, 20000);
}

TEST(DigitRuns, AreNotPlacedWhereEightBytesDoNotHoldThem) {
  const auto is_placed = [](std::uint16_t begin, std::uint16_t size) {
    const DigitRun run{.begin = begin, .size = size};
    return placed({&run, 1}, {}, {}).has_value();
  };
  EXPECT_TRUE(is_placed(0, 8));
  EXPECT_FALSE(is_placed(0, 7));  // the line has no eight bytes up to its end
  EXPECT_TRUE(is_placed(1, 7));
  EXPECT_FALSE(is_placed(0, 9));
}

}  // namespace
}  // namespace steptail::format
