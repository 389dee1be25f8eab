#include "web/files_api.h"

#include <algorithm>
#include <map>

#include "metrics/self_catalogue.h"
#include "web/json_writer.h"
#include "web/number_members.h"

namespace steptail::web {
namespace {

using Counts = std::map<std::string, std::uint64_t>;

double as_double(std::uint64_t count) { return static_cast<double>(count); }

void write_counts(JsonWriter& json, std::string_view name, const Counts& counts) {
  json.key(name);
  json.begin_object();
  for (const auto& [key, count] : counts) json.member(key, as_double(count));
  json.end_object();
}

void write_total(JsonWriter& json, std::string_view name, const Snapshots& snapshots,
                 Counts metrics::ShardSnapshot::*member) {
  Counts totals;
  for (const auto& shard : snapshots) {
    if (!shard) continue;
    for (const auto& [key, count] : (*shard).*member) totals[key] += count;
  }
  write_counts(json, name, totals);
}

void write_daemon(JsonWriter& json, const Snapshots& snapshots,
                  const metrics::ProcessFacts& facts) {
  json.key("daemon");
  json.begin_object();
  json.member("version", facts.version);
  json.member("revision", facts.revision);
  const metrics::DaemonSnapshot daemon{snapshots, facts};
  NumberMembers sink(json, "steptail_");
  for (const metrics::DaemonMetric& row : metrics::daemon_metrics()) {
    sink.begin(row.metric.name);
    row.series(daemon, sink);
  }
  write_counts(json, "http_refused", facts.http_refused);
  write_total(json, "refused", snapshots, &metrics::ShardSnapshot::refused);
  write_total(json, "matched_lines", snapshots, &metrics::ShardSnapshot::matched_lines);
  json.end_object();
}

void write_watch(JsonWriter& json, const std::string& name, const metrics::WatchCounters& watch,
                 bool mount_hung) {
  json.begin_object();
  json.member("watch", name);
  write_counts(json, "files", watch.files);
  json.member("read_bytes", as_double(watch.read_bytes));
  json.member("lines", as_double(watch.lines));
  json.member("unmatched_lines", as_double(watch.unmatched_lines));
  json.member("truncated_lines", as_double(watch.truncated_lines));
  json.member("lag_bytes", as_double(watch.lag_bytes));
  json.member("rotations", as_double(watch.rotations));
  json.member("truncations", as_double(watch.truncations));
  json.member("unlinked_bytes", as_double(watch.unlinked_bytes));
  write_counts(json, "lost_bytes", watch.lost_bytes);
  write_counts(json, "read_errors", watch.read_errors);
  write_counts(json, "file_restarts", watch.file_restarts);
  if (watch.last_turn != base::WallTime{}) {
    json.member("last_turn_timestamp_seconds", base::to_seconds(watch.last_turn));
  }
  json.key("mount_hung");
  json.truth(mount_hung);
  json.end_object();
}

void write_file(JsonWriter& json, const metrics::FileSnapshot& file) {
  const metrics::FileFacts& facts = *file.facts;
  json.begin_object();
  json.member("path", facts.path);
  json.member("watch", facts.watch);
  json.member("state", facts.state);
  json.member("format", facts.formats);
  json.member("run", facts.run);
  json.member("size_bytes", as_double(file.size));
  json.member("offset_bytes", as_double(file.offset));
  if (!facts.error.empty()) json.member("error", facts.error);
  json.end_object();
}

}  // namespace

std::string render_files(const Snapshots& snapshots, const metrics::ProcessFacts& facts,
                         std::size_t expected_bytes) {
  std::string out;
  out.reserve(expected_bytes + expected_bytes / 8);
  base::WallTime taken{};
  for (const auto& shard : snapshots) {
    if (shard) taken = std::max(taken, shard->taken);
  }
  JsonWriter json(out);
  json.begin_object();
  json.member("taken_timestamp_seconds", base::to_seconds(taken));
  write_daemon(json, snapshots, facts);
  json.key("watches");
  json.begin_array();
  for (const auto& shard : snapshots) {
    if (!shard) continue;
    for (const auto& [name, watch] : shard->watches) {
      write_watch(json, name, watch, facts.hung_watches.contains(name));
    }
  }
  json.end_array();
  json.key("files");
  json.begin_array();
  for (const auto& shard : snapshots) {
    if (!shard) continue;
    for (const auto& file : shard->files) write_file(json, file);
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

}  // namespace steptail::web
