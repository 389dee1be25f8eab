#pragma once

#include <functional>
#include <memory>

#include "web/stream.h"
#include "web/tls_context.h"

namespace steptail::web {

// Gives the context for a new connection: `done` is called once, on any thread, or dropped with the
// server. Null: there is none now.
using TlsContextDone = std::function<void(std::shared_ptr<TlsContext>)>;
using TlsContextSource = std::function<void(TlsContextDone done)>;

// HTTPS: streams whose handshake() takes the context of that moment and agrees on keys.
[[nodiscard]] StreamFactory make_tls_streams(TlsContextSource source);

}  // namespace steptail::web
