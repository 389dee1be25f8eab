#pragma once

#include <string>

#include "base/result.h"
#include "base/time.h"
#include "lines/timestamp.h"

namespace steptail::daemon {

// A moment as people write it on a command line: in any form of a log's timestamps, a date alone
// (its midnight), or seconds since 1970. `zone`: of what names none. `now`: a date without a year
// is not much later. Error: it is none, or ends in a word that is not understood.
[[nodiscard]] base::Result<base::WallTime> parse_start_time(const std::string& text,
                                                            const lines::TimeZone& zone,
                                                            base::WallTime now);

}  // namespace steptail::daemon
