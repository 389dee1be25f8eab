#pragma once

#include <map>
#include <string>

#include "metrics/snapshot.h"
#include "pipeline/entry.h"
#include "pipeline/file_table.h"

namespace steptail::pipeline {

// Fills in what a snapshot says about files: states, lag, unlinked bytes.
void describe_files(FileTable& files, base::WallTime now, metrics::ShardSnapshot& snapshot);

// Fills in what is counted of watch entries, whatever describe_files() said or an earlier snapshot.
void describe_entries(const std::map<std::string, EntryCounters>& counters,
                      metrics::ShardSnapshot& snapshot);

}  // namespace steptail::pipeline
