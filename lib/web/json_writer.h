#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json_text.h"

namespace steptail::web {

// Writes JSON from front to back and sets the commas.
// Contract: begin and end in pairs; in an object, each value after its key(). Values may be any
// bytes.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name) {
    separate();
    base::append_json_string(out_, name);
    out_ += ':';
    fresh_ = true;
  }
  void text(std::string_view value) {
    separate();
    base::append_json_string(out_, value);
  }
  void number(double value) {
    separate();
    base::append_json_number(out_, value);
  }
  void truth(bool value) {
    separate();
    out_ += value ? "true" : "false";
  }

  // A number of a drawing: seven digits are enough.
  void rounded(double value) {
    separate();
    base::append_json_number(out_, static_cast<float>(value));
  }

  void member(std::string_view name, std::string_view value) {
    key(name);
    text(value);
  }
  void member(std::string_view name, double value) {
    key(name);
    number(value);
  }
  // Absent where there is none.
  void member(std::string_view name, const std::optional<double>& value) {
    if (value) member(name, *value);
  }

 private:
  void separate() {
    if (!fresh_) out_ += ',';
    fresh_ = false;
  }
  void open(char bracket) {
    separate();
    out_ += bracket;
    fresh_ = true;
  }
  void close(char bracket) {
    out_ += bracket;
    fresh_ = false;
  }

  std::string& out_;
  bool fresh_ = true;  // nothing stands before the next value that a comma must follow
};

}  // namespace steptail::web
