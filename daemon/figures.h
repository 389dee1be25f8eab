#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "run/run_identity.h"

namespace steptail::daemon {

// How figures stand in a report for people. Pure.
[[nodiscard]] std::string number(double value, int digits = 6);
[[nodiscard]] std::string whole(double value);                    // no fraction
[[nodiscard]] std::string seconds(double value, int digits = 6);  // in h, min, s or ms
// "1 line", "2 lines"
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view one);
[[nodiscard]] std::string title_of(const run::RunIdentity& identity);

}  // namespace steptail::daemon
