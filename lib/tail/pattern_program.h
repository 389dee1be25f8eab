#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace steptail::tail {

// A path pattern as instructions of a small matching machine.
// Contract: among several ways to match, each repetition takes as much as it can, the first one
// first. Immutable once built. Thread: any.
// Cost: O(instructions x text) time and bits, whatever the text: no catastrophic backtracking.
class PatternProgram {
 public:
  using Address = std::uint32_t;
  using ByteSet = std::bitset<256>;

  // Building. Each returns the address of the instruction that it appended.
  Address byte(char c);
  Address any();        // one byte
  Address not_slash();  // one byte of a component
  Address one_of(const ByteSet& set);
  Address split();  // goes on at two places, the first preferred; set by aim()
  Address jump(Address to);
  Address begin_capture();  // numbered in order
  Address end_capture(std::size_t number);
  Address match();
  void aim(Address split, Address preferred, Address other);
  void aim_jump(Address jump, Address to) { code_[jump].first = to; }
  [[nodiscard]] Address next() const { return static_cast<Address>(code_.size()); }

  // The captures, when the whole text matches from `start` on.
  [[nodiscard]] std::optional<std::vector<std::string_view>> run(std::string_view text,
                                                                 Address start) const;
  // Could a text that begins with `text` match?
  [[nodiscard]] bool may_continue(std::string_view text, Address start) const;
  // What may come after `text` up to the next slash or the end, where each byte of it is given;
  // nullopt: other bytes may come, or there are very many ways.
  [[nodiscard]] std::optional<std::vector<std::string>> names_after(std::string_view text,
                                                                    Address start) const;

 private:
  enum class Op : std::uint8_t { Byte, Any, NotSlash, OneOf, Split, Jump, Begin, End, Match };
  struct Instruction {
    Op op;
    char byte = 0;
    Address first = 0;  // where to go, number of the set or of the capture
    Address second = 0;
  };
  class Search;

  Address append(Instruction instruction);
  [[nodiscard]] bool takes(const Instruction& instruction, char c) const;
  void reach(Address start, std::vector<bool>& seen, std::vector<Address>& reached) const;
  [[nodiscard]] std::vector<Address> reached_by(std::string_view text, Address start) const;

  std::vector<Instruction> code_;
  std::vector<ByteSet> sets_;
  std::size_t captures_ = 0;
};

}  // namespace steptail::tail
