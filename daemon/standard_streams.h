#pragma once

#include "base/result.h"

namespace steptail::daemon {

// What a shell may have closed, before any file is opened: the numbers of standard input, output
// and error shall never be those of a file that is written to. Reads and writes of a closed one
// fail, but for messages, which go nowhere. Thread: the only one.
void open_standard_streams();

// What was printed is where it belongs: on a full disk or a closed pipe it is not, and who asked
// for it must be told. At the end of every command.
[[nodiscard]] base::Result<void> flush_standard_output();

}  // namespace steptail::daemon
