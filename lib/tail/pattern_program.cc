#include "tail/pattern_program.h"

#include <utility>

namespace steptail::tail {

// Depth-first over (instruction, position), each pair visited at most once.
class PatternProgram::Search {
 public:
  Search(const PatternProgram& program, std::string_view text)
      : program_(program),
        text_(text),
        visited_(program.code_.size() * (text.size() + 1)),
        marks_(program.captures_ * 2) {}

  bool from(Address start) {
    pending_.push_back({.address = start});
    while (!pending_.empty()) {
      Pending next = pending_.back();
      pending_.pop_back();
      if (next.restores) {
        marks_[next.mark] = next.position;
      } else if (follow(next.address, next.position)) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::vector<std::string_view> captures() const {
    std::vector<std::string_view> found;
    for (std::size_t i = 0; i < marks_.size(); i += 2) {
      found.push_back(text_.substr(marks_[i], marks_[i + 1] - marks_[i]));
    }
    return found;
  }

 private:
  struct Pending {
    Address address = 0;
    std::size_t position = 0;
    bool restores = false;  // undoes a capture instead: `mark` goes back to `position`
    std::size_t mark = 0;
  };

  bool visit(Address address, std::size_t position) {
    auto index = address * (text_.size() + 1) + position;
    if (visited_[index]) return false;
    visited_[index] = true;
    return true;
  }

  void set_mark(std::size_t mark, std::size_t position) {
    pending_.push_back({.position = marks_[mark], .restores = true, .mark = mark});
    marks_[mark] = position;
  }

  bool follow(Address address, std::size_t position) {
    while (visit(address, position)) {
      const auto& instruction = program_.code_[address];
      switch (instruction.op) {
        case Op::Match:
          if (position == text_.size()) return true;
          return false;
        case Op::Split:
          pending_.push_back({.address = instruction.second, .position = position});
          address = instruction.first;
          break;
        case Op::Jump:
          address = instruction.first;
          break;
        case Op::Begin:
        case Op::End:
          set_mark(instruction.first * 2 + (instruction.op == Op::End ? 1 : 0), position);
          ++address;
          break;
        default:
          if (position == text_.size() || !program_.takes(instruction, text_[position])) {
            return false;
          }
          ++position;
          ++address;
      }
    }
    return false;
  }

  const PatternProgram& program_;
  std::string_view text_;
  std::vector<bool> visited_;
  std::vector<std::size_t> marks_;
  std::vector<Pending> pending_;
};

PatternProgram::Address PatternProgram::append(Instruction instruction) {
  code_.push_back(instruction);
  return next() - 1;
}

PatternProgram::Address PatternProgram::byte(char c) { return append({.op = Op::Byte, .byte = c}); }
PatternProgram::Address PatternProgram::any() { return append({.op = Op::Any}); }
PatternProgram::Address PatternProgram::not_slash() { return append({.op = Op::NotSlash}); }
PatternProgram::Address PatternProgram::split() { return append({.op = Op::Split}); }
PatternProgram::Address PatternProgram::match() { return append({.op = Op::Match}); }

PatternProgram::Address PatternProgram::one_of(const ByteSet& set) {
  sets_.push_back(set);
  return append({.op = Op::OneOf, .first = static_cast<Address>(sets_.size() - 1)});
}

PatternProgram::Address PatternProgram::jump(Address to) {
  return append({.op = Op::Jump, .first = to});
}

PatternProgram::Address PatternProgram::begin_capture() {
  return append({.op = Op::Begin, .first = static_cast<Address>(captures_++)});
}

PatternProgram::Address PatternProgram::end_capture(std::size_t number) {
  return append({.op = Op::End, .first = static_cast<Address>(number)});
}

void PatternProgram::aim(Address split, Address preferred, Address other) {
  code_[split].first = preferred;
  code_[split].second = other;
}

bool PatternProgram::takes(const Instruction& instruction, char c) const {
  switch (instruction.op) {
    case Op::Byte:
      return c == instruction.byte;
    case Op::Any:
      return true;
    case Op::NotSlash:
      return c != '/';
    case Op::OneOf:
      return sets_[instruction.first][static_cast<unsigned char>(c)];
    default:
      return false;
  }
}

std::optional<std::vector<std::string_view>> PatternProgram::run(std::string_view text,
                                                                 Address start) const {
  // Most of a path is spelled out by its pattern: nothing of that needs searching.
  while (code_[start].op == Op::Byte) {
    if (text.empty() || text.front() != code_[start].byte) return std::nullopt;
    text.remove_prefix(1);
    ++start;
  }
  Search search(*this, text);
  if (!search.from(start)) return std::nullopt;
  return search.captures();
}

void PatternProgram::reach(Address start, std::vector<bool>& seen,
                           std::vector<Address>& reached) const {
  std::vector<Address> pending{start};
  while (!pending.empty()) {
    Address address = pending.back();
    pending.pop_back();
    if (seen[address]) continue;
    seen[address] = true;
    const auto& instruction = code_[address];
    if (instruction.op == Op::Split) {
      pending.push_back(instruction.first);
      pending.push_back(instruction.second);
    } else if (instruction.op == Op::Jump) {
      pending.push_back(instruction.first);
    } else if (instruction.op == Op::Begin || instruction.op == Op::End) {
      pending.push_back(address + 1);
    } else if (instruction.op != Op::Match) {
      reached.push_back(address);
    }
  }
}

std::vector<PatternProgram::Address> PatternProgram::reached_by(std::string_view text,
                                                                Address start) const {
  std::vector<bool> seen(code_.size());
  std::vector<Address> alive;
  reach(start, seen, alive);
  for (char c : text) {
    std::vector<Address> next;
    seen.assign(code_.size(), false);
    for (Address address : alive) {
      if (takes(code_[address], c)) reach(address + 1, seen, next);
    }
    alive = std::move(next);
    if (alive.empty()) break;
  }
  return alive;
}

bool PatternProgram::may_continue(std::string_view text, Address start) const {
  return !reached_by(text, start).empty();
}

std::optional<std::vector<std::string>> PatternProgram::names_after(std::string_view text,
                                                                    Address start) const {
  constexpr std::size_t kMostSteps = 10'000;
  struct Way {
    Address address = 0;
    std::string name{};
  };
  std::vector<Way> ways;
  for (Address address : reached_by(text, start)) ways.push_back({.address = address});
  std::vector<std::string> names;
  for (std::size_t steps = 0; !ways.empty(); ++steps) {
    auto [address, name] = std::move(ways.back());
    ways.pop_back();
    const auto& instruction = code_[address];
    if (steps > kMostSteps || instruction.op == Op::Any || instruction.op == Op::NotSlash ||
        (instruction.op == Op::OneOf && sets_[instruction.first].any())) {
      return std::nullopt;
    }
    if (instruction.op == Op::Match || (instruction.op == Op::Byte && instruction.byte == '/')) {
      names.push_back(std::move(name));
    } else if (instruction.op == Op::Split) {
      ways.push_back({instruction.second, name});
      ways.push_back({instruction.first, std::move(name)});
    } else if (instruction.op == Op::Jump) {
      ways.push_back({instruction.first, std::move(name)});
    } else if (instruction.op != Op::OneOf) {
      if (instruction.op == Op::Byte) name += instruction.byte;
      ways.push_back({address + 1, std::move(name)});
    }
  }
  std::erase(names, "");
  return names;
}

}  // namespace steptail::tail
