#pragma once

#include <string>

#include "run/run_identity.h"

namespace steptail::daemon {

// How figures stand in a report for people. Pure.
[[nodiscard]] std::string number(double value);   // six digits
[[nodiscard]] std::string whole(double value);    // no fraction
[[nodiscard]] std::string seconds(double value);  // in h, min, s or ms
[[nodiscard]] std::string title_of(const run::RunIdentity& identity);

}  // namespace steptail::daemon
