// A test for every sample of every built-in format: formats/NAME.sample_N, and formats/NAME.loads
// for the file. A failure points at the line of the YAML file. A sample must hold by its own format
// alone, and among all formats: no other may take its line away.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "format/format.h"
#include "format/format_loader.h"
#include "format/format_set.h"
#include "format/rule_matcher.h"
#include "format/sample_check.h"

namespace steptail::format {
namespace {

std::string in_source_tree(const std::string& file) {
  return std::string(STEPTAIL_SOURCE_DIR) + "/" + file;
}

void report(const base::Errors& errors) {
  for (const base::Error& error : errors) {
    ADD_FAILURE_AT(in_source_tree(error.file).c_str(), error.line)
        << "column " << error.column << ": " << error.message;
  }
}

class LoadTest : public testing::Test {
 public:
  explicit LoadTest(FormatSource source) : source_(std::move(source)) {}
  void TestBody() override {
    const auto format = load_format(source_);
    if (!format) report(format.error());
  }

 private:
  FormatSource source_;
};

class LinkTest : public testing::Test {
 public:
  void TestBody() override {
    const auto formats = FormatSet::load(FormatSet::builtin_sources(), {});
    if (!formats) report(formats.error());
  }
};

class SampleTest : public testing::Test {
 public:
  SampleTest(std::shared_ptr<const FormatSet> formats, const Format& format, const Sample& sample)
      : formats_(std::move(formats)), format_(format), sample_(sample) {}
  void TestBody() override {
    report(check_sample(formats_, format_, sample_));
    if (!sample_.rule.empty()) check_among_all();
  }

 private:
  void check_among_all() {
    RuleMatcher matcher(formats_, {});
    if (all_weak()) matcher.assume_seen(format_.name);
    for (const std::string& line : sample_.after) (void)matcher.match({.text = line});
    std::string found = "no rule";
    for (const Record& record : matcher.match({.text = sample_.line})) {
      if (record.common != format_.common) continue;
      found = std::string(record.format_name) + "." + std::string(record.rule_name);
    }
    if (found == format_.name + "." + sample_.rule) return;
    ADD_FAILURE_AT(in_source_tree(format_.file).c_str(), sample_.place.line)
        << "among all formats the line matches " << found;
  }

  bool all_weak() const {
    return std::all_of(format_.rules.begin(), format_.rules.end(),
                       [](const auto& rule) { return rule->weak; });
  }

  std::shared_ptr<const FormatSet> formats_;
  const Format& format_;
  const Sample& sample_;
};

void register_test(const std::string& suite, const std::string& name, const std::string& file,
                   int line, std::function<testing::Test*()> make) {
  testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, file.c_str(), line,
                        std::move(make));
}

std::string suite_of(std::string file) {
  file = file.substr(file.rfind('/') + 1);
  return "formats/" + file.substr(0, file.rfind('.'));
}

void register_samples(const std::shared_ptr<const FormatSet>& formats, const Format& format) {
  int number = 0;
  for (const Sample& sample : format.samples) {
    register_test(suite_of(format.file), "sample_" + std::to_string(++number),
                  in_source_tree(format.file), sample.place.line,
                  [formats, &format, &sample]() -> testing::Test* {
                    return new SampleTest(formats, format, sample);
                  });
  }
}

// All of them, or those that nothing is wrong with.
std::shared_ptr<const FormatSet> usable_formats() {
  std::vector<FormatSource> sources = FormatSet::builtin_sources();
  for (;;) {
    auto formats = FormatSet::load(sources, {});
    if (formats) return *std::move(formats);
    std::erase_if(sources, [&formats](const FormatSource& source) {
      return std::any_of(formats.error().begin(), formats.error().end(),
                         [&source](const base::Error& e) { return e.file == source.file; });
    });
  }
}

void register_all() {
  for (const FormatSource& source : FormatSet::builtin_sources()) {
    register_test(suite_of(source.file), "loads", in_source_tree(source.file), 1,
                  [source]() -> testing::Test* { return new LoadTest(source); });
  }
  register_test("formats", "link", in_source_tree("config/formats"), 1,
                []() -> testing::Test* { return new LinkTest(); });
  const auto formats = usable_formats();
  for (const auto& format : formats->formats()) register_samples(formats, *format);
}

}  // namespace
}  // namespace steptail::format

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  steptail::format::register_all();
  return RUN_ALL_TESTS();
}
