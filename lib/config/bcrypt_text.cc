#include "config/bcrypt_text.h"

#include <algorithm>

#include "base/letters.h"

namespace steptail::config {
namespace {

constexpr std::size_t kHashBytes = 60;  // "$2b$10$", 22 of salt, 31 of hash
constexpr std::size_t kHeadBytes = 7;
constexpr int kLeastCost = 4;
constexpr std::string_view kHowTo =
    "; `htpasswd -nBC 10 NAME` (package apache2-utils) prints one to put here";

bool is_bcrypt_character(char c) { return base::is_alnum(c) || c == '.' || c == '/'; }

bool has_head(std::string_view hash) {
  return hash[0] == '$' && hash[1] == '2' && (hash[2] == 'a' || hash[2] == 'b' || hash[2] == 'y') &&
         hash[3] == '$' && base::is_digit(hash[4]) && base::is_digit(hash[5]) && hash[6] == '$';
}

}  // namespace

std::optional<std::string> bcrypt_problem(std::string_view hash) {
  const auto wrong = [](std::string_view what) { return std::string(what).append(kHowTo); };
  if (!hash.starts_with("$2")) return wrong("is no bcrypt hash, which begins with $2y$ or $2b$");
  if (hash.size() != kHashBytes) {
    return wrong("is no whole bcrypt hash: it has " + std::to_string(hash.size()) +
                 " characters of 60");
  }
  const auto rest = hash.substr(kHeadBytes);
  if (!has_head(hash) || !std::all_of(rest.begin(), rest.end(), is_bcrypt_character)) {
    return wrong("is no bcrypt hash, which looks like $2y$10$ and 53 letters, digits, '.' or '/'");
  }
  const int cost = (hash[4] - '0') * 10 + (hash[5] - '0');
  if (cost < kLeastCost || cost > kMostBcryptCost) {
    return wrong("has a cost of " + std::to_string(cost) + "; write one of 4 to " +
                 std::to_string(kMostBcryptCost) + ", each step takes twice as long");
  }
  return std::nullopt;
}

}  // namespace steptail::config
