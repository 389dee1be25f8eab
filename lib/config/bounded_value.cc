#include "config/bounded_value.h"

#include <cstdint>
#include <string>

#include "config/units.h"

namespace steptail::config {
namespace {

// "0.5" rather than std::to_string's "0.500000".
std::string number_text(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

void out_of_bounds(const yaml::Cursor& value, const std::string& least, const std::string& most) {
  value.complain("'" + value.text().value_or("") + "' is out of bounds; from " + least + " to " +
                 most);
}

void check_count(const yaml::Cursor& value, std::uint64_t count, CountBounds bounds,
                 std::size_t& target) {
  if (count < bounds.least || count > bounds.most) {
    out_of_bounds(value, std::to_string(bounds.least), std::to_string(bounds.most));
  } else {
    target = count;
  }
}

}  // namespace

void read_duration(std::optional<yaml::Cursor> value, DurationBounds bounds,
                   base::Duration& target) {
  if (!value) return;
  auto text = value->text();
  if (!text) return;
  auto duration = parse_duration(*text);
  if (!duration) {
    value->complain(duration.error().message);
  } else if (*duration < bounds.least || *duration > bounds.most) {
    out_of_bounds(*value, duration_text(bounds.least), duration_text(bounds.most));
  } else {
    target = *duration;
  }
}

void read_budget(std::optional<yaml::Cursor> value, DurationBounds bounds,
                 std::optional<base::Duration>& target) {
  if (!value) return;
  if (value->is_scalar() && value->text() == "none") {
    target = std::nullopt;
    return;
  }
  base::Duration duration{-1};
  read_duration(value, bounds, duration);
  if (duration >= base::Duration{0}) target = duration;
}

void read_count(std::optional<yaml::Cursor> value, CountBounds bounds, std::size_t& target) {
  if (!value) return;
  auto count = value->integer();
  if (!count) return;
  // A negative one is out of any bounds.
  check_count(*value, *count < 0 ? 0 : static_cast<std::uint64_t>(*count), bounds, target);
}

void read_size(std::optional<yaml::Cursor> value, CountBounds bounds, std::size_t& target) {
  if (!value) return;
  auto text = value->text();
  if (!text) return;
  auto size = parse_size(*text);
  if (!size) {
    value->complain(size.error().message);
  } else {
    check_count(*value, *size, bounds, target);
  }
}

void read_number(std::optional<yaml::Cursor> value, NumberBounds bounds, double& target) {
  if (!value) return;
  auto number = value->number();
  if (!number) return;
  if (*number < bounds.least || *number > bounds.most) {
    out_of_bounds(*value, number_text(bounds.least), number_text(bounds.most));
  } else {
    target = *number;
  }
}

}  // namespace steptail::config
