#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace steptail::format {

// A file of lines that no trainer wrote.
struct OrdinaryFile {
  std::string name{};
  std::vector<std::string> lines{};
};

// Service logs, build output, source code, configuration dumps, bars, dictionaries and prose, the
// same at every call; `lines` of each.
[[nodiscard]] std::vector<OrdinaryFile> made_up_files(std::size_t lines);

// Text files of packages on this machine, at most `lines` in all; empty where there are none.
[[nodiscard]] std::vector<OrdinaryFile> files_of_packages(std::size_t lines);

}  // namespace steptail::format
