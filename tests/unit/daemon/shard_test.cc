#include "daemon/shard.h"

#include <gtest/gtest.h>

#include <set>

namespace steptail::daemon {
namespace {

TEST(Shard, NamesItsCheckpointSoThatNoOtherShardHasTheName) {
  EXPECT_EQ(checkpoint_name("local"), "shard-local.checkpoint");
  const std::string long_name(1000, 'x');
  const std::set<std::string> names{checkpoint_name("entry-a/b"),      checkpoint_name("entry-a.b"),
                                    checkpoint_name("entry-a_b"),      checkpoint_name(long_name),
                                    checkpoint_name(long_name + "/"),  checkpoint_name("entry-"),
                                    checkpoint_name("entry-\xC3\xBC"), checkpoint_name("entry-..")};
  EXPECT_EQ(names.size(), 8U);
  for (const std::string& name : names) {
    EXPECT_LE(name.size(), 128U) << name;
    EXPECT_EQ(name.find('/'), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace steptail::daemon
