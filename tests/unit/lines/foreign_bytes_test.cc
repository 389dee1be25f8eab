#include "lines/foreign_bytes.h"

#include <gtest/gtest.h>

namespace steptail::lines {
namespace {

using namespace std::string_view_literals;

TEST(ForeignBytes, KnowsCompressedFilesAndUtf16ByTheirFirstBytes) {
  for (auto head : {"\x1f\x8b\x08\x00"sv, "\x28\xb5\x2f\xfd"sv,
                    "\xfd"
                    "7zXZ\x00"sv,
                    "BZh91AY"sv, "PK\x03\x04"sv, "\xff\xfei\0"sv, "\xfe\xff\0i"sv}) {
    EXPECT_TRUE(begins_foreign(head)) << head;
  }
}

TEST(ForeignBytes, TakesEverythingElseForText) {
  for (auto head : {""sv, "iteration 1"sv, "\xef\xbb\xbfstep"sv, "\x1b[32m"sv, "\0\0\0"sv, "PKG"sv,
                    "\x1f"sv, "\xff"sv}) {
    EXPECT_FALSE(begins_foreign(head)) << head;
  }
}

TEST(ForeignBytes, NamesWhatMakesTextOfThem) {
  EXPECT_EQ(foreign_kind("BZh91AY")->what, "packed by bzip2");
  EXPECT_EQ(foreign_kind("BZh91AY")->program, "bzip2 -dc");
  EXPECT_EQ(foreign_kind("\xff\xfei\0"sv)->what, "UTF-16");
}

}  // namespace
}  // namespace steptail::lines
