#include "web/runs_api.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "web/json_writer.h"
#include "web/run_json.h"

namespace steptail::web {
namespace {

// The cursor of somebody who has not seen all: it asks for the whole list.
constexpr std::string_view kNothingSeen = "0";

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

// As the status page sorts: what needs somebody, what goes on, what is over; then by name, where
// run-9 stands before run-10.
using Attention = std::pair<int, const metrics::RunSnapshot*>;

int rank_of(const metrics::RunSnapshot& run) {
  if (run.stall.stalled) return 1;
  if (run.data.state == format::State::Failed) return 0;
  if (run.data.state == format::State::Finished) return 4;
  return std::isfinite(run.data.get(format::Field::Loss).value_or(0)) ? 3 : 2;
}

const char* name_of(const metrics::RunSnapshot& run) {
  const std::string* name = run.name->identity.find("run");
  return name != nullptr ? name->c_str() : run.data.path.c_str();
}

bool comes_first(const Attention& a, const Attention& b) {
  if (a.first != b.first) return a.first < b.first;
  const int order = strverscmp(name_of(*a.second), name_of(*b.second));
  return order != 0 ? order < 0 : a.second->name->id < b.second->name->id;
}

void write_run(JsonWriter& json, const metrics::RunSnapshot& run) {
  json.begin_object();
  write_run_summary(json, run);
  write_small_curve(json, run);
  json.end_object();
}

// The members before the list, and the list begun.
void begin_runs(JsonWriter& json, const Snapshots& snapshots, std::string_view cursor,
                bool complete) {
  json.begin_object();
  json.member("taken_timestamp_seconds", base::to_seconds(newest(snapshots)));
  json.member("cursor", cursor);
  json.key("complete");
  json.truth(complete);
  json.member("count", static_cast<double>(count_of(snapshots)));
  json.key("runs");
  json.begin_array();
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
  if (text == kNothingSeen) return std::nullopt;
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
  begin_runs(json, snapshots, cursor_text(snapshots), !since);
  for (std::size_t i = 0; i < snapshots.size(); ++i) {
    if (!snapshots[i]) continue;
    for (const auto& run : snapshots[i]->runs) {
      if (!since || run->changed > (*since)[i]) write_run(json, *run);
    }
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

std::string render_first_runs(const Snapshots& snapshots, std::size_t most) {
  std::vector<Attention> runs;
  runs.reserve(count_of(snapshots));
  for (const auto& shard : snapshots) {
    if (!shard) continue;
    for (const auto& run : shard->runs) runs.emplace_back(rank_of(*run), run.get());
  }
  const bool complete = runs.size() <= most;
  most = std::min(most, runs.size());
  std::partial_sort(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(most), runs.end(),
                    comes_first);
  std::string out;
  JsonWriter json(out);
  begin_runs(json, snapshots, complete ? cursor_text(snapshots) : kNothingSeen, complete);
  for (std::size_t i = 0; i < most; ++i) write_run(json, *runs[i].second);
  json.end_array();
  json.end_object();
  return out + "\n";
}

std::optional<std::string> render_run(const Snapshots& snapshots, std::string_view id) {
  for (const auto& shard : snapshots) {
    if (!shard) continue;
    const auto found = std::find_if(shard->runs.begin(), shard->runs.end(),
                                    [&](const auto& run) { return run->name->id == id; });
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
