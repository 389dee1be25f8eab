#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/log.h"

namespace steptail::base {

// The one payload that an event travels in, as log_event() makes it and read_event() takes it
// apart: for who writes lines of its own beside those of the stages.
[[nodiscard]] std::string pack_event(std::string_view message,
                                     std::initializer_list<LogField> fields);

}  // namespace steptail::base
