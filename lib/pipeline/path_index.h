#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "base/hash.h"

namespace steptail::pipeline {

// Which files may bear a path: by its hash alone, so another path can have the same answer. Enough
// for a hint, which proves nothing (that of a new file, taken for one of a known one, is made up
// for by the next scan); who must be sure asks the files themselves. Thread: one. Cost: a look at
// one place of memory, however many files there are: each event looks, mostly for another file than
// the last one.
class PathIndex {
 public:
  void add(std::string_view path, std::uint64_t id);
  // REQUIRES: it was added under this path.
  void remove(std::string_view path, std::uint64_t id);

  template <typename Visit>
  void visit(std::string_view path, const Visit& tell) const {
    const std::uint64_t hash = base::hash64(path);
    const auto found = first_.find(hash);
    if (found == first_.end()) return;
    tell(found->second);
    if (others_.empty()) return;
    const auto [begin, end] = others_.equal_range(hash);
    for (auto other = begin; other != end; ++other) tell(other->second);
  }

 private:
  tsl::robin_map<std::uint64_t, std::uint64_t> first_;
  std::unordered_multimap<std::uint64_t, std::uint64_t> others_;  // as of several entries
};

}  // namespace steptail::pipeline
