#include "pipeline/path_index.h"

#include <algorithm>
#include <cassert>

namespace steptail::pipeline {

void PathIndex::add(std::string_view path, std::uint64_t id) {
  const std::uint64_t hash = base::hash64(path);
  if (!first_.emplace(hash, id).second) others_.emplace(hash, id);
}

void PathIndex::remove(std::string_view path, std::uint64_t id) {
  const std::uint64_t hash = base::hash64(path);
  auto [begin, end] = others_.equal_range(hash);
  if (first_.at(hash) != id) {
    const auto same = [&](const auto& other) { return other.second == id; };
    const auto found = std::find_if(begin, end, same);
    assert(found != end);
    others_.erase(found);
    return;
  }
  first_.erase(hash);
  if (begin == end) return;
  first_.emplace(hash, begin->second);
  others_.erase(begin);
}

}  // namespace steptail::pipeline
