#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "format/field.h"
#include "format/glob.h"
#include "format/literal.h"
#include "format/literal_scanner.h"
#include "format/regex.h"
#include "format/state.h"
#include "format/unit.h"

namespace steptail::format {

// A literal in front of a number, and its number in the rule's scanner.
struct Key {
  Literal literal;
  std::uint16_t id = 0;
};

// One way to read a field from a line. Exactly one of after, group, path and constant is set.
struct FieldSource {
  std::vector<Key> after{};          // aliases: the first that gives a number
  int group = 0;                     // of the rule's regex
  std::string path{};                // of the rule's JSON object, dots between keys
  std::optional<double> constant{};  // the line itself counts
  Unit unit{};
  double plus = 0;
  std::string label{};
  std::string stat{};
  bool sum = false;
  bool absolute = false;
};

// `every`: each source gives a value of its own; else the first that reads one counts.
struct FieldRule {
  Field field{};
  bool every = false;
  std::vector<FieldSource> sources{};
};

// Where the cells of a line begin: behind the separator in this literal of the rule's `when`.
struct CellsBegin {
  std::size_t literal = 0;
  std::size_t offset = 0;  // of the cells, from where the literal stands
};

// A list of cells: every cell gives one labelled value.
struct EachRule {
  std::string separator{};
  std::string key_end{};
  std::optional<CellsBegin> begin{};  // none: the cells begin with the line
  Field field{};
  bool label_from_block = false;
  Unit unit{};
  std::vector<Glob> only{};
  std::vector<Glob> except{};
  bool is_pair = false;  // the number is a tuple: pair_stats of its two parts
  std::pair<std::string, std::string> pair_stats{};
  std::string stat{};
};

struct Rule {
  std::string name{};
  base::Error place{};  // file, line and column; no message
  std::vector<Literal> when{};
  std::vector<Literal> unless{};
  bool progress = false;
  bool attempt = false;
  bool weak = false;
  bool early = false;  // a weak one that is kept until a strong one has matched
  bool per_step = false;
  bool json = false;
  std::optional<State> state{};
  Event event = Event::None;
  FailureClass failure = FailureClass::Other;
  FailureRole role = FailureRole::Root;
  std::string opens{};  // name of the block that it begins
  std::string in{};     // name of the block that it stands in
  std::vector<Literal> rank_after{};
  std::vector<FieldRule> fields{};
  std::vector<EachRule> each{};
  std::optional<Regex> regex{};
  std::optional<LiteralScanner> keys{};  // finds the literals of `fields`; none: there are few

  [[nodiscard]] bool reads_numbers() const { return !fields.empty() || !each.empty(); }
  [[nodiscard]] std::size_t literal_bytes() const {
    std::size_t bytes = 0;
    for (const Literal& literal : when) bytes += literal.text().size();
    return bytes;
  }
};

// What a sample must give, in the order of its file.
struct Expectation {
  base::Error place{};  // no message
  Field field{};
  std::string label{};
  double number = 0;
};

struct Sample {
  base::Error place{};  // no message
  std::string line{};
  std::string rule{};  // empty: none
  std::vector<std::string> after{};
  std::vector<Expectation> expect{};
};

struct Include {
  base::Error place{};  // no message
  std::string name{};
};

// One format file, compiled. Immutable once loaded.
struct Format {
  std::string name{};
  std::string title{};
  std::string file{};
  std::string text{};    // as written, for `steptail formats NAME`
  bool is_site = false;  // else built in
  bool common = false;
  std::vector<Include> include{};
  std::vector<std::shared_ptr<const Rule>> rules{};  // own ones first, then included ones
  std::size_t own_rules = 0;
  std::vector<Sample> samples{};
};

}  // namespace steptail::format
