#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "web/basic_auth.h"
#include "web/credential_cache.h"
#include "web/worker.h"

namespace steptail::web {

enum class Admission : std::uint8_t {
  Allowed,
  Refused,  // no password, or a wrong one
  Busy,     // too many wait for their passwords to be checked
};

using Users = std::map<std::string, std::string>;  // bcrypt by name

// Who may read the pages, by user and password. What was checked before is answered at once; else
// a worker checks, so that no other thread pays for it. A name that nobody has costs the same as
// one that somebody has.
// Thread: any. Lifetime: shared by its checks under way with the worker, which outlives it.
class Authenticator {
 public:
  using Done = std::function<void(Admission)>;
  // `users`: those in force now, asked again by each check.
  Authenticator(Worker& worker, std::function<Users()> users);

  // The answer; nullopt: `done` is called with it on the worker's thread, or dropped with it.
  // `client`: who waits for whom is fair between these.
  [[nodiscard]] std::optional<Admission> judge(const Users& users, std::string_view authorization,
                                               const std::string& client, Done done);

 private:
  // The hash that a password is checked against, and whether its being right is enough.
  struct Target {
    std::string hash;
    bool known = false;
  };
  // What is remembered of a name that nobody has says nothing of one that somebody gets.
  [[nodiscard]] CredentialCache::Key key_of(const Target& target,
                                            const Credentials& credentials) const;
  [[nodiscard]] Target target_of(const Users& users, const std::string& user) const;
  [[nodiscard]] Admission check(const Credentials& credentials);

  Worker& worker_;
  const std::function<Users()> users_;
  CredentialCache cache_;
};

}  // namespace steptail::web
