#pragma once

#include <map>
#include <string>

#include "metrics/snapshot.h"
#include "pipeline/entry.h"
#include "pipeline/file_table.h"

namespace steptail::pipeline {

// Fills in what a snapshot says about files and watch entries: states, lag, counters.
void describe_files(const FileTable& files, const std::map<std::string, EntryCounters>& counters,
                    base::WallTime now, metrics::ShardSnapshot& snapshot);

// Is the file still wanted by this entry, as a file of the same run?
[[nodiscard]] bool wants(const CompiledEntry& entry, const FollowedFile& file);

}  // namespace steptail::pipeline
