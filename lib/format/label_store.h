#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

  // `formats` own the EachRules that the line is read with. False: all that was remembered is
  // forgotten, and its labels are no more.
  bool begin_line(const std::shared_ptr<const FormatSet>& formats);

  // The label of a cell with that key; empty: the rule does not want it, or it has no letter.
  [[nodiscard]] std::string_view of_cell(const EachRule& each, std::string_view key);

  // How a cell began in the last line that the rule read: the bytes from where the cell before it
  // ended to its number, and the label that they gave. Lines of one rule mostly have the same keys.
  struct CellLead {
    std::string text{};
    std::string_view label{};
  };
  // The lead of the rule's cell of that number; null: none is remembered.
  [[nodiscard]] const CellLead* lead_of(const EachRule& each, std::size_t cell) const;
  // `label` is what of_cell() gave for it. Long leads and labels of this line alone are not kept.
  void remember_lead(const EachRule& each, std::size_t cell, std::string_view text,
                     std::string_view label);
  // Made for this line alone, else it lives on.
  [[nodiscard]] bool is_of_this_line(std::string_view label) const;
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
  static constexpr std::size_t kLeadSlots = 64;
  static constexpr std::size_t kMaxLeads = 32;  // of a rule
  struct Leads {
    const EachRule* each = nullptr;
    std::vector<CellLead> cells{};
  };

  const Known* find(const EachRule& each, std::string_view key, std::size_t& slot) const;
  [[nodiscard]] bool has_room(std::size_t bytes);
  static std::size_t lead_slot(const EachRule& each);
  void forget();

  std::shared_ptr<const FormatSet> formats_;  // keeps the EachRules' addresses from being used anew
  std::array<std::uint16_t, kSlots> slots_{};  // in known_, from 1; 0: free
  std::deque<Known> known_;                    // never move; the first count_ are in use
  std::size_t count_ = 0;
  std::array<Leads, kLeadSlots> leads_{};  // a rule has one place; who comes later takes it
  std::string line_;                       // never moves, once it is reserved
};

}  // namespace steptail::format
