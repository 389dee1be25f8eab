#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "corpus/labelled_logs.h"
#include "format/state.h"
#include "pipeline/inspection.h"
#include "support/manual_loop.h"
#include "support/text_source.h"

// How well failures are told from what only looks like them.

namespace steptail::corpus {
namespace {

constexpr const char* kFolder = STEPTAIL_SOURCE_DIR "/tests/corpus";
constexpr const char* kNone = "none";
constexpr double kWanted = 0.97;  // macro-F1

// What steptail says of the log: a class, "none", or all of several joined with a plus.
std::string told_of(const std::string& text,
                    const std::shared_ptr<const format::FormatSet>& formats) {
  support::ManualLoop clock;
  pipeline::Inspection inspection({.formats = formats, .zone = lines::TimeZone::utc()}, clock);
  auto report = inspection.read(support::text_input("a", text, clock.wall()), nullptr);
  auto snapshot = inspection.snapshot();
  if (!report || snapshot->runs.empty()) return "no run";
  const run::RunData& data = snapshot->runs.front()->data;
  std::string told;
  std::uint64_t counted = 0;
  for (std::size_t i = 0; i < data.failures.size(); ++i) {
    counted += data.failures[i];
    if (data.failures[i] == 0) continue;
    if (!told.empty()) told += '+';
    told += format::failure_class_name(static_cast<format::FailureClass>(i));
    if (data.failures[i] > 1) told += " again";
  }
  if (counted != data.incidents) told += " miscounted";
  return told.empty() ? kNone : told;
}

// By label and by what was told.
using Confusion = std::map<std::string, std::map<std::string, int>>;

double f1_of(const Confusion& confusion, const std::string& label) {
  int right = 0, wanted = 0, told = 0;
  for (const auto& [of, row] : confusion) {
    for (const auto& [as, count] : row) {
      if (of == label && as == label) right += count;
      if (of == label) wanted += count;
      if (as == label) told += count;
    }
  }
  return wanted + told == 0 ? 1 : 2.0 * right / (wanted + told);
}

void print(const Confusion& confusion, std::size_t logs, double macro_f1) {
  std::printf("%-20s %5s %6s  %s\n", "class", "logs", "F1", "told as");
  for (const auto& [label, row] : confusion) {
    int count = 0;
    std::string text;
    for (const auto& [as, times] : row) {
      count += times;
      text += as + " " + std::to_string(times) + "  ";
    }
    std::printf("%-20s %5d %6.3f  %s\n", label.c_str(), count, f1_of(confusion, label),
                text.c_str());
  }
  std::printf("macro-F1 %.4f over %zu logs\n", macro_f1, logs);
}

TEST(Corpus, FailuresAreToldFromWhatOnlyLooksLikeThem) {
  Confusion confusion;
  const auto logs = read_labelled_logs(kFolder);
  const auto formats = format::FormatSet::builtin();
  for (const LabelledLog& log : logs) {
    const std::string told = told_of(log.text, formats);
    ++confusion[log.label][told];
    if (told != log.label) {
      std::printf("%s: %s: %s: told as %s\n", log.file.c_str(), log.label.c_str(), log.name.c_str(),
                  told.c_str());
    }
  }
  double sum = 0;
  for (const auto& [label, row] : confusion) sum += f1_of(confusion, label);
  const double macro_f1 = sum / static_cast<double>(confusion.size());
  print(confusion, logs.size(), macro_f1);
  EXPECT_GE(logs.size(), 200U);
  EXPECT_GE(macro_f1, kWanted);
}

TEST(Corpus, HasEveryClassAndManyLookAlikes) {
  std::map<std::string, int> labels;
  for (const LabelledLog& log : read_labelled_logs(kFolder)) ++labels[log.label];
  for (std::size_t i = 0; i < format::kFailureClassCount; ++i) {
    const auto failure = static_cast<format::FailureClass>(i);
    EXPECT_GE(labels[std::string(format::failure_class_name(failure))], 7) << i;
  }
  EXPECT_GE(labels[kNone], 50);
  EXPECT_EQ(labels.size(), format::kFailureClassCount + 1);
}

}  // namespace
}  // namespace steptail::corpus
