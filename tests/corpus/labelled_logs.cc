#include "corpus/labelled_logs.h"

#include <algorithm>
#include <fstream>

namespace steptail::corpus {
namespace {

constexpr std::string_view kMark = "=== ";

void read_file(const std::filesystem::path& path, std::vector<LabelledLog>& logs) {
  std::ifstream in(path, std::ios::binary);
  std::string before;
  std::string* text = &before;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(kMark)) {
      *text += line + '\n';
      continue;
    }
    const std::string head = line.substr(kMark.size());
    const std::size_t colon = head.find(": ");
    if (colon == std::string::npos) {
      before.clear();
      text = &before;
      continue;
    }
    logs.push_back({.file = path.filename(),
                    .name = head.substr(colon + 2),
                    .label = head.substr(0, colon),
                    .text = before});
    text = &logs.back().text;
  }
}

}  // namespace

std::vector<LabelledLog> read_labelled_logs(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<LabelledLog> logs;
  logs.reserve(1000);
  for (const auto& path : paths) read_file(path, logs);
  return logs;
}

}  // namespace steptail::corpus
