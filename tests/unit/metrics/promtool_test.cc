#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <limits>
#include <string>

#include "support/temp_dir.h"
#include "unit/metrics/sample_runs.h"

namespace steptail::metrics {
namespace {

struct Outcome {
  int status = -1;
  std::string output;  // of both streams
};

Outcome run_command(const std::string& command) {
  Outcome outcome;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return outcome;
  std::array<char, 4096> block{};
  while (const std::size_t size = std::fread(block.data(), 1, block.size(), pipe)) {
    outcome.output.append(block.data(), size);
  }
  outcome.status = pclose(pipe);
  return outcome;
}

// promtool is the judge that users have; it is in the package "prometheus" of Debian.
TEST(Promtool, HasNothingToSayAboutAPage) {
  if (run_command("promtool --version").status != 0) GTEST_SKIP() << "promtool is not installed";
  RunSnapshot odd = full_run("od\"d\\\n\xFF");
  odd.data.set(format::Field::Loss, std::numeric_limits<double>::quiet_NaN());
  odd.data.set(format::Field::GradientNorm, -std::numeric_limits<double>::infinity());
  const std::vector shards{busy_shard(), shard_of({std::move(odd)})};
  const ProcessFacts facts = sample_facts();
  const support::TempDir directory;
  directory.write("page", render_page(shards, &facts, PageFormat::Text004));

  const Outcome outcome = run_command("promtool check metrics < " + directory.at("page"));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.output, "");
}

}  // namespace
}  // namespace steptail::metrics
