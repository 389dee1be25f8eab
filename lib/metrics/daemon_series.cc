#include "metrics/daemon_series.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "format/state.h"

namespace steptail::metrics {
namespace {

constexpr std::array<std::string_view, 5> kFileStates{"active", "idle", "unrecognised",
                                                      "unreadable", "skipped"};

template <typename Visit>
void each_shard(const DaemonSnapshot& daemon, Visit visit) {
  for (const auto& shard : daemon.shards) {
    if (shard) visit(*shard);
  }
}

template <typename Visit>
void each_watch(const DaemonSnapshot& daemon, Visit visit) {
  each_shard(daemon, [&](const ShardSnapshot& shard) {
    for (const auto& [name, counters] : shard.watches) visit(name, counters);
  });
}

void watch_number(std::string_view watch, double value, SeriesSink& sink) {
  const std::array<Label, 1> labels{Label{"watch", watch}};
  sink.number(labels, value);
}

void counts_series(const Counts& counts, std::string_view label_name, SeriesSink& sink) {
  for (const auto& [value, count] : counts) {
    const std::array<Label, 1> labels{Label{label_name, value}};
    sink.number(labels, as_double(count));
  }
}

Counts totals_of(const DaemonSnapshot& daemon, Counts ShardSnapshot::*member) {
  Counts totals;
  each_shard(daemon, [&](const ShardSnapshot& shard) {
    for (const auto& [value, count] : shard.*member) totals[value] += count;
  });
  return totals;
}

void keep_oldest(std::optional<base::WallTime>& oldest, std::optional<base::WallTime> moment) {
  if (moment) oldest = oldest ? std::min(*oldest, *moment) : *moment;
}

}  // namespace

void watch_series(const DaemonSnapshot& daemon, std::uint64_t WatchCounters::*member,
                  SeriesSink& sink) {
  each_watch(daemon, [&](const std::string& watch, const WatchCounters& counters) {
    watch_number(watch, as_double(counters.*member), sink);
  });
}

void watch_reason_series(const DaemonSnapshot& daemon, Counts WatchCounters::*member,
                         SeriesSink& sink) {
  each_watch(daemon, [&](const std::string& watch, const WatchCounters& counters) {
    for (const auto& [reason, count] : counters.*member) {
      const std::array<Label, 2> labels{Label{"reason", reason}, Label{"watch", watch}};
      sink.number(labels, as_double(count));
    }
  });
}

void file_state_series(const DaemonSnapshot& daemon, SeriesSink& sink) {
  each_watch(daemon, [&](const std::string& watch, const WatchCounters& counters) {
    for (const std::string_view state : kFileStates) {
      const auto found = counters.files.find(std::string(state));
      const std::array<Label, 2> labels{Label{"state", state}, Label{"watch", watch}};
      sink.number(labels, found == counters.files.end() ? 0 : as_double(found->second));
    }
  });
}

void mount_hung_series(const DaemonSnapshot& daemon, SeriesSink& sink) {
  std::set<std::string> watches = daemon.facts.hung_watches;
  each_watch(daemon,
             [&](const std::string& watch, const WatchCounters&) { watches.insert(watch); });
  for (const std::string& watch : watches) {
    watch_number(watch, daemon.facts.hung_watches.contains(watch) ? 1 : 0, sink);
  }
}

void last_turn_series(const DaemonSnapshot& daemon, SeriesSink& sink) {
  each_watch(daemon, [&](const std::string& watch, const WatchCounters& counters) {
    if (counters.last_turn == base::WallTime{}) return;  // has had none yet
    watch_number(watch, base::to_seconds(counters.last_turn), sink);
  });
}

void total_by_series(const DaemonSnapshot& daemon, Counts ShardSnapshot::*member,
                     std::string_view label_name, SeriesSink& sink) {
  counts_series(totals_of(daemon, member), label_name, sink);
}

void refused_series(const DaemonSnapshot& daemon, SeriesSink& sink) {
  Counts totals = totals_of(daemon, &ShardSnapshot::refused);
  if (daemon.facts.refused_identities > 0) totals["identity"] += daemon.facts.refused_identities;
  counts_series(totals, "limit", sink);
}

void total_series(const DaemonSnapshot& daemon, std::uint64_t ShardSnapshot::*member,
                  SeriesSink& sink) {
  std::uint64_t total = 0;
  each_shard(daemon, [&](const ShardSnapshot& shard) { total += shard.*member; });
  sink.number(as_double(total));
}

void run_state_series(const DaemonSnapshot& daemon, SeriesSink& sink) {
  std::array<std::uint64_t, format::kStateCount> runs{};
  each_shard(daemon, [&](const ShardSnapshot& shard) {
    for (const auto& run : shard.runs) ++runs[static_cast<std::size_t>(run->data.state)];
  });
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::array<Label, 1> labels{
        Label{"state", format::state_name(static_cast<format::State>(i))}};
    sink.number(labels, as_double(runs[i]));
  }
}

void oldest_snapshot_series(const DaemonSnapshot& daemon, SeriesSink& sink) {
  std::optional<base::WallTime> oldest;
  each_shard(daemon, [&](const ShardSnapshot& shard) { keep_oldest(oldest, shard.taken); });
  if (oldest) sink.number(base::to_seconds(*oldest));
}

void oldest_checkpoint_series(const DaemonSnapshot& daemon, SeriesSink& sink) {
  std::optional<base::WallTime> oldest;
  each_shard(daemon,
             [&](const ShardSnapshot& shard) { keep_oldest(oldest, shard.checkpoint_saved); });
  if (oldest) sink.number(base::to_seconds(*oldest));
}

void build_info_series(const DaemonSnapshot& daemon, SeriesSink& sink) {
  const std::array<Label, 2> labels{Label{"revision", daemon.facts.revision},
                                    Label{"version", daemon.facts.version}};
  sink.number(labels, 1);
}

void http_refused_series(const DaemonSnapshot& daemon, SeriesSink& sink) {
  counts_series(daemon.facts.http_refused, "reason", sink);
}

}  // namespace steptail::metrics
