#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace steptail::corpus {

// A log of a few lines and the class of the failure that a person reads in it, or "none".
struct LabelledLog {
  std::string file;
  std::string name;
  std::string label;
  std::string text;
};

// Every case of every .txt below `folder`: "=== LABEL: NAME" begins one, and the lines under
// "=== before" come first in each case of the file after it.
[[nodiscard]] std::vector<LabelledLog> read_labelled_logs(const std::filesystem::path& folder);

}  // namespace steptail::corpus
