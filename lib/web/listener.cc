#include "web/listener.h"

#include <algorithm>
#include <asio/ip/v6_only.hpp>
#include <asio/post.hpp>
#include <asio/strand.hpp>
#include <cerrno>

namespace steptail::web {
namespace {

using asio::ip::tcp;

constexpr std::chrono::milliseconds kFullPause{20};
constexpr std::chrono::milliseconds kExhaustedPause{100};

tcp protocol_of(const tcp::endpoint& endpoint) {
  return endpoint.address().is_v6() ? tcp::v6() : tcp::v4();
}

// An address stands for itself; of a name's addresses one is taken, IPv4 first, so that port 0
// means one port.
base::Result<asio::ip::address> resolve(asio::io_context& io, const std::string& host) {
  asio::error_code error;
  auto literal = asio::ip::make_address(host, error);
  if (!error) return literal;
  auto found = tcp::resolver(io).resolve(host, "", tcp::resolver::passive, error);
  if (error || found.empty()) {
    return base::fail("no address is known for \"" + host + "\"; write an address of this machine");
  }
  auto v4 = std::find_if(found.begin(), found.end(),
                         [](const auto& entry) { return entry.endpoint().address().is_v4(); });
  return (v4 != found.end() ? *v4 : *found.begin()).endpoint().address();
}

std::string hint(const asio::error_code& error) {
  if (error == asio::error::access_denied) return "; ports below 1024 need a privilege";
  if (error == asio::error::address_in_use)
    return "; another process listens there: name another port, or port 0 for any";
  if (error.value() == EADDRNOTAVAIL) return "; it is no address of this machine";
  return "";
}

}  // namespace

Listener::Listener(asio::io_context& io, ListenerHooks hooks, base::Logger log)
    : io_(io),
      hooks_(std::move(hooks)),
      log_(std::move(log)),
      acceptor_(asio::make_strand(io)),
      timer_(acceptor_.get_executor()) {}

base::Result<void> Listener::open(const ListenAddress& address) {
  if (address.host.empty()) {
    // One socket for both families; a machine without IPv6 gets the other.
    auto both = bind({asio::ip::address_v6::any(), address.port});
    if (both) return both;
    const bool no_v6 = both.error().code == std::errc::address_family_not_supported ||
                       both.error().code == std::errc::address_not_available;
    if (!no_v6) return both;
    return bind({asio::ip::address_v4::any(), address.port});
  }
  auto ip = resolve(io_, address.host);
  if (!ip) return tl::unexpected<base::Error>(ip.error());
  return bind({*ip, address.port});
}

base::Result<void> Listener::bind(const tcp::endpoint& endpoint) {
  asio::error_code error;
  acceptor_.open(protocol_of(endpoint), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && endpoint.address() == asio::ip::address_v6::any()) {
    acceptor_.set_option(asio::ip::v6_only(false), error);
  }
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (!error) endpoint_ = acceptor_.local_endpoint(error);
  if (!error) return {};
  asio::error_code ignored;
  acceptor_.close(ignored);
  auto where = address_text(endpoint.address().to_string(), endpoint.port());
  return tl::unexpected<base::Error>(
      base::Error{.message = "cannot listen on " + where + ": " + error.message() + hint(error),
                  .code = std::error_code(error.value(), std::system_category())});
}

base::Result<void> Listener::adopt(int socket) {
  using Listens = asio::detail::socket_option::boolean<SOL_SOCKET, SO_ACCEPTCONN>;
  using Family = asio::detail::socket_option::integer<SOL_SOCKET, SO_DOMAIN>;
  asio::error_code error;
  Listens listens;
  Family family;
  acceptor_.assign(tcp::v6(), socket, error);
  if (!error) endpoint_ = acceptor_.local_endpoint(error);
  if (!error) acceptor_.get_option(listens, error);
  if (!error) acceptor_.get_option(family, error);
  const bool is_tcp = family.value() == AF_INET || family.value() == AF_INET6;
  if (!error && (!listens.value() || !is_tcp)) error = asio::error::operation_not_supported;
  if (!error) return {};
  return base::fail("descriptor " + std::to_string(socket) +
                    " is no listening TCP socket: " + error.message());
}

void Listener::start() {
  asio::post(acceptor_.get_executor(), [self = shared_from_this()] { self->wait(); });
}

void Listener::close() {
  asio::post(acceptor_.get_executor(), [self = shared_from_this()] {
    asio::error_code ignored;
    self->acceptor_.close(ignored);
    self->timer_.cancel();
  });
}

std::string Listener::address() const {
  return address_text(endpoint_.address().to_string(), endpoint_.port());
}

// Room is made when somebody is at the door, not before: an idle connection lives as long as it
// may.
void Listener::wait() {
  if (!acceptor_.is_open()) return;
  acceptor_.async_wait(tcp::acceptor::wait_read,
                       [self = shared_from_this()](const asio::error_code& error) {
                         if (error) return self->on_error(error);
                         if (!self->hooks_.make_room()) return self->wait_after(kFullPause);
                         self->accept();
                       });
}

void Listener::accept() {
  acceptor_.async_accept(asio::make_strand(io_),
                         [self = shared_from_this()](const asio::error_code& error, auto socket) {
                           if (error) return self->on_error(error);
                           self->exhausted_ = false;
                           self->hooks_.accepted(std::move(socket), self->loopback());
                           self->wait();
                         });
}

void Listener::on_error(const asio::error_code& error) {
  if (error == asio::error::operation_aborted) return;
  if (error == asio::error::connection_aborted) return wait();  // the client's, and it is gone
  hooks_.exhausted();
  if (!exhausted_) {
    base::log_event(log_, base::LogLevel::Error, "cannot accept connections",
                    {{"address", address()}, {"error", error.message()}});
  }
  exhausted_ = true;
  wait_after(kExhaustedPause);
}

void Listener::wait_after(std::chrono::milliseconds pause) {
  timer_.expires_after(pause);
  timer_.async_wait([self = shared_from_this()](const asio::error_code& error) {
    if (!error) self->wait();
  });
}

}  // namespace steptail::web
