#include "daemon/shard.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <set>
#include <string>

#include "support/mem_file_system.h"

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

// Such as beyond the TasksMax of a unit: one watch entry too many must not end the others.
TEST(Shard, ThatGetsNoThreadIsLikeOneThatHangs) {
  support::MemFileSystem fs;
  Shard shard({.name = "entry-far", .storage_path = "", .elsewhere = {}, .log = nullptr}, fs, {});
  pthread_attr_t usual;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  pthread_attr_t huge;
  ASSERT_EQ(pthread_getattr_default_np(&huge), 0);
  pthread_attr_setstacksize(&huge, std::size_t{1} << 50);
  ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
  EXPECT_NO_THROW(shard.start());
  pthread_setattr_default_np(&usual);
  EXPECT_FALSE(shard.answers(base::Duration{0})());
  shard.ask_to_stop(base::Duration{0});
  EXPECT_TRUE(shard.wait_stopped(base::Duration{0}));
}

}  // namespace
}  // namespace steptail::daemon
