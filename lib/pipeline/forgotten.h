#pragma once

#include <map>
#include <string>
#include <string_view>

#include "pipeline/entry.h"
#include "pipeline/saved_state.h"
#include "run/run_table.h"

namespace steptail::pipeline {

// What of a damaged checkpoint is on no disk any more: its runs were made from so many bytes, and
// reading all logs again found fewer.
// Thread: the shard's.
class Forgotten {
 public:
  // Hears what is left of a damaged checkpoint, the newest first; that counts.
  void salvage(std::string_view payload);
  // All that is there has been read: adds what is missing to the lost bytes of the entries. Once.
  void count(const run::RunTable& runs, std::map<std::string, EntryCounters>& counters);

 private:
  ToldBytes before_;
};

}  // namespace steptail::pipeline
