#include "web/server.h"

#include <asio/io_context.hpp>
#include <exception>
#include <thread>

#include "base/start_thread.h"
#include "web/connection.h"
#include "web/guard.h"
#include "web/listener.h"

namespace steptail::web {

struct Server::Impl {
  Impl(ServerOptions options, Handler handler, base::Logger log)
      : context(std::move(options), std::move(handler), std::move(log)) {}

  std::shared_ptr<Listener> make_listener();
  base::Result<void> listen();
  base::Result<void> set_guard();
  base::Result<void> run_threads();

  void end();

  ConnectionContext context;
  std::unique_ptr<Guard> guard;  // null: plain HTTP, open
  std::unique_ptr<asio::io_context> io = std::make_unique<asio::io_context>();
  StreamFactory make_stream = make_tcp_stream;
  std::vector<std::shared_ptr<Listener>> listeners;
  std::vector<std::thread> threads;
};

std::shared_ptr<Listener> Server::Impl::make_listener() {
  ListenerHooks hooks;
  hooks.make_room = [this] {
    return context.table.make_room(context.now(), context.options.patience);
  };
  hooks.accepted = [this](asio::ip::tcp::socket socket, bool loopback) {
    Connection::Origin origin{.loopback = loopback};
    if (guard) origin.client = Guard::client_of(socket);
    std::make_shared<Connection>(context, make_stream(std::move(socket)), std::move(origin))
        ->start();
  };
  hooks.exhausted = [this] {
    context.refusals.count(RefusalReason::Accept);
    context.table.shed_one(context.now(), context.options.patience);
  };
  return std::make_shared<Listener>(*io, std::move(hooks), context.log);
}

base::Result<void> Server::Impl::listen() {
  for (const std::string& text : context.options.listen_addresses) {
    auto address = parse_listen_address(text);
    if (!address) return tl::unexpected<base::Error>(address.error());
    listeners.push_back(make_listener());
    if (auto opened = listeners.back()->open(*address); !opened) return opened;
  }
  for (int socket : context.options.listen_sockets) {
    listeners.push_back(make_listener());
    if (auto adopted = listeners.back()->adopt(socket); !adopted) return adopted;
  }
  if (listeners.empty()) return base::fail("there is no address to listen on");
  return {};
}

base::Result<void> Server::Impl::set_guard() {
  if (!context.options.security) return {};
  try {
    guard = std::make_unique<Guard>(context.options.security, context.options.clock);
  } catch (const std::exception& error) {
    return base::fail(std::string("cannot guard the pages: ") + error.what());
  }
  context.guard = guard.get();
  if (guard->encrypts()) {
    make_stream =
        make_tls_streams([this](TlsContextDone done) { guard->give_context(std::move(done)); });
  }
  return guard->start();
}

base::Result<void> Server::Impl::run_threads() {
  for (std::size_t i = 0; i < context.options.threads; ++i) {
    auto thread = base::start_thread([this] { io->run(); }, "the HTTP threads");
    if (!thread) return tl::unexpected(thread.error());
    threads.push_back(*std::move(thread));
  }
  return {};
}

// Closes whatever is still open. Sockets must go before the context that they live on; those in
// callbacks go with it.
void Server::Impl::end() {
  if (!io) return;
  io->stop();
  for (std::thread& thread : threads) thread.join();
  threads.clear();
  // What waits there holds connections, which live on the context.
  if (guard) guard->stop();
  listeners.clear();
  context.table.clear();
  io.reset();
}

Server::Server(ServerOptions options, Handler handler, base::Logger log)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(handler), std::move(log))) {}

Server::~Server() { stop(std::chrono::milliseconds(0)); }

base::Result<void> Server::start() {
  auto ready = impl_->set_guard();
  if (ready) ready = impl_->listen();
  // Before the threads, which end when there is nothing to do.
  if (ready) {
    for (const auto& listener : impl_->listeners) listener->start();
    ready = impl_->run_threads();
  }
  if (!ready) {
    impl_->end();
    return ready;
  }
  for (const auto& listener : impl_->listeners) {
    if (impl_->guard) {
      base::log_event(impl_->context.log, base::LogLevel::Info, "listening",
                      {{"address", listener->address()}, {"tls", impl_->guard->encrypts()}});
    } else {
      base::log_event(impl_->context.log, base::LogLevel::Info, "listening",
                      {{"address", listener->address()}});
    }
  }
  return {};
}

void Server::stop(std::chrono::milliseconds grace) {
  impl_->context.stopping = true;
  for (const auto& listener : impl_->listeners) listener->close();
  if (!impl_->threads.empty()) {
    impl_->context.table.finish_all();
    impl_->context.table.wait_until_empty(grace);
  }
  impl_->end();
}

std::vector<std::string> Server::bound_addresses() const {
  std::vector<std::string> addresses;
  for (const auto& listener : impl_->listeners) addresses.push_back(listener->address());
  return addresses;
}

std::map<std::string, std::uint64_t> Server::refused() const {
  return impl_->context.refusals.by_reason();
}

}  // namespace steptail::web
