#include <gtest/gtest.h>

#include "config/label_name.h"
#include "config/listen_address.h"

namespace steptail::config {
namespace {

TEST(LabelName, AcceptsOnlyWhatIsFree) {
  for (const char* name : {"cluster", "team_2", "_site", "Partition", "ranks", "job_name", "a"}) {
    EXPECT_FALSE(label_name_problem(name)) << name;
  }
  for (const char* name :
       {"",         "2nd",   "a-b",      "a b",    "é",    "a.b",       "__name__", "__",   "job",
        "instance", "le",    "quantile", "phase",  "stat", "component", "split",    "kind", "key",
        "state",    "class", "field",    "format", "path", "attempt",   "run",      "rank"}) {
    EXPECT_TRUE(label_name_problem(name)) << name;
  }
}

TEST(ListenAddress, TellsGoodFromBad) {
  for (const char* text : {"127.0.0.1:10480", ":10480", "localhost:0", "[::1]:10480", "[::]:65535",
                           "login-1.example.org:80", "[fe80::1%eth0]:1"}) {
    EXPECT_FALSE(listen_address_problem(text)) << text;
  }
  struct Row {
    const char* text;
    const char* problem;
  };
  const Row rows[] = {
      {"", "'' has no port"},
      {"127.0.0.1", "'127.0.0.1' has no port"},
      {"127.0.0.1:", "'127.0.0.1:' has no port from 0 to 65535"},
      {"127.0.0.1:65536", "'127.0.0.1:65536' has no port from 0 to 65535"},
      {"127.0.0.1:-1", "'127.0.0.1:-1' has no port from 0 to 65535"},
      {"127.0.0.1:http", "'127.0.0.1:http' has no port from 0 to 65535"},
      {"::1:10480", "'::1:10480' needs brackets around the address"},
      {"[::1:10480", "'[::1:10480' has no such host"},
      {"[]:1", "'[]:1' has no such host"},
      {"[localhost]:1", "'[localhost]:1' has no such host"},
      {"http://x:1", "'http://x:1' has no such host"},
      {"a/b:1", "'a/b:1' has no such host"},
      {"a b:1", "'a b:1' has no such host"},
  };
  for (const Row& row : rows) {
    auto problem = listen_address_problem(row.text);
    ASSERT_TRUE(problem) << row.text;
    EXPECT_EQ(0U, problem->find(row.problem)) << *problem;
  }
}

}  // namespace
}  // namespace steptail::config
