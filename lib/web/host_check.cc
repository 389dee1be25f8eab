#include "web/host_check.h"

#include <algorithm>
#include <asio/ip/address_v4.hpp>
#include <asio/ip/address_v6.hpp>
#include <optional>

#include "base/letters.h"

namespace steptail::web {
namespace {

bool is_name_character(char c) { return base::is_alnum(c) || c == '-' || c == '.' || c == '_'; }

std::string normalised(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  std::string lower(name);
  for (char& c : lower) c = base::to_lower(c);
  return lower;
}

struct HostParts {
  std::string_view name;
  bool bracketed = false;
};

// Takes the port off. nullopt: what is left over is none.
std::optional<HostParts> split_port(std::string_view host) {
  HostParts parts;
  std::string_view rest;
  if (host.starts_with('[')) {
    auto end = host.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    parts = {.name = host.substr(1, end - 1), .bracketed = true};
    rest = host.substr(end + 1);
  } else {
    auto colon = host.find(':');
    parts.name = host.substr(0, colon);
    if (colon != std::string_view::npos) rest = host.substr(colon);
  }
  if (rest.empty()) return parts;
  if (rest.front() != ':' || rest.size() > 6) return std::nullopt;
  if (!std::all_of(rest.begin() + 1, rest.end(), base::is_digit)) return std::nullopt;
  return parts;
}

}  // namespace

HostCheck::HostCheck(std::vector<std::string> names) : names_(std::move(names)) {
  names_.emplace_back("localhost");
  for (std::string& name : names_) name = normalised(name);
}

HostVerdict HostCheck::judge(std::string_view host) const {
  auto parts = split_port(host);
  if (!parts) return HostVerdict::Malformed;
  asio::error_code error;
  if (parts->bracketed) {
    asio::ip::make_address_v6(parts->name, error);
    return error ? HostVerdict::Malformed : HostVerdict::Ours;
  }
  if (!std::all_of(parts->name.begin(), parts->name.end(), is_name_character)) {
    return HostVerdict::Malformed;
  }
  asio::ip::make_address_v4(parts->name, error);
  if (!error) return HostVerdict::Ours;
  std::string name = normalised(parts->name);
  bool known = !name.empty() && std::find(names_.begin(), names_.end(), name) != names_.end();
  return known ? HostVerdict::Ours : HostVerdict::Foreign;
}

}  // namespace steptail::web
