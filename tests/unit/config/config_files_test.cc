#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "config/config.h"

namespace steptail::config {
namespace {

namespace fs = std::filesystem;
const fs::path kSource = STEPTAIL_SOURCE_DIR;

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  EXPECT_TRUE(stream) << path;
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> yaml_files(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& item : fs::directory_iterator(kSource / "tests/config" / folder)) {
    if (item.path().extension() == ".yaml") files.push_back(item.path());
  }
  std::sort(files.begin(), files.end());
  EXPECT_FALSE(files.empty()) << folder;
  return files;
}

std::string report(const base::Errors& errors) {
  std::string text;
  for (const auto& error : errors) text += error.to_string() + "\n";
  return text;
}

// The file with the comment signs taken off the example entry; what explains it has two.
std::string uncomment_example(const std::string& text) {
  auto from = text.find("watch:\n");
  auto to = text.find("\n\n", from);
  return text.substr(0, from) +
         std::regex_replace(text.substr(from, to - from), std::regex("\n#"), "\n") +
         text.substr(to);
}

TEST(ConfigFiles, GoodOnesLoad) {
  for (const fs::path& file : yaml_files("good")) {
    SCOPED_TRACE(file.filename());
    auto config = load_config(file.filename().string(), read_file(file));
    EXPECT_TRUE(config) << report(config.error());
  }
}

TEST(ConfigFiles, BadOnesSayEverythingThatIsWrong) {
  for (const fs::path& file : yaml_files("bad")) {
    SCOPED_TRACE(file.filename());
    auto config = load_config(file.filename().string(), read_file(file));
    fs::path expected = file;
    expected.replace_extension(".expected");
    ASSERT_FALSE(config);
    EXPECT_EQ(read_file(expected), report(config.error()));
  }
}

TEST(ConfigFiles, TheShippedOneIsTheDefaults) {
  auto config = load_config("steptail.yaml", read_file(kSource / "config/steptail.yaml"));
  ASSERT_TRUE(config) << report(config.error());
  const Config defaults;
  EXPECT_EQ(defaults.listen_addresses, config->listen_addresses);
  EXPECT_EQ(defaults.format_directories, config->format_directories);
  EXPECT_TRUE(config->watch.empty());
  EXPECT_EQ(defaults.stall, config->stall);
  EXPECT_EQ(defaults.retention, config->retention);
  EXPECT_EQ(defaults.limits, config->limits);
}

TEST(ConfigFiles, TheShippedExampleEntryIsTheDefaultsToo) {
  auto text = uncomment_example(read_file(kSource / "config/steptail.yaml"));
  auto config = load_config("steptail.yaml", text);
  ASSERT_TRUE(config) << report(config.error());
  ASSERT_EQ(1U, config->watch.size());
  const WatchEntry& entry = config->watch[0];
  const WatchEntry defaults;
  EXPECT_EQ(defaults.formats, entry.formats);
  EXPECT_EQ(defaults.poll, entry.poll);
  EXPECT_EQ(defaults.poll_interval, entry.poll_interval);
  EXPECT_EQ(defaults.scan_interval, entry.scan_interval);
  EXPECT_EQ(defaults.ignore_older, entry.ignore_older);
  EXPECT_EQ(defaults.timezone, entry.timezone);
  EXPECT_NE(defaults.stall, entry.stall) << "the example shows that it can differ";
}

// Asks the loader for the keys that it knows, by writing one that it cannot.
TEST(ConfigFiles, TheShippedOneNamesEveryOption) {
  const std::string shipped = uncomment_example(read_file(kSource / "config/steptail.yaml"));
  for (const std::string section :
       {"%: 1", "web: {%: 1}", "formats: {%: 1}", "watch: [{name: a, paths: [/a], %: 1}]",
        "stall: {%: 1}", "stall: {states: {%: 1}}", "retention: {%: 1}", "limits: {%: 1}"}) {
    SCOPED_TRACE(section);
    auto config = load_config("", std::regex_replace(section, std::regex("%"), "zzzzzzzzzzzzzzz"));
    ASSERT_FALSE(config);
    std::string message = config.error().at(0).message;
    message = message.substr(message.find("known: "));
    std::regex quoted("'([a-z_]+)'");
    for (std::sregex_iterator key(message.begin(), message.end(), quoted), end; key != end; ++key) {
      EXPECT_NE(std::string::npos, shipped.find((*key)[1].str() + ":")) << (*key)[1];
    }
  }
}

}  // namespace
}  // namespace steptail::config
