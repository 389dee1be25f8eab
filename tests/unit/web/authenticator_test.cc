#include "web/authenticator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <string>

#include "web/bcrypt.h"

namespace steptail::web {
namespace {

// "open sesame" at the least cost.
constexpr const char* kHash = "$2b$04$stepstepstepstepstepsu0Dw5iu4vZWO.cQiYg.WStw9FxTVul0G";
constexpr const char* kRight = "Basic YWRhOm9wZW4gc2VzYW1l";   // ada:open sesame
constexpr const char* kWrong = "Basic YWRhOm9wZW4gc2VzYW1f";   // ada:open sesam_
constexpr const char* kNobody = "Basic Ym9iOm9wZW4gc2VzYW1l";  // bob:open sesame

class AuthenticatorTest : public testing::Test {
 protected:
  AuthenticatorTest() { EXPECT_TRUE(worker_.start()); }
  ~AuthenticatorTest() override { worker_.stop(); }

  // The answer, however long it takes; `checked` says whether the worker had to.
  Admission ask(std::string_view header) {
    std::promise<Admission> later;
    auto now = who_.judge(users_, header, "192.0.2.1",
                          [&later](Admission admission) { later.set_value(admission); });
    checked_ = !now;
    return now ? *now : later.get_future().get();
  }

  Users users_{{"ada", kHash}};
  bool checked_ = false;
  Worker worker_{{.tasks = 2, .per_key = 1}};
  Authenticator who_{worker_, [this] { return users_; }};
};

TEST_F(AuthenticatorTest, LetsInByUserAndPasswordOnly) {
  EXPECT_EQ(Admission::Allowed, ask(kRight));
  EXPECT_EQ(Admission::Refused, ask(kWrong));
  EXPECT_EQ(Admission::Refused, ask(kNobody)) << "ada's password is not bob's";
  EXPECT_EQ(Admission::Refused, ask(""));
  EXPECT_FALSE(checked_) << "nothing to check";
}

TEST_F(AuthenticatorTest, ChecksThePasswordOfAScraperOnce) {
  EXPECT_EQ(Admission::Allowed, ask(kRight));
  EXPECT_TRUE(checked_);
  EXPECT_EQ(Admission::Allowed, ask(kRight));
  EXPECT_FALSE(checked_);
  EXPECT_EQ(Admission::Refused, ask(kWrong));
  EXPECT_TRUE(checked_);
  EXPECT_EQ(Admission::Refused, ask(kWrong));
  EXPECT_FALSE(checked_) << "the same wrong one costs nothing again";
}

TEST_F(AuthenticatorTest, ChecksANameThatNobodyHasAsLongAsOthers) {
  EXPECT_EQ(Admission::Refused, ask(kNobody));
  EXPECT_TRUE(checked_);
}

TEST_F(AuthenticatorTest, ForgetsAProvenPasswordWhenItsHashChanges) {
  EXPECT_EQ(Admission::Allowed, ask(kRight));
  users_["ada"] = "$2b$04$" + std::string(53, 'e');
  EXPECT_EQ(Admission::Refused, ask(kRight));
  users_.erase("ada");
  users_["eve"] = kHash;
  EXPECT_EQ(Admission::Refused, ask(kRight));
}

TEST_F(AuthenticatorTest, SaysBusyWhereTooManyWaitAndStillKnowsWhomItKnows) {
  EXPECT_EQ(Admission::Allowed, ask(kRight));
  std::promise<void> running;
  std::promise<void> gate;
  ASSERT_TRUE(worker_.post("x", [&] {
    running.set_value();
    gate.get_future().wait();
  }));
  running.get_future().wait();
  std::promise<Admission> first;
  const auto told = [&first](Admission admission) { first.set_value(admission); };
  EXPECT_FALSE(who_.judge(users_, kWrong, "192.0.2.1", told));
  EXPECT_EQ(Admission::Busy, who_.judge(users_, kNobody, "192.0.2.1", [](Admission) {}))
      << "one check at a time for a client";
  EXPECT_EQ(Admission::Allowed, ask(kRight));
  gate.set_value();
  EXPECT_EQ(Admission::Refused, first.get_future().get());
}

TEST(Bcrypt, ComparesWholePasswords) {
  EXPECT_TRUE(bcrypt_matches("open sesame", kHash));
  EXPECT_FALSE(bcrypt_matches("open sesam", kHash));
  EXPECT_FALSE(bcrypt_matches(std::string("open sesame\0x", 13), kHash));
  EXPECT_FALSE(bcrypt_matches("open sesame", "*0"));
  std::string other_letter = kHash;
  other_letter[2] = 'y';
  EXPECT_TRUE(bcrypt_matches("open sesame", other_letter)) << "as htpasswd writes it";
}

}  // namespace
}  // namespace steptail::web
