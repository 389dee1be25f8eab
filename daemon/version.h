#pragma once

namespace steptail::daemon {

// "0.1.0", and the commit that was built ("unknown" outside a checkout).
extern const char* const kVersion;
extern const char* const kRevision;

}  // namespace steptail::daemon
