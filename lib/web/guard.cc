#include "web/guard.h"

#include <algorithm>
#include <utility>

namespace steptail::web {
namespace {

constexpr base::Duration kLookEvery = std::chrono::seconds(1);
// A check takes some 60 ms at the usual cost: who waits last waits for two seconds.
constexpr Worker::Bounds kPasswords{.tasks = 32, .per_key = 8};
constexpr Worker::Bounds kFiles{.tasks = 4096, .per_key = 4096};

}  // namespace

Guard::Guard(std::shared_ptr<SecuritySource> source, const base::Clock* clock)
    : source_(std::move(source)),
      clock_(clock),
      files_(kFiles),
      passwords_(kPasswords),
      authenticator_(passwords_, [from = source_] {
        from->refresh();
        return from->current()->file.users;
      }) {}

base::Result<void> Guard::start() {
  auto started = files_.start();
  if (started) started = passwords_.start();
  return started;
}

void Guard::stop() {
  files_.stop();
  passwords_.stop();
}

void Guard::give_context(TlsContextDone done) {
  auto look = [this, done] {
    source_->refresh();
    done(source_->current()->tls);
  };
  if (!files_.post({}, std::move(look))) done(nullptr);
}

std::optional<Admission> Guard::admit(std::string_view authorization, const std::string& client,
                                      Authenticator::Done done) {
  look_now_and_then();
  const auto security = source_->current();
  if (security->file.users.empty()) return Admission::Allowed;
  return authenticator_.judge(security->file.users, authorization, client, std::move(done));
}

// So that a user who is taken out of the file is out, whatever was remembered of him.
void Guard::look_now_and_then() {
  if (clock_ == nullptr) return;
  const base::MonoTime now = clock_->mono();
  base::MonoTime looked = looked_;
  if (now - looked < kLookEvery || !looked_.compare_exchange_strong(looked, now)) return;
  static_cast<void>(files_.post({}, [this] { source_->refresh(); }));
}

std::string Guard::client_of(const asio::ip::tcp::socket& socket) {
  asio::error_code error;
  const auto address = socket.remote_endpoint(error).address();
  if (error) return {};
  if (address.is_v4()) return address.to_string();
  auto bytes = address.to_v6().to_bytes();
  if (!address.to_v6().is_v4_mapped()) std::fill(bytes.begin() + 8, bytes.end(), 0);
  return asio::ip::address_v6(bytes).to_string();
}

}  // namespace steptail::web
