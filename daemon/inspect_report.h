#pragma once

#include <string>
#include <vector>

#include "pipeline/inspection.h"

namespace steptail::daemon {

// What `steptail inspect` found, as text for people: a table a run, a small loss curve, the shapes
// of lines that nothing matched, and where a log is in no known format a draft of one. Pure.
[[nodiscard]] std::string text_report(const metrics::ShardSnapshot& snapshot,
                                      const pipeline::Inspection& inspection,
                                      const std::vector<pipeline::Inspection::FileReport>& files);

// The same as JSON for programs (docs/inspect.md).
[[nodiscard]] std::string json_report(const metrics::ShardSnapshot& snapshot,
                                      const pipeline::Inspection& inspection,
                                      const std::vector<pipeline::Inspection::FileReport>& files);

}  // namespace steptail::daemon
