#include "tail/file_name.h"

#include <algorithm>
#include <array>

namespace steptail::tail {

bool is_compressed_name(std::string_view name) {
  constexpr std::array<std::string_view, 6> kEndings{".gz", ".zst", ".xz", ".bz2", ".lz4", ".zip"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [name](std::string_view ending) { return name.ends_with(ending); });
}

bool is_nfs_leftover(std::string_view name) { return name.starts_with(".nfs"); }

bool is_sibling_name(std::string_view name, std::string_view of) {
  if (name.size() < of.size() + 2 || !name.starts_with(of)) return false;
  return (name[of.size()] == '.' || name[of.size()] == '-') && !is_compressed_name(name);
}

bool is_numbered_sibling_name(std::string_view name, std::string_view of) {
  if (!is_sibling_name(name, of)) return false;
  char first = name[of.size() + 1];
  return first >= '0' && first <= '9';
}

}  // namespace steptail::tail
