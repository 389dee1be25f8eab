#include "daemon/figures.h"

#include <array>
#include <cstdio>

#include "daemon/printable.h"

namespace steptail::daemon {

std::string number(double value, int digits) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

std::string whole(double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.0f", value);
  return text.data();
}

std::string seconds(double value, int digits) {
  if (value >= 7200) return number(value / 3600, digits) + " h";
  if (value >= 180) return number(value / 60, digits) + " min";
  if (value < 1) return number(value * 1000, digits) + " ms";
  return number(value, digits) + " s";
}

std::string counted(std::uint64_t count, std::string_view one) {
  return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

std::string title_of(const run::RunIdentity& identity) {
  std::string text;
  for (const auto& [name, value] : identity.labels) {
    if (!text.empty()) text += "  ";
    text += name + "=" + printable(value);
  }
  return text;
}

}  // namespace steptail::daemon
