#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/daemon_process.h"

namespace steptail {
namespace {

std::string step(int iteration) {
  return " iteration " + std::to_string(iteration) +
         "/ 1000 | elapsed time per iteration (ms): 100.0 | lm loss: 2.500000E+00 |\n";
}

class Reload : public ::testing::Test {
 protected:
  void configure(const std::string& pattern) {
    home.write("steptail.yaml",
               "watch:\n  - name: runs\n    paths: ['" + home.at(pattern) + "']\n");
  }
  void SetUp() override {
    configure("one/{run}.log");
    home.write("one/a.log", step(1));
    home.write("two/b.log", step(2));
    ASSERT_TRUE(daemon.serve({"--config.file", home.at("steptail.yaml")})) << daemon.log();
    ASSERT_TRUE(daemon.reaches("training_iteration", {{"run", "a"}}, 1));
  }
  support::TempDir home;
  support::DaemonProcess daemon;
};

TEST_F(Reload, TakesUpNewPaths) {
  configure("{folder}/{run}.log");
  daemon.signal(SIGHUP);
  EXPECT_TRUE(daemon.reaches("training_iteration", {{"run", "b"}, {"folder", "two"}}, 2));
  EXPECT_TRUE(daemon.reaches("steptail_config_last_reload_successful", {}, 1));
}

TEST_F(Reload, KeepsTheOldConfigurationWhenTheNewOneIsBroken) {
  home.write("steptail.yaml", "watch: nonsense\n");
  daemon.signal(SIGHUP);
  EXPECT_TRUE(daemon.reaches("steptail_config_last_reload_successful", {}, 0));
  home.append("one/a.log", step(9));
  EXPECT_TRUE(daemon.reaches("training_iteration", {{"run", "a"}}, 9));
  EXPECT_THAT(daemon.log(), ::testing::HasSubstr("steptail.yaml:1:"));
}

constexpr const char* kAcme =
    "format: acme\ntitle: Acme\nrules:\n  - {name: step, when: 'acme step=', progress: true, "
    "fields: {iteration: {after: 'step='}}}\nsamples:\n  - {line: 'acme step=7', rule: step, "
    "expect: {iteration: 7}}\n  - {line: 'a step', rule: none}\n";

TEST(ServeFormats, ThoseOfADirectoryThatAFlagNamesAreKnownAndReadAnew) {
  support::TempDir home;
  support::DaemonProcess daemon;
  home.write("formats/none.txt", "");
  home.write("a.log", "acme step=3\n");
  ASSERT_TRUE(daemon.serve({"--format-directory", home.at("formats"), home.at("{run}.log")}))
      << daemon.log();
  EXPECT_TRUE(daemon.reaches("steptail_lines_total", {{"watch", home.at("{run}.log")}}, 1));
  home.write("formats/acme.yaml", kAcme);
  daemon.signal(SIGHUP);
  EXPECT_TRUE(daemon.reaches("training_iteration", {{"run", "a"}}, 3));
}

}  // namespace
}  // namespace steptail
