#include "metrics/self_catalogue.h"

#include <array>

#include "metrics/daemon_series.h"

namespace steptail::metrics {
namespace {

using Daemon = const DaemonSnapshot&;
using Sink = SeriesSink&;
using enum MetricType;

void known(std::optional<double> value, Sink sink) {
  if (value) sink.number(*value);
}

// clang-format off
constexpr std::array kDaemonMetrics{
    DaemonMetric{{"steptail_build_info", Gauge, "", "revision,version",
                  "Always 1; what was built."},
                 build_info_series},

    // What is watched and read.
    DaemonMetric{{"steptail_files", Gauge, "", "state,watch",
                  "Watched files by how they are doing."},
                 file_state_series},
    DaemonMetric{{"steptail_read_bytes_total", Counter, "bytes", "watch",
                  "Bytes read from logs."},
                 [](Daemon daemon, Sink sink) { watch_series(daemon, &WatchCounters::read_bytes, sink); }},
    DaemonMetric{{"steptail_lines_total", Counter, "", "watch",
                  "Lines read from logs."},
                 [](Daemon daemon, Sink sink) { watch_series(daemon, &WatchCounters::lines, sink); }},
    DaemonMetric{{"steptail_matched_lines_total", Counter, "", "format",
                  "Lines that a rule of the format matched."},
                 [](Daemon daemon, Sink sink) { total_by_series(daemon, &ShardSnapshot::matched_lines, "format", sink); }},
    DaemonMetric{{"steptail_unmatched_lines_total", Counter, "", "watch",
                  "Lines that no rule matched."},
                 [](Daemon daemon, Sink sink) { watch_series(daemon, &WatchCounters::unmatched_lines, sink); }},
    DaemonMetric{{"steptail_truncated_lines_total", Counter, "", "watch",
                  "Lines longer than limits.line_bytes, of which only the beginning was looked at."},
                 [](Daemon daemon, Sink sink) { watch_series(daemon, &WatchCounters::truncated_lines, sink); }},
    DaemonMetric{{"steptail_lag_bytes", Gauge, "bytes", "watch",
                  "Bytes that lie in logs and are not yet read."},
                 [](Daemon daemon, Sink sink) { watch_series(daemon, &WatchCounters::lag_bytes, sink); }},
    DaemonMetric{{"steptail_rotations_total", Counter, "", "watch",
                  "Logs that were renamed, followed by a new file and read to their end."},
                 [](Daemon daemon, Sink sink) { watch_series(daemon, &WatchCounters::rotations, sink); }},
    DaemonMetric{{"steptail_truncations_total", Counter, "", "watch",
                  "Logs that became shorter in place."},
                 [](Daemon daemon, Sink sink) { watch_series(daemon, &WatchCounters::truncations, sink); }},
    DaemonMetric{{"steptail_lost_bytes_total", Counter, "bytes", "reason,watch",
                  "Bytes that were gone before they could be read."},
                 [](Daemon daemon, Sink sink) { watch_reason_series(daemon, &WatchCounters::lost_bytes, sink); }},
    DaemonMetric{{"steptail_read_errors_total", Counter, "", "reason,watch",
                  "Times that a file or directory could not be read."},
                 [](Daemon daemon, Sink sink) { watch_reason_series(daemon, &WatchCounters::read_errors, sink); }},
    DaemonMetric{{"steptail_file_restarts_total", Counter, "", "reason,watch",
                  "Times that a file was read again from its beginning."},
                 [](Daemon daemon, Sink sink) { watch_reason_series(daemon, &WatchCounters::file_restarts, sink); }},
    DaemonMetric{{"steptail_inotify_overflows_total", Counter, "", "",
                  "Times that the system dropped change events, after which every file was looked at."},
                 [](Daemon daemon, Sink sink) { total_series(daemon, &ShardSnapshot::inotify_overflows, sink); }},
    DaemonMetric{{"steptail_watch_last_turn_timestamp_seconds", Gauge, "seconds", "watch",
                  "When the files of the watch entry were last attended to; old where a file system hangs."},
                 last_turn_series},
    DaemonMetric{{"steptail_mount_hung", Gauge, "", "watch",
                  "1 while the file system of the watch entry does not answer."},
                 mount_hung_series},
    DaemonMetric{{"steptail_unlinked_bytes", Gauge, "bytes", "watch",
                  "Disk space of deleted files that are held open until they are read."},
                 [](Daemon daemon, Sink sink) { watch_series(daemon, &WatchCounters::unlinked_bytes, sink); }},

    // What became of it.
    DaemonMetric{{"steptail_runs", Gauge, "", "state",
                  "Runs on the page by state."},
                 run_state_series},
    DaemonMetric{{"steptail_refused_total", Counter, "", "limit",
                  "Files, runs, series and numbers that a limit kept out."},
                 refused_series},
    DaemonMetric{{"steptail_snapshot_timestamp_seconds", Gauge, "seconds", "",
                  "When the oldest part of this page was taken."},
                 oldest_snapshot_series},
    DaemonMetric{{"steptail_checkpoint_save_timestamp_seconds", Gauge, "seconds", "",
                  "When the state was last saved; of several parts, the one saved longest ago."},
                 oldest_checkpoint_series},
    DaemonMetric{{"steptail_checkpoint_errors_total", Counter, "", "",
                  "Times that the state could not be saved or was found damaged."},
                 [](Daemon daemon, Sink sink) { total_series(daemon, &ShardSnapshot::checkpoint_errors, sink); }},
    DaemonMetric{{"steptail_http_refused_total", Counter, "", "reason",
                  "HTTP requests and connections that were turned away."},
                 http_refused_series},
    DaemonMetric{{"steptail_config_last_reload_successful", Gauge, "", "",
                  "1 when the last load of configuration and formats succeeded; else the ones before are in force."},
                 [](Daemon daemon, Sink sink) { sink.number(daemon.facts.reload_successful ? 1 : 0); }},
    DaemonMetric{{"steptail_config_last_reload_success_timestamp_seconds", Gauge, "seconds", "",
                  "When configuration and formats were last loaded with success."},
                 [](Daemon daemon, Sink sink) {
                   if (const auto time = daemon.facts.reload_success_time) sink.number(base::to_seconds(*time));
                 }},

    // What every process exports.
    DaemonMetric{{"process_cpu_seconds_total", Counter, "seconds", "",
                  "Total user and system CPU time spent in seconds."},
                 [](Daemon daemon, Sink sink) { known(daemon.facts.cpu_seconds, sink); }},
    DaemonMetric{{"process_open_fds", Gauge, "", "",
                  "Number of open file descriptors."},
                 [](Daemon daemon, Sink sink) { known(daemon.facts.open_fds, sink); }},
    DaemonMetric{{"process_max_fds", Gauge, "", "",
                  "Maximum number of open file descriptors."},
                 [](Daemon daemon, Sink sink) { known(daemon.facts.max_fds, sink); }},
    DaemonMetric{{"process_virtual_memory_bytes", Gauge, "bytes", "",
                  "Virtual memory size in bytes."},
                 [](Daemon daemon, Sink sink) { known(daemon.facts.virtual_bytes, sink); }},
    DaemonMetric{{"process_resident_memory_bytes", Gauge, "bytes", "",
                  "Resident memory size in bytes."},
                 [](Daemon daemon, Sink sink) { known(daemon.facts.resident_bytes, sink); }},
    DaemonMetric{{"process_start_time_seconds", Gauge, "seconds", "",
                  "Start time of the process since unix epoch in seconds."},
                 [](Daemon daemon, Sink sink) { known(daemon.facts.start_time, sink); }},
    DaemonMetric{{"process_threads", Gauge, "", "",
                  "Number of OS threads in the process."},
                 [](Daemon daemon, Sink sink) { known(daemon.facts.threads, sink); }},
};
// clang-format on

}  // namespace

std::span<const DaemonMetric> daemon_metrics() { return kDaemonMetrics; }

}  // namespace steptail::metrics
