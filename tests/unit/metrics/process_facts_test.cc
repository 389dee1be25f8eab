#include "metrics/process_facts.h"

#include <gtest/gtest.h>

#include <string>

#include "support/mem_file_system.h"

namespace steptail::metrics {
namespace {

// The fields of /proc/self/stat after the name: state, 10 others, user and system ticks, ...
std::string stat_line(const std::string& name) {
  return "4711 (" + name +
         ") S 1 2 3 0 -1 4194560 900 0 1 0 250 125 0 0 20 0 7 0 360000 104857600 5000 18446744\n";
}

support::MemFileSystem sample_proc(const std::string& name = "steptail") {
  support::MemFileSystem fs;
  fs.append("/proc/self/stat", stat_line(name));
  fs.append("/proc/stat", "cpu  1 2 3 4\nintr 12345 0 9\nbtime 1700000000\nprocesses 99\n");
  fs.append("/proc/self/status", "Name:\tsteptail\nVmHWM:\t   9000 kB\nVmRSS:\t   2048 kB\n");
  fs.append("/proc/self/limits",
            "Limit                     Soft Limit           Hard Limit           Units     \n"
            "Max processes             63000                63000                processes \n"
            "Max open files            1024                 20000                files     \n");
  for (const auto* fd : {"0", "1", "2", "5"}) fs.append(std::string("/proc/self/fd/") + fd, "");
  return fs;
}

TEST(ProcessFacts, ReadsWhatProcSays) {
  support::MemFileSystem fs = sample_proc();
  ProcessFacts facts;
  read_process_facts(fs, facts);
  EXPECT_EQ(facts.cpu_seconds, 3.75);
  EXPECT_EQ(facts.threads, 7);
  EXPECT_EQ(facts.virtual_bytes, 104857600);
  EXPECT_EQ(facts.resident_bytes, 2048.0 * 1024);
  EXPECT_EQ(facts.start_time, 1700003600);
  EXPECT_EQ(facts.max_fds, 1024);
  EXPECT_EQ(facts.open_fds, 3) << "the listing's own descriptor does not count";
}

TEST(ProcessFacts, IsNotFooledByTheProgramsName) {
  for (const auto* name : {"a b", "a) R 9 9", "((", ")", ""}) {
    support::MemFileSystem fs = sample_proc(name);
    ProcessFacts facts;
    read_process_facts(fs, facts);
    EXPECT_EQ(facts.cpu_seconds, 3.75) << name;
    EXPECT_EQ(facts.threads, 7) << name;
  }
}

TEST(ProcessFacts, KnowsNothingWithoutProc) {
  support::MemFileSystem fs;
  ProcessFacts facts;
  facts.version = "1";
  facts.cpu_seconds = facts.open_fds = facts.max_fds = facts.threads = 5;
  read_process_facts(fs, facts);
  EXPECT_EQ(facts.cpu_seconds, std::nullopt);
  EXPECT_EQ(facts.threads, std::nullopt);
  EXPECT_EQ(facts.virtual_bytes, std::nullopt);
  EXPECT_EQ(facts.resident_bytes, std::nullopt);
  EXPECT_EQ(facts.start_time, std::nullopt);
  EXPECT_EQ(facts.max_fds, std::nullopt);
  EXPECT_EQ(facts.open_fds, std::nullopt);
  EXPECT_EQ(facts.version, "1");
}

TEST(ProcessFacts, LeavesOutWhatMakesNoSense) {
  support::MemFileSystem fs;
  fs.append("/proc/self/stat", "4711 (steptail) S 1 2 3 0 -1 4194560 900 0 1 0 250 x");
  fs.append("/proc/stat", "btime soon");
  fs.append("/proc/self/status", "VmRSS:");
  fs.append("/proc/self/limits",
            "Max open files            unlimited            unlimited  files\n");
  ProcessFacts facts;
  read_process_facts(fs, facts);
  EXPECT_EQ(facts.cpu_seconds, std::nullopt);
  EXPECT_EQ(facts.start_time, std::nullopt);
  EXPECT_EQ(facts.resident_bytes, std::nullopt);
  EXPECT_EQ(facts.max_fds, std::nullopt);
}

}  // namespace
}  // namespace steptail::metrics
