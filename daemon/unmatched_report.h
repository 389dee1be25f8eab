#pragma once

#include <string>
#include <vector>

#include "pipeline/inspection.h"

namespace steptail::daemon {

// How many lines there were and how many of them nothing matched, the most frequent shapes of
// those, and where a log is in no known format a draft of one; empty: there was no line. Pure.
[[nodiscard]] std::string unmatched_report(
    const pipeline::Inspection& inspection,
    const std::vector<pipeline::Inspection::FileReport>& files);

// A format file that reads the most frequent of the lines that nothing matched, as a draft for its
// author; empty: they carry no numbers. Pure.
[[nodiscard]] std::string suggested_format(const std::string& name,
                                           const pipeline::Inspection& inspection);

}  // namespace steptail::daemon
