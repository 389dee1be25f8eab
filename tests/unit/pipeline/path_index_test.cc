#include "pipeline/path_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace steptail::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

std::vector<std::uint64_t> ids(const PathIndex& index, std::string_view path) {
  std::vector<std::uint64_t> found;
  index.visit(path, [&](std::uint64_t id) { found.push_back(id); });
  return found;
}

TEST(PathIndex, FindsEveryFileOfAPath) {
  PathIndex index;
  index.add("/a", 1);
  index.add("/b", 2);
  for (const std::uint64_t id : {3U, 4U}) index.add("/a", id);
  EXPECT_THAT(ids(index, "/a"), UnorderedElementsAre(1, 3, 4));
  EXPECT_THAT(ids(index, "/b"), ElementsAre(2));
  EXPECT_THAT(ids(index, "/c"), IsEmpty());
}

TEST(PathIndex, ForgetsOneAndKeepsTheOthersInWhicheverOrder) {
  for (const auto& order :
       std::vector<std::vector<std::uint64_t>>{{1, 2, 3}, {3, 1, 2}, {2, 3, 1}}) {
    PathIndex index;
    for (const std::uint64_t id : {1U, 2U, 3U}) index.add("/a", id);
    index.remove("/a", order[0]);
    EXPECT_THAT(ids(index, "/a"), UnorderedElementsAre(order[1], order[2]));
    index.remove("/a", order[1]);
    EXPECT_THAT(ids(index, "/a"), ElementsAre(order[2]));
    index.remove("/a", order[2]);
    EXPECT_THAT(ids(index, "/a"), IsEmpty());
    index.add("/a", 7);
    EXPECT_THAT(ids(index, "/a"), ElementsAre(7));
  }
}

TEST(PathIndex, HoldsThousands) {
  PathIndex index;
  constexpr std::uint64_t kFiles = 20'000;
  const auto path = [](std::uint64_t id) { return "/logs/" + std::to_string(id); };
  for (std::uint64_t id = 1; id <= kFiles; ++id) index.add(path(id), id);
  for (std::uint64_t id = 1; id <= kFiles; id += 2) index.remove(path(id), id);
  for (std::uint64_t id = 1; id <= kFiles; ++id) {
    ASSERT_EQ(id % 2 == 0 ? 1U : 0U, ids(index, path(id)).size()) << id;
  }
}

}  // namespace
}  // namespace steptail::pipeline
