#include "yaml/cursor.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "yaml/node.h"
#include "yaml/report.h"
#include "yaml/suggest.h"

namespace steptail::yaml {
namespace {

// Texts of a file in a message are cut: a message is for a terminal line.
std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return "'" + std::string(text.substr(0, kLongest)) + (text.size() > kLongest ? "...'" : "'");
}

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// `0123` is eighty-three to one YAML reader and 123 to the next.
bool looks_octal(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0' && all_digits(text);
}

std::string without_zeros(std::string_view text) {
  std::string sign;
  if (text.starts_with('-')) sign = "-";
  auto digit = text.find_first_of("123456789");
  return digit == std::string_view::npos ? "0" : sign + std::string(text.substr(digit));
}

}  // namespace

Position Cursor::position() const { return node_->at; }
const std::string& Cursor::name() const { return node_->name; }
bool Cursor::is_null() const { return node_->kind == Kind::Null; }
bool Cursor::is_scalar() const { return node_->kind == Kind::Scalar; }
bool Cursor::is_list() const { return node_->kind == Kind::List; }
bool Cursor::is_mapping() const { return node_->kind == Kind::Mapping; }

void Cursor::error(const std::string& message) const { report_->add(node_->at, message); }

void Cursor::complain(const std::string& message) const {
  error((node_->name.empty() ? "" : "'" + node_->name + "': ") + message);
}

void Cursor::mismatch(std::string_view wanted) const {
  if (node_->reported) return;
  std::string found;
  switch (node_->kind) {
    case Kind::Null:
      found = "nothing";
      break;
    case Kind::List:
      found = "a list";
      break;
    case Kind::Mapping:
      found = "a mapping";
      break;
    case Kind::Scalar:
      found = (node_->quoted ? "the text " : "") + shown(node_->text);
      break;
  }
  complain("expected " + std::string(wanted) + ", found " + found);
}

std::optional<std::string> Cursor::text() const {
  if (node_->kind == Kind::Scalar) return node_->text;
  mismatch("a text");
  return std::nullopt;
}

std::optional<std::string_view> Cursor::plain(std::string_view wanted) const {
  if (node_->kind == Kind::Scalar && !node_->quoted) return node_->text;
  mismatch(std::string(wanted) + (is_scalar() ? " without quotes" : ""));
  return std::nullopt;
}

std::optional<bool> Cursor::boolean() const {
  auto text = plain("true or false");
  if (!text) return std::nullopt;
  if (*text == "true") return true;
  if (*text == "false") return false;
  mismatch("true or false");
  return std::nullopt;
}

std::optional<std::int64_t> Cursor::integer() const {
  auto text = plain("a whole number");
  if (!text) return std::nullopt;
  if (looks_octal(*text)) {
    complain(shown(*text) + " could be read as octal; write " + without_zeros(*text));
    return std::nullopt;
  }
  std::int64_t value = 0;
  auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (problem == std::errc::result_out_of_range) {
    complain(shown(*text) + " is too large");
    return std::nullopt;
  }
  if (problem != std::errc{} || end != text->data() + text->size()) {
    mismatch("a whole number");
    return std::nullopt;
  }
  return value;
}

std::optional<double> Cursor::number() const {
  auto text = plain("a number");
  if (!text) return std::nullopt;
  if (looks_octal(*text)) {
    complain(shown(*text) + " could be read as octal; write " + without_zeros(*text));
    return std::nullopt;
  }
  double value = 0;
  auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (problem != std::errc{} || end != text->data() + text->size() || !std::isfinite(value)) {
    mismatch("a number");
    return std::nullopt;
  }
  return value;
}

std::optional<std::size_t> Cursor::one_of(std::span<const std::string_view> choices) const {
  auto word = text();
  if (!word) return std::nullopt;
  auto found = std::find(choices.begin(), choices.end(), *word);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  complain(shown(*word) + " is unknown" + did_you_mean(*word, choices));
  return std::nullopt;
}

std::vector<Cursor> Cursor::list() const {
  std::vector<Cursor> cursors;
  if (node_->kind == Kind::List) {
    for (const Node& item : node_->items) cursors.emplace_back(item, *report_);
  } else if (node_->kind != Kind::Null) {
    mismatch("a list");
  }
  return cursors;
}

std::vector<Cursor> Cursor::list_or_one() const {
  return node_->kind == Kind::List ? list() : std::vector<Cursor>{*this};
}

std::vector<std::string> Cursor::texts() const {
  std::vector<std::string> values;
  for (const Cursor& item : list()) {
    if (auto value = item.text()) values.push_back(*std::move(value));
  }
  return values;
}

Mapping Cursor::mapping() const { return Mapping(*this); }

Mapping::Mapping(const Cursor& cursor) : cursor_(cursor) {
  constexpr std::size_t kUsuallyAsked = 32;
  asked_.reserve(kUsuallyAsked);
  if (!cursor.is_mapping() && !cursor.is_null()) cursor.mismatch("a mapping of keys to values");
}

Mapping::~Mapping() {
  if (all_taken_ || !cursor_.is_mapping()) return;
  for (const Node& key : cursor_.node_->keys) {
    if (std::find(asked_.begin(), asked_.end(), key.text) != asked_.end()) continue;
    const std::set<std::string_view> sorted(asked_.begin(), asked_.end());
    const std::vector<std::string_view> known(sorted.begin(), sorted.end());
    cursor_.report_->add(key.at,
                         shown(key.text) + " is no key here" + did_you_mean(key.text, known));
  }
}

std::optional<Cursor> Mapping::find(std::string_view key) {
  asked_.emplace_back(key);
  if (!cursor_.is_mapping()) return std::nullopt;
  const Node& node = *cursor_.node_;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (node.keys[i].text == key) return Cursor(node.items[i], *cursor_.report_);
  }
  return std::nullopt;
}

std::optional<Cursor> Mapping::require(std::string_view key) {
  auto found = find(key);
  bool expected = cursor_.is_mapping() || cursor_.is_null();
  if (!found && expected) cursor_.complain("'" + std::string(key) + "' is missing");
  return found;
}

std::vector<Mapping::Entry> Mapping::entries() {
  all_taken_ = true;
  std::vector<Entry> all;
  const Node& node = *cursor_.node_;
  for (std::size_t i = 0; cursor_.is_mapping() && i < node.keys.size(); ++i) {
    all.push_back(
        {Cursor(node.keys[i], *cursor_.report_), Cursor(node.items[i], *cursor_.report_)});
  }
  return all;
}

}  // namespace steptail::yaml
