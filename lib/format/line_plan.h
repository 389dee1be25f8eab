#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "format/digit_runs.h"
#include "format/format.h"
#include "format/line_layout.h"
#include "format/number.h"
#include "format/record.h"

namespace steptail::format {

// How one rule reads its numbers from lines of one shape (line_shapes.h): which run of digits each
// value begins with. What else decides about a reading stands between the digits, and so is the
// same in every line of the shape; a line whose digits could decide otherwise (too many of them, a
// number that the field does not take) is left to the rule.
//
// Contract: read() gives the values that the rule would give, or false.
// Thread: one. Lifetime: as long as the formats and the labels (label_store.h) that it was made of.
// Cost: the digits of the numbers, and some instructions more where the layout is another one than
// in the line before; no allocation.
class LinePlan {
 public:
  // By the runs alone; from the bytes, the short way; as the rule does.
  enum class Kind : std::uint8_t { Constant, Runs, Plain, Long };
  struct Step {
    Kind kind = Kind::Constant;
    bool has_rank = false;
    bool thousands = false;
    std::uint8_t sign_bytes = 0;  // in front of the digits
    std::uint8_t suffix_bytes = 0;
    std::uint16_t run = 0;       // of digits, that the number begins with
    NumberForm form{};           // Runs
    Scale scale{};               // Runs, Plain
    const Unit* unit = nullptr;  // Long
    double plus = -0.0;          // leaves the sign of a zero alone
  };
  static constexpr std::uint16_t kNoRun = std::numeric_limits<std::uint16_t>::max();

  // Null: read it by the rule. `layout`: of the line; `place`: among those of its shape.
  // The record is valid until the next call.
  [[nodiscard]] const Record* read(std::string_view line, const LineLayout& layout,
                                   std::size_t place);

  // The numbers of the steps in lines of one layout; those that are placed.
  struct Placement {
    std::uint64_t layout = 0;  // its number
    std::vector<std::optional<PlacedNumber>> numbers{};
  };

  std::vector<Step> steps{};
  std::array<Placement, LineLayout::kMostOfAShape> placements{};
  std::unique_ptr<Record> record{};  // of the line that was read last: a value a step
  std::uint16_t rank_run = kNoRun;   // kNoRun: the line says no rank
  bool is_rank_a_run = false;        // whatever its digits are

 private:
  [[nodiscard]] const Placement& placement_for(const LineLayout& layout, std::size_t place);
  [[nodiscard]] static bool read_step(const Step& step, std::string_view line,
                                      std::span<const DigitRun> digits, double& number);
  [[nodiscard]] bool read_rank(std::string_view line, std::span<const DigitRun> digits,
                               std::string_view& rank) const;
};

// Watches a rule read a line, and makes the plan of it.
// Thread: one. Lifetime: until the next begin().
class LinePlanner {
 public:
  // From now on the reading of that line by that rule is watched; runs of digits begin at `digits`.
  void begin(const Rule& rule, std::string_view line, std::span<const DigitRun> digits);
  void stop() { is_watching_ = false; }
  [[nodiscard]] bool is_watching() const { return is_watching_; }

  // What is read next: the number of a value, where it begins and ends and how it is read; `ends`:
  // what comes after it is looked for from its end.
  struct Reading {
    const Number& number;
    bool taken = true;
    bool ends = false;
    const Unit& unit;
    double plus = -0.0;  // leaves the sign of a zero alone
  };
  void number(const Reading& reading);
  void constant() { steps_.push_back({}); }
  // The rank of the values that follow.
  void rank(const Number& number);
  // Other digits might have been read in another way.
  void spoil() { is_sound_ = false; }
  void spoil_if(bool doubtful) { is_sound_ = is_sound_ && !doubtful; }
  [[nodiscard]] static bool has_digit(std::string_view text);

  // Ends the watching. False: lines of this shape have no plan.
  [[nodiscard]] bool finish(const Record& record, LinePlan& plan);

 private:
  // kNoRun: no run of digits begins there.
  [[nodiscard]] std::uint16_t run_at(std::size_t place) const;
  [[nodiscard]] bool is_plain(const Reading& reading, LinePlan::Step& step) const;

  bool is_watching_ = false;
  bool is_sound_ = false;
  std::string_view line_;
  std::span<const DigitRun> digits_;
  std::vector<LinePlan::Step> steps_;
  std::uint16_t rank_run_ = LinePlan::kNoRun;
  bool is_rank_a_run_ = false;
};

}  // namespace steptail::format
