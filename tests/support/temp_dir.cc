#include "support/temp_dir.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace steptail::support {

TempDir::TempDir() {
  auto pattern = (std::filesystem::temp_directory_path() / "steptail_XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
  path_ = pattern;
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void TempDir::write(const std::string& name, const std::string& bytes) const {
  std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
  std::ofstream(at(name), std::ios::binary | std::ios::trunc) << bytes;
}

void TempDir::append(const std::string& name, const std::string& bytes) const {
  std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
  std::ofstream(at(name), std::ios::binary | std::ios::app) << bytes;
}

std::string TempDir::read(const std::string& name) const {
  std::ifstream in(at(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace steptail::support
