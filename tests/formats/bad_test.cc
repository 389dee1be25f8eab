// Every format in bad/ gives exactly the messages that its first lines name.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "format/format_set.h"

namespace steptail::format {
namespace {

const std::string kFolder = std::string(STEPTAIL_SOURCE_DIR) + "/tests/formats/bad/";

std::string expected_messages(const std::string& text) {
  std::string messages;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("# ");) {
    messages += line.substr(2) + "\n";
  }
  return messages;
}

std::string found_messages(const FormatSource& source) {
  std::string messages;
  const auto formats = FormatSet::load({}, {&source, 1});
  if (formats) return "none\n";
  for (const base::Error& error : formats.error()) {
    messages += std::to_string(error.line) + ":" + std::to_string(error.column) + ": " +
                error.message + "\n";
    EXPECT_EQ(source.file, error.file);
  }
  return messages;
}

class BadFormat : public testing::Test {
 public:
  explicit BadFormat(std::string name) : name_(std::move(name)) {}
  void TestBody() override {
    std::ifstream file(kFolder + name_);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(expected_messages(text), found_messages({.file = name_, .text = text}));
  }

 private:
  std::string name_;
};

void register_all() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    testing::RegisterTest("formats/bad", name.c_str(), nullptr, nullptr, (kFolder + name).c_str(),
                          1, [name]() -> testing::Test* { return new BadFormat(name); });
  }
}

}  // namespace
}  // namespace steptail::format

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  steptail::format::register_all();
  return RUN_ALL_TESTS();
}
