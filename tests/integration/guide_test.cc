// docs/teach-your-log.md, followed literally: its commands are run in order, in an empty directory,
// and the page ends up saying what the guide says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "support/temp_dir.h"

namespace steptail {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string guide() {
  std::ifstream file(STEPTAIL_SOURCE_DIR "/docs/teach-your-log.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

// What stands in ```sh fences, and the texts in `code marks` that begin with `training_`.
std::vector<std::string> commands_of(const std::string& text) {
  const std::string fence = "```sh\n";
  std::vector<std::string> commands;
  for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at)) {
    at += fence.size();
    const std::size_t end = text.find("\n```", at);
    commands.push_back(text.substr(at, end - at));
    at = end;
  }
  return commands;
}

std::vector<std::string> series_of(const std::string& text) {
  std::vector<std::string> series;
  for (std::size_t at = text.find("`training_"); at != std::string::npos;
       at = text.find("`training_", at + 1)) {
    series.push_back(text.substr(at + 1, text.find('`', at + 1) - at - 1));
  }
  return series;
}

struct Result {
  int status = -1;
  std::string out;
};

Result run_in(const support::TempDir& directory, const std::string& command) {
  directory.write("command.sh", "cd " + directory.at("work") + "\nset -e\n" + command + "\n");
  const std::string path = std::string("PATH=") + STEPTAIL_BINARY_DIR + ":$PATH ";
  const std::string whole = path + "sh " + directory.at("command.sh") + " 2>&1";
  Result result;
  FILE* pipe = ::popen(whole.c_str(), "r");
  if (pipe == nullptr) return result;
  std::array<char, 4096> buffer{};
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    result.out.append(buffer.data(), count);
  }
  result.status = ::pclose(pipe);
  return result;
}

class Guide : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_.write("work/.keep", "");
    for (const std::string& command : commands_of(guide())) {
      outputs_.push_back(run_in(directory_, command));
      ASSERT_EQ(outputs_.back().status, 0) << command << "\n" << outputs_.back().out;
    }
  }

  // Of the last command that holds the text.
  std::string output_of(const std::string& text) {
    const std::vector<std::string> commands = commands_of(guide());
    for (std::size_t i = commands.size(); i-- > 0;) {
      if (commands[i].find(text) != std::string::npos) return outputs_[i].out;
    }
    return "no such command";
  }

  support::TempDir directory_;
  std::vector<Result> outputs_;
};

TEST_F(Guide, EndsWithThePageThatItPromises) {
  const std::string page = output_of("--output metrics");
  const auto series = series_of(guide());
  EXPECT_GE(series.size(), 3U);
  for (const std::string& one : series) EXPECT_THAT(page, HasSubstr(one + "\n"));
}

TEST_F(Guide, ShowsWhatEachLineOfTheLogGives) {
  const std::string lines = output_of("acme.yaml train.log");
  EXPECT_THAT(lines, HasSubstr("acme.step  progress "));
  EXPECT_THAT(lines, HasSubstr(" iteration=30 "));
  EXPECT_THAT(lines, HasSubstr("acme.saved  event=checkpoint_saved "));
}

TEST_F(Guide, BeginsWithARealSuggestion) {
  EXPECT_THAT(outputs_[1].out, HasSubstr("is in no known format"));
  EXPECT_THAT(outputs_[1].out, HasSubstr("loss: {after: \"loss=\"}"));
  EXPECT_THAT(outputs_[4].out, HasSubstr("training_loss{run=\"train\"} 3.125\n"));
  EXPECT_THAT(outputs_[3].out, Not(HasSubstr("WRONG")));
}

}  // namespace
}  // namespace steptail
