#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace steptail::run {

// What makes two files one run: the label `run`, the labels captured from the path and the static
// labels of the watch entry, sorted by name. Values are the raw bytes of the path; cleaning for
// export happens in metrics/label_text.
struct RunIdentity {
  std::vector<std::pair<std::string, std::string>> labels;

  // A key that differs exactly when the identity differs (lengths are written out).
  [[nodiscard]] std::string key() const {
    std::string key;
    for (const auto& [name, value] : labels) {
      key += std::to_string(name.size()) + ":" + name + std::to_string(value.size()) + ":" + value;
    }
    return key;
  }
  // The value of a label; null: there is none.
  [[nodiscard]] const std::string* find(std::string_view label) const {
    for (const auto& [name, value] : labels) {
      if (name == label) return &value;
    }
    return nullptr;
  }
  bool operator==(const RunIdentity&) const = default;
};

}  // namespace steptail::run
