#include "daemon/unmatched_report.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "daemon/figures.h"
#include "daemon/printable.h"
#include "format/rule_suggestion.h"

namespace steptail::daemon {
namespace {

using FileReports = std::vector<pipeline::Inspection::FileReport>;

constexpr std::size_t kMaxShapes = 8;

void add_shapes(std::string& out, const std::vector<pipeline::UnmatchedShape>& shapes) {
  out += shapes.empty() ? "\n" : "; most frequent:\n";
  for (const pipeline::UnmatchedShape& shape : shapes) {
    std::array<char, 24> count{};
    std::snprintf(count.data(), count.size(), "  %8llu  ",
                  static_cast<unsigned long long>(shape.count));
    out += count.data() + printable(shape.shape) + (shape.cut ? " ...\n" : "\n");
  }
}

// Lines of a known trainer that nothing matches are chatter: rules for them are for who asks.
void add_suggestion(std::string& out, const pipeline::Inspection& inspection,
                    const FileReports& files) {
  const bool all_known = std::none_of(files.begin(), files.end(), [](const auto& file) {
    return file.bytes > 0 && file.formats.empty();
  });
  if (all_known) return;
  const std::string format = suggested_format("my-trainer", inspection);
  if (format.empty()) return;
  out +=
      "\nRules that would read the numbers of some of them; --suggest my-trainer prints them "
      "alone,\n"
      "and `steptail check --format my-trainer.yaml` helps from there:\n\n";
  out += format;
}

}  // namespace

std::string unmatched_report(const pipeline::Inspection& inspection, const FileReports& files) {
  std::uint64_t lines = 0;
  std::uint64_t unmatched = 0;
  for (const auto& file : files) {
    lines += file.counters.lines;
    unmatched += file.counters.unmatched_lines;
  }
  if (lines == 0) return {};
  std::string out = counted(lines, "line") + ", " + std::to_string(unmatched) + " matched nothing";
  add_shapes(out, inspection.unmatched(kMaxShapes));
  add_suggestion(out, inspection, files);
  return out;
}

std::string suggested_format(const std::string& name, const pipeline::Inspection& inspection) {
  constexpr std::size_t kMostLines = 16;
  std::vector<std::string> lines;
  for (const pipeline::UnmatchedShape& shape : inspection.unmatched(kMostLines)) {
    if (shape.count > 1) lines.push_back(shape.example);
  }
  return format::suggest_format(name, lines);
}

}  // namespace steptail::daemon
