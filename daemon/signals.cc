#include "daemon/signals.h"

#include <asio/signal_set.hpp>
#include <csignal>

namespace steptail::daemon {

struct Signals::Impl : std::enable_shared_from_this<Signals::Impl> {
  Impl(asio::io_context& io, SignalActions given) : set(io), actions(std::move(given)) {}

  void wait() {
    set.async_wait([weak = weak_from_this()](const asio::error_code& error, int signal) {
      auto self = weak.lock();
      if (error || !self) return;
      self->wait();  // first: the action may end us
      if (signal == SIGHUP) {
        if (self->actions.reload) self->actions.reload();
      } else if (self->actions.terminate) {
        self->actions.terminate(signal);
      }
    });
  }

  asio::signal_set set;
  SignalActions actions;
};

Signals::Signals(AsioLoop& loop, SignalActions actions)
    : impl_(std::make_shared<Impl>(loop.context(), std::move(actions))) {}

Signals::~Signals() {
  asio::error_code ignored;
  impl_->set.clear(ignored);
  impl_->set.cancel(ignored);
}

base::Result<void> Signals::start() {
  if (std::signal(SIGPIPE, SIG_IGN) == SIG_ERR) return base::fail("cannot ignore SIGPIPE");
  for (int signal : {SIGTERM, SIGINT, SIGHUP}) {
    asio::error_code error;
    impl_->set.add(signal, error);
    if (error) {
      return base::fail("cannot receive signal " + std::to_string(signal) + ": " + error.message());
    }
  }
  impl_->wait();
  return {};
}

}  // namespace steptail::daemon
