#include "web/connection.h"

#include <algorithm>
#include <asio/post.hpp>
#include <exception>
#include <utility>

#include "web/objection.h"
#include "web/response_head.h"

namespace steptail::web {
namespace {

constexpr std::size_t kFirstBufferBytes = 1024;
// After an answer that ends the connection, what the client still sends is read and thrown away for
// a while: closing on unread bytes would reset the connection and could take the answer with it.
constexpr std::size_t kDrainBytes = std::size_t{1024} * 1024;
constexpr std::chrono::milliseconds kDrainTime{2'000};

}  // namespace

Connection::Connection(ConnectionContext& context, std::unique_ptr<Stream> stream, Origin origin)
    : context_(context),
      stream_(std::move(stream)),
      origin_(std::move(origin)),
      timer_(stream_->executor()) {}

void Connection::start() {
  context_.table.add(shared_from_this(), context_.now());
  asio::post(stream_->executor(), [self = shared_from_this()] {
    if (self->context_.stopping) return self->close();
    self->enter(State::Reading, self->context_.options.head_timeout);
    self->stream_->handshake([self](const asio::error_code& error, std::size_t) {
      if (error) return self->handshake_failed(error);
      self->read();
    });
  });
}

void Connection::handshake_failed(const asio::error_code& error) {
  if (state_ == State::Closed) return;
  context_.refusals.count(RefusalReason::Handshake);
  base::log_event(context_.log, base::LogLevel::Debug, "tls_handshake_failed",
                  {{"client", origin_.client}, {"error", error.message()}});
  drain();  // so that why it failed is not lost
}

void Connection::shed() {
  context_.refusals.count(RefusalReason::Shed);
  asio::post(stream_->executor(), [self = shared_from_this()] { self->close(); });
}

void Connection::finish() {
  asio::post(stream_->executor(), [self = shared_from_this()] {
    if (self->state_ != State::Answering) return self->close();
    self->close_after_ = true;
  });
}

PeerPhase Connection::phase() const {
  if (state_ == State::Reading) return PeerPhase::Reading;
  if (state_ != State::Answering) return PeerPhase::Idle;
  if (!writing_) return PeerPhase::Busy;
  return slot_ ? PeerPhase::Holding : PeerPhase::Writing;
}

void Connection::enter(State state, std::chrono::milliseconds limit) {
  state_ = state;
  context_.table.set_phase(*this, phase(), context_.now());
  timer_.expires_after(limit);
  // A wait that is over but not yet told cannot be cancelled: the round tells it from the new one.
  timer_.async_wait([self = shared_from_this(), round = ++timer_round_](const auto& error) {
    if (!error && round == self->timer_round_) self->time_out();
  });
}

void Connection::time_out() {
  if (state_ == State::Reading && used_ > 0) {
    return refuse(
        {.status = 408, .reason = RefusalReason::HeadTimeout, .detail = "the head took too long"});
  }
  if (std::exchange(deciding_, false)) {
    return refuse({.status = 503,
                   .reason = RefusalReason::AuthBusy,
                   .detail = "too many passwords wait to be checked"});
  }
  const bool unread = state_ == State::Answering;
  close();
  if (unread) context_.refusals.count(RefusalReason::WriteTimeout);  // its place is free by now
}

void Connection::read() {
  if (state_ == State::Closed) return;
  if (state_ == State::Draining) used_ = 0;
  if (used_ == buffer_.size()) {
    const std::size_t more = std::max(kFirstBufferBytes, 2 * buffer_.size());
    buffer_.resize(std::min(more, context_.options.head_bytes));
  }
  if (used_ == buffer_.size()) {
    return refuse({.status = 431, .reason = RefusalReason::HeadTooLarge, .detail = {}});
  }
  reading_ = true;
  stream_->read_some(std::span(buffer_).subspan(used_),
                     [self = shared_from_this()](const asio::error_code& error, std::size_t bytes) {
                       self->reading_ = false;
                       self->on_read(error, bytes);
                     });
}

void Connection::on_read(const asio::error_code& error, std::size_t bytes) {
  // While an answer is written, only the rest of a head that took too long can come in.
  if (state_ == State::Closed || state_ == State::Answering) return;
  if (error) return close();
  if (state_ == State::Draining) {
    drained_ += bytes;
    return drained_ > kDrainBytes ? close() : read();
  }
  used_ += bytes;
  if (state_ == State::Idle) enter(State::Reading, context_.options.head_timeout);
  examine();
}

void Connection::next_head() {
  scanner_.reset();
  if (used_ == 0) {
    enter(State::Idle, context_.options.idle_timeout);
    return read();
  }
  enter(State::Reading, context_.options.head_timeout);
  examine();
}

void Connection::examine() {
  switch (scanner_.feed(std::string_view(buffer_.data(), used_))) {
    case HeadScanner::State::Incomplete:
      return read();
    case HeadScanner::State::Complete:
      return handle_head();
    case HeadScanner::State::Malformed:
      return refuse({.status = 400,
                     .reason = RefusalReason::Malformed,
                     .detail = "not an HTTP/1.1 request head"});
  }
}

void Connection::handle_head() {
  enter(State::Answering, context_.options.write_timeout);
  auto head =
      parse_request_head(std::string_view(buffer_.data(), scanner_.end()).substr(scanner_.begin()));
  buffer_.erase(0, scanner_.end());
  used_ -= scanner_.end();
  if (!head) return refuse(head.error());
  without_body_ = head->method == Method::Head;
  http_1_1_ = head->http_1_1;
  if (auto refusal = objection_to(*head, context_.hosts, origin_.loopback))
    return refuse(*refusal, head->keep_alive);
  context_.guard != nullptr ? admit(*std::move(head)) : admitted(Admission::Allowed, *head);
}

void Connection::admit(RequestHead head) {
  deciding_ = true;
  auto later = [self = shared_from_this(), head](Admission admission) {
    asio::post(self->stream_->executor(), [self, head, admission] {
      if (std::exchange(self->deciding_, false)) self->admitted(admission, head);
    });
  };
  if (auto now = context_.guard->admit(head.authorization, origin_.client, std::move(later))) {
    deciding_ = false;
    admitted(*now, head);
  }
}

// Only who may read takes a place among the requests that are answered.
void Connection::admitted(Admission admission, const RequestHead& head) {
  if (admission == Admission::Refused) {
    return refuse({.status = 401,
                   .reason = RefusalReason::Unauthorized,
                   .detail = "a user and a password, please"},
                  head.keep_alive);
  }
  if (admission == Admission::Busy) {
    return refuse({.status = 503,
                   .reason = RefusalReason::AuthBusy,
                   .detail = "too many passwords wait to be checked"},
                  head.keep_alive);
  }
  const auto& always = context_.options.always_answered;
  if (std::find(always.begin(), always.end(), head.path) == always.end() && !take_place()) {
    return refuse(
        {.status = 503, .reason = RefusalReason::Busy, .detail = "too many requests at once"},
        head.keep_alive);
  }
  answer(head);
}

// Whoever does not read makes room for who asks.
bool Connection::take_place() {
  slot_ = context_.gate.try_enter();
  if (!slot_ && context_.table.shed_holder(context_.now(), context_.options.reader_patience)) {
    slot_ = context_.gate.enter_instead();
  }
  return static_cast<bool>(slot_);
}

void Connection::answer(const RequestHead& head) {
  Response response;
  try {
    response = context_.handler({.path = head.path,
                                 .query = head.query,
                                 .accept = head.accept,
                                 .accept_encoding = head.accept_encoding,
                                 .authorization = head.authorization});
  } catch (const std::exception& error) {
    base::log_event(context_.log, base::LogLevel::Error, "cannot make a page",
                    {{"path", head.path}, {"error", error.what()}});
    response = text_response(500, "500 Internal Server Error\n");
  }
  if (not_modified(response, head.if_none_match)) response = as_not_modified(std::move(response));
  send(std::move(response), head.keep_alive);
}

void Connection::refuse(const Refusal& refusal, bool keep_alive) {
  context_.refusals.count(refusal.reason);
  send(refusal_response(refusal), keep_alive && refusal.status != 400);
}

void Connection::send(Response response, bool keep_alive) {
  close_after_ = !keep_alive || context_.stopping;
  Framing framing{.close = close_after_, .say_keep_alive = !http_1_1_, .date = std::nullopt};
  if (context_.options.clock != nullptr) framing.date = context_.options.clock->wall();
  std::shared_ptr<const Security> security;
  if (context_.guard != nullptr) {
    security = context_.guard->security();
    framing.more_lines = security->header_lines;
  }
  head_ = render_head(response, framing);
  body_ = without_body_ ? nullptr : std::move(response.body);
  written_ = 0;
  write_on();
}

// An answer that is made and costs little memory lets the next one be made, however slowly it is
// read.
void Connection::leave_place() {
  if (!slot_) return;
  if (body_) held_ = context_.held.try_hold(body_);
  if (held_ || !body_) slot_ = {};
}

void Connection::write_on() {
  writing_ = true;
  const std::size_t rest = body_ ? body_->size() - written_ : 0;
  const std::size_t piece = std::min(rest, Server::kWriteBytes);
  leave_place();
  enter(State::Answering, context_.options.write_timeout);
  const char* from = body_ ? body_->data() + written_ : nullptr;
  stream_->write({asio::buffer(head_), asio::buffer(from, piece)},
                 [self = shared_from_this(), piece](const asio::error_code& error, std::size_t) {
                   if (self->state_ == State::Closed) return;
                   if (error) return self->close();
                   self->head_.clear();
                   self->written_ += piece;
                   const bool all = !self->body_ || self->written_ == self->body_->size();
                   all ? self->answered() : self->write_on();
                 });
}

void Connection::answered() {
  writing_ = false;
  slot_ = {};
  held_ = {};
  body_ = nullptr;
  without_body_ = false;
  http_1_1_ = true;
  close_after_ ? drain() : next_head();
}

void Connection::drain() {
  stream_->end_writing();
  enter(State::Draining, kDrainTime);
  if (!reading_) read();
}

void Connection::close() {
  if (state_ == State::Closed) return;
  state_ = State::Closed;
  ++timer_round_;
  timer_.cancel();
  stream_->close();
  slot_ = {};
  held_ = {};
  deciding_ = false;
  body_ = nullptr;
  context_.table.remove(*this);
}

}  // namespace steptail::web
