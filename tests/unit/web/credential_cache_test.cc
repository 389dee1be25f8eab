#include "web/credential_cache.h"

#include <gtest/gtest.h>

namespace steptail::web {
namespace {

TEST(CredentialCache, MakesAKeyOfAllThatACheckDependsOn) {
  CredentialCache cache(4);
  const auto key = cache.key_of("ada", "hash", "word");
  EXPECT_EQ(key, cache.key_of("ada", "hash", "word"));
  EXPECT_NE(key, cache.key_of("adah", "ash", "word"));
  EXPECT_NE(key, cache.key_of("ada", "hashw", "ord"));
  EXPECT_NE(key, cache.key_of("bob", "hash", "word"));
  EXPECT_NE(key, CredentialCache(4).key_of("ada", "hash", "word")) << "another secret";
}

TEST(CredentialCache, LetsWrongGuessesPushOutNoneThatIsRight) {
  CredentialCache cache(2);
  const auto right = cache.key_of("ada", "h", "right");
  cache.remember(right, true);
  for (int guess = 0; guess < 100; ++guess) {
    cache.remember(cache.key_of("ada", "h", std::to_string(guess)), false);
  }
  EXPECT_EQ(true, cache.look(right));
  EXPECT_EQ(false, cache.look(cache.key_of("ada", "h", "99")));
  EXPECT_EQ(std::nullopt, cache.look(cache.key_of("ada", "h", "3")));
}

TEST(CredentialCache, KeepsTheOnesThatAreUsed) {
  CredentialCache cache(2);
  const auto key = [&cache](const char* user) { return cache.key_of(user, "h", "p"); };
  cache.remember(key("a"), true);
  cache.remember(key("b"), true);
  EXPECT_EQ(true, cache.look(key("a")));
  cache.remember(key("c"), true);
  EXPECT_EQ(true, cache.look(key("a")));
  EXPECT_EQ(std::nullopt, cache.look(key("b"))) << "unused for longest";
}

}  // namespace
}  // namespace steptail::web
