#pragma once

#include "metrics/snapshot.h"
#include "web/json_writer.h"

namespace steptail::web {

// The members that the list and the page of a run share: identity, state, the numbers without
// labels named as their metrics without training_ and _total, phases, last failure. Docs:
// docs/api.md and docs/api.schema.json.
void write_run_summary(JsonWriter& json, const metrics::RunSnapshot& run);

// What the page of a run has besides: labelled numbers, curves, attempts, checkpoints, failures.
void write_run_details(JsonWriter& json, const metrics::RunSnapshot& run);

// The loss for a drawing as small as a word, without what a later attempt did again: at most
// kSmallCurve points, oldest first, the newest exact.
inline constexpr std::size_t kSmallCurve = 24;
void write_small_curve(JsonWriter& json, const metrics::RunSnapshot& run);

}  // namespace steptail::web
