#include "web/runs_api.h"

#include <algorithm>
#include <charconv>

#include "web/json_writer.h"
#include "web/run_json.h"

namespace steptail::web {
namespace {

base::WallTime taken_of(const std::shared_ptr<const metrics::ShardSnapshot>& shard) {
  return shard ? shard->taken : base::WallTime{};
}

base::WallTime newest(const Snapshots& snapshots) {
  base::WallTime taken{};
  for (const auto& shard : snapshots) taken = std::max(taken, taken_of(shard));
  return taken;
}

std::size_t count_of(const Snapshots& snapshots) {
  std::size_t count = 0;
  for (const auto& shard : snapshots) count += shard ? shard->runs.size() : 0;
  return count;
}

}  // namespace

std::string cursor_text(const Snapshots& snapshots) {
  std::string text;
  for (const auto& shard : snapshots) {
    if (!text.empty()) text += '.';
    text += std::to_string(taken_of(shard).time_since_epoch().count());
  }
  return text;
}

std::optional<Cursor> parse_cursor(std::string_view text, const Snapshots& snapshots) {
  Cursor cursor;
  for (const auto& shard : snapshots) {
    std::int64_t nanoseconds = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), nanoseconds);
    if (read.ec != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    const base::WallTime seen{base::Duration{nanoseconds}};
    if (seen > taken_of(shard)) return std::nullopt;
    cursor.push_back(seen);
    const bool last = cursor.size() == snapshots.size();
    if (last ? !text.empty() : !text.starts_with('.')) return std::nullopt;
    if (!last) text.remove_prefix(1);
  }
  return cursor;
}

std::string render_runs(const Snapshots& snapshots, const std::optional<Cursor>& since,
                        std::size_t expected_bytes) {
  std::string out;
  out.reserve(expected_bytes + expected_bytes / 8);
  JsonWriter json(out);
  json.begin_object();
  json.member("taken_timestamp_seconds", base::to_seconds(newest(snapshots)));
  json.member("cursor", cursor_text(snapshots));
  json.key("complete");
  json.truth(!since);
  json.member("count", static_cast<double>(count_of(snapshots)));
  json.key("runs");
  json.begin_array();
  for (std::size_t i = 0; i < snapshots.size(); ++i) {
    if (!snapshots[i]) continue;
    for (const auto& run : snapshots[i]->runs) {
      if (since && run->changed <= (*since)[i]) continue;
      json.begin_object();
      write_run_summary(json, *run);
      write_small_curve(json, *run);
      json.end_object();
    }
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

std::optional<std::string> render_run(const Snapshots& snapshots, std::string_view id) {
  for (const auto& shard : snapshots) {
    if (!shard) continue;
    const auto found = std::find_if(shard->runs.begin(), shard->runs.end(),
                                    [&](const auto& run) { return run->id == id; });
    if (found == shard->runs.end()) continue;
    std::string out;
    JsonWriter json(out);
    json.begin_object();
    json.member("taken_timestamp_seconds", base::to_seconds(shard->taken));
    write_run_summary(json, **found);
    write_run_details(json, **found);
    json.end_object();
    return out + "\n";
  }
  return std::nullopt;
}

}  // namespace steptail::web
