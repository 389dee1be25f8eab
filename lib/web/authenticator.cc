#include "web/authenticator.h"

#include <iterator>
#include <utility>

#include "web/bcrypt.h"

namespace steptail::web {
namespace {

constexpr std::size_t kRemembered = 256;

}  // namespace

Authenticator::Authenticator(Worker& worker, std::function<Users()> users)
    : worker_(worker), users_(std::move(users)), cache_(kRemembered) {}

// Somebody else's hash stands for that of a name that nobody has: always the same one, so that the
// time of a check tells nothing where hashes differ in their cost.
Authenticator::Target Authenticator::target_of(const Users& users, const std::string& user) const {
  auto found = users.find(user);
  if (found != users.end()) return {.hash = found->second, .known = true};
  if (users.empty()) return {};
  const auto which = cache_.key_of(user, {}, {}).front() % users.size();
  return {.hash = std::next(users.begin(), static_cast<std::ptrdiff_t>(which))->second};
}

CredentialCache::Key Authenticator::key_of(const Target& target,
                                           const Credentials& credentials) const {
  return cache_.key_of(credentials.user, (target.known ? "" : "not ") + target.hash,
                       credentials.password);
}

std::optional<Admission> Authenticator::judge(const Users& users, std::string_view authorization,
                                              const std::string& client, Done done) {
  auto credentials = parse_basic_auth(authorization);
  if (!credentials) return Admission::Refused;
  const Target target = target_of(users, credentials->user);
  const auto key = key_of(target, *credentials);
  if (auto known = cache_.look(key)) return *known ? Admission::Allowed : Admission::Refused;
  auto task = [this, credentials = *std::move(credentials), done = std::move(done)] {
    done(check(credentials));
  };
  if (!worker_.post(client, std::move(task))) return Admission::Busy;
  return std::nullopt;
}

Admission Authenticator::check(const Credentials& credentials) {
  const Users users = users_();
  const Target target = target_of(users, credentials.user);
  if (target.hash.empty()) return Admission::Allowed;  // passwords are asked for no more
  const auto key = key_of(target, credentials);
  auto right = cache_.look(key);  // somebody may have waited for the same
  if (!right) {
    right = bcrypt_matches(credentials.password, target.hash) && target.known;
    cache_.remember(key, *right);
  }
  return *right ? Admission::Allowed : Admission::Refused;
}

}  // namespace steptail::web
