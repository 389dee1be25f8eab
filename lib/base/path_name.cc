#include "base/path_name.h"

namespace steptail::base {

std::string directory_of(const std::string& path) {
  auto slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string base_name(const std::string& path) {
  auto slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string join(const std::string& directory, std::string_view name) {
  if (directory == ".") return std::string(name);
  auto path = directory;
  if (!path.ends_with('/')) path += '/';
  return path += name;
}

}  // namespace steptail::base
