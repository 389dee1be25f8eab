#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "metrics/metric.h"
#include "metrics/self_catalogue.h"

namespace steptail::metrics {

// How the rows of self_catalogue.cc get series out of the shards: one function a shape of data.
// Each watch entry belongs to one shard; what has no `watch` label is added up over the shards.

using Counts = std::map<std::string, std::uint64_t>;

// {watch}: a number of each watch entry.
void watch_series(const DaemonSnapshot& daemon, std::uint64_t WatchCounters::*member,
                  SeriesSink& sink);
// {reason,watch}: the reasons that occurred.
void watch_reason_series(const DaemonSnapshot& daemon, Counts WatchCounters::*member,
                         SeriesSink& sink);
// {state,watch}: every state, 0 where no file is in it.
void file_state_series(const DaemonSnapshot& daemon, SeriesSink& sink);
// {watch}: of every entry that was ever heard of, whether it hangs now.
void mount_hung_series(const DaemonSnapshot& daemon, SeriesSink& sink);
void last_turn_series(const DaemonSnapshot& daemon, SeriesSink& sink);

// One label over all shards.
void total_by_series(const DaemonSnapshot& daemon, Counts ShardSnapshot::*member,
                     std::string_view label_name, SeriesSink& sink);
// {limit}: what the shards refused, and the board.
void refused_series(const DaemonSnapshot& daemon, SeriesSink& sink);
// No label, over all shards.
void total_series(const DaemonSnapshot& daemon, std::uint64_t ShardSnapshot::*member,
                  SeriesSink& sink);
void run_state_series(const DaemonSnapshot& daemon, SeriesSink& sink);
void oldest_snapshot_series(const DaemonSnapshot& daemon, SeriesSink& sink);
void oldest_checkpoint_series(const DaemonSnapshot& daemon, SeriesSink& sink);

void build_info_series(const DaemonSnapshot& daemon, SeriesSink& sink);
void http_refused_series(const DaemonSnapshot& daemon, SeriesSink& sink);

}  // namespace steptail::metrics
