#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "format/format.h"
#include "format/format_set.h"

namespace steptail::format {

// The labels of one line's values, made from printed keys. Remembers what it made of a key, since
// the next line has the same ones.
// Contract: bounded: at most kMaxKeys keys are remembered and kLineBytes bytes of other labels made
// for one line; what is beyond that gets no label.
// Thread: one. Lifetime: labels live until the next begin_line(). No allocation once the keys are
// known.
class LabelStore {
 public:
  static constexpr std::size_t kMaxKeys = 512;
  static constexpr std::size_t kMaxKeyBytes = 128;
  static constexpr std::size_t kLineBytes = 4096;

  // `formats` own the EachRules that the line is read with.
  void begin_line(const std::shared_ptr<const FormatSet>& formats);

  // The label of a cell with that key; empty: the rule does not want it, or it has no letter.
  [[nodiscard]] std::string_view of_cell(const EachRule& each, std::string_view key);
  // A copy of a label, and the label that a key becomes, for this line. Empty: no room or no
  // letter.
  [[nodiscard]] std::string_view keep(std::string_view label);
  [[nodiscard]] std::string_view make(std::string_view key, Field field);

 private:
  struct Known {
    const EachRule* each = nullptr;
    std::string key{};
    std::string label{};  // empty: none
  };
  static constexpr std::size_t kSlots = 2 * kMaxKeys;

  const Known* find(const EachRule& each, std::string_view key, std::size_t& slot) const;
  [[nodiscard]] bool has_room(std::size_t bytes);
  void forget();

  std::shared_ptr<const FormatSet> formats_;  // keeps the EachRules' addresses from being used anew
  std::array<std::uint16_t, kSlots> slots_{};  // in known_, from 1; 0: free
  std::deque<Known> known_;                    // never move; the first count_ are in use
  std::size_t count_ = 0;
  std::string line_;  // never moves, once it is reserved
};

}  // namespace steptail::format
