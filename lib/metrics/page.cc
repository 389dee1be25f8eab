#include "metrics/page.h"

#include "metrics/catalogue.h"
#include "metrics/page_writer.h"
#include "metrics/self_catalogue.h"

namespace steptail::metrics {
namespace {

using Shards = std::span<const std::shared_ptr<const ShardSnapshot>>;

void write_runs(Shards shards, PageWriter& writer) {
  for (const RunMetric& row : run_metrics()) {
    writer.begin(row.metric);
    for (const auto& shard : shards) {
      if (!shard) continue;
      for (const auto& run : shard->runs) {
        writer.run(run->name->label_text);
        row.series(*run, writer);
      }
    }
  }
}

void write_daemon(const DaemonSnapshot& daemon, PageWriter& writer) {
  writer.run({});
  for (const DaemonMetric& row : daemon_metrics()) {
    writer.begin(row.metric);
    row.series(daemon, writer);
  }
}

}  // namespace

std::string render_page(Shards shards, const ProcessFacts* facts, PageFormat format,
                        std::size_t expected_bytes) {
  std::string page;
  page.reserve(expected_bytes);
  PageWriter writer(page, format);
  write_runs(shards, writer);
  if (facts != nullptr) write_daemon({shards, *facts}, writer);
  if (format == PageFormat::OpenMetrics100) page += "# EOF\n";
  return page;
}

}  // namespace steptail::metrics
