#include "daemon/printable.h"

#include <gtest/gtest.h>

#include <string_view>

namespace steptail::daemon {
namespace {

TEST(Printable, LeavesOutWhatATerminalWouldObey) {
  struct Case {
    std::string_view text, shown;
  };
  constexpr Case kCases[] = {
      {"step 7 | loss 2.5", "step 7 | loss 2.5"},
      {"\x1b[31mred\x07\t\x7f", "?[31mred???"},
      {"\xc2\x9b"
       "31m",
       "?31m"},                         // C1: CSI in one character
      {"a \x9b \xff \xc3", "a ? ? ?"},  // no UTF-8
      {"\xe2\x80\xae"
       "rtl\xe2\x81\xa6",
       "?rtl?"},  // the other direction
      {"\xe2\x80\xa8"
       "next",
       "?next"},
      {"\xe2\x96\x88 \xc3\xa9 \xf0\x9f\x90\x8d", "\xe2\x96\x88 \xc3\xa9 \xf0\x9f\x90\x8d"},
      {"", ""},
  };
  for (const auto& [text, shown] : kCases) EXPECT_EQ(shown, printable(text));
}

TEST(Printable, CutsALongLineBehindAWord) {
  struct Case {
    std::string_view text, shown;
  };
  constexpr Case kCases[] = {
      {"loss 2.5", "loss 2.5"},
      {"   loss 2.5", "loss 2.5"},
      {"   ", ""},
      {"loss 2.50 lr", "loss 2.50 ..."},
      {"a 2.50000000", "a 2.500000 ..."},  // no word ends in the second half
      {"lm loss   2.5000000", "lm loss ..."},
      {"0123456789abcdef", "0123456789 ..."},
      {"012345678\xc3\xa9 0", "012345678 ..."},  // no half of a character
      {"\xa9\xa9\xa9\xa9\xa9\xa9\xa9\xa9\xa9\xa9\xa9\xa9", " ..."},
  };
  for (const auto& [text, shown] : kCases) EXPECT_EQ(shown, shortened(text, 10));
}

}  // namespace
}  // namespace steptail::daemon
