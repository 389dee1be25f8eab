#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace steptail::yaml {

// Line and column count from 1; columns are bytes.
struct Position {
  int line = 0;
  int column = 0;
  bool operator==(const Position&) const = default;
};

struct Node;
class Report;
class Mapping;

// A place in a YAML document, read as the type that its reader wants. What does not fit becomes an
// error of the document, with the place, and nothing is returned: the reader goes on, so that one
// pass finds everything that is wrong.
// Scalars are strict: `yes` is no boolean, `0123` no number, "5" in quotes a text. text() gives
// what is written, so a label `on` or `0123` stays that. Thread: one. Lifetime: a view into a
// Document.
class Cursor {
 public:
  Cursor(const Node& node, Report& report) : node_(&node), report_(&report) {}

  [[nodiscard]] Position position() const;
  // The key that the value stands under (of a list's element: that of the list); for messages.
  [[nodiscard]] const std::string& name() const;

  [[nodiscard]] bool is_null() const;
  [[nodiscard]] bool is_scalar() const;
  [[nodiscard]] bool is_list() const;
  [[nodiscard]] bool is_mapping() const;

  // Adds an error at this place; the message says what is wrong and what would be right.
  void error(const std::string& message) const;
  // As error(), with "'name': " in front where the value has a name.
  void complain(const std::string& message) const;

  [[nodiscard]] std::optional<std::string> text() const;  // any scalar, as written; not null
  [[nodiscard]] std::optional<bool> boolean() const;      // true, false
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  [[nodiscard]] std::optional<double> number() const;  // decimal or scientific; finite
  // Which of `choices` it is.
  [[nodiscard]] std::optional<std::size_t> one_of(std::span<const std::string_view> choices) const;

  // The elements; null is an empty list.
  [[nodiscard]] std::vector<Cursor> list() const;
  // The elements of a list, or the one value itself.
  [[nodiscard]] std::vector<Cursor> list_or_one() const;
  // Elements as text. Those that are none are left out, with an error.
  [[nodiscard]] std::vector<std::string> texts() const;
  // null is an empty mapping.
  [[nodiscard]] Mapping mapping() const;

 private:
  friend class Mapping;
  [[nodiscard]] std::optional<std::string_view> plain(std::string_view wanted) const;
  void mismatch(std::string_view wanted) const;

  const Node* node_;
  Report* report_;
};

// The keys of a mapping. Every key that may stand there is asked for with find() or require(), or
// all are taken with entries(); when the Mapping ends, each key that nobody asked for becomes an
// error, with the closest of those asked for as a suggestion. So do not return before asking.
// Keys that stand twice are errors already; the first one counts.
class Mapping {
 public:
  struct Entry {
    Cursor key;
    Cursor value;
  };

  explicit Mapping(const Cursor& cursor);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  // Where the mapping stands, for errors about the whole.
  [[nodiscard]] const Cursor& cursor() const { return cursor_; }
  // The value under `key`; nullopt where there is none.
  [[nodiscard]] std::optional<Cursor> find(std::string_view key);
  // As find(); missing is an error at the mapping.
  [[nodiscard]] std::optional<Cursor> require(std::string_view key);
  // All of them, in the order of the file: for mappings whose keys are data.
  [[nodiscard]] std::vector<Entry> entries();

 private:
  Cursor cursor_;
  std::vector<std::string> asked_;  // perhaps twice
  bool all_taken_ = false;
};

}  // namespace steptail::yaml
