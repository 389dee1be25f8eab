#include "tail/pattern_parser.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/letters.h"
#include "base/reserved_label.h"

namespace steptail::tail {
namespace {

constexpr std::size_t kMaxPatternBytes = 4096;
constexpr int kMaxDepth = 8;

}  // namespace

void PatternParser::wrong(std::size_t column, std::string message) {
  if (failure_) return;
  auto where = static_cast<int>(column + 1);
  failure_ = base::Error{.message = "pattern '" + std::string(text_) + "', column " +
                                    std::to_string(where) + ": " + std::move(message),
                         .column = where};
}

base::Result<PathPattern> PatternParser::parse() {
  if (text_.empty())
    wrong(0, "is empty; a path such as /scratch/{user}/{run}/*.out would be right");
  if (text_.size() > kMaxPatternBytes) wrong(kMaxPatternBytes, "is too long; at most 4096 bytes");
  if (text_.find('\0') != std::string_view::npos) wrong(text_.find('\0'), "holds a NUL byte");
  auto& program = pattern_.program_;
  if (!failure_ && text_.front() != '/') any_components();
  pattern_.anchored_ = program.next();
  sequence(false);
  if (!failure_ && text_.back() == '/') wrong(text_.size() - 1, "ends in '/'; name the files");
  if (failure_) return tl::unexpected<base::Error>(*failure_);
  program.match();
  pattern_.text_ = text_;
  find_fixed_prefix();
  return std::move(pattern_);
}

void PatternParser::find_fixed_prefix() {
  std::string fixed;
  auto end = std::min(first_wildcard_, text_.size());
  for (std::size_t i = 0; i < end; ++i) {
    if (text_[i] == '\\' && i + 1 < end) ++i;
    fixed += text_[i];
  }
  auto slash = fixed.find_last_of('/');
  if (slash == std::string::npos) {
    pattern_.fixed_prefix_ = ".";
  } else {
    pattern_.fixed_prefix_ = slash == 0 ? "/" : fixed.substr(0, slash);
  }
}

void PatternParser::sequence(bool in_braces) {
  while (!done()) {
    if (in_braces && (text_[at_] == ',' || text_[at_] == '}')) return;
    element();
  }
}

void PatternParser::element() {
  char c = text_[at_];
  if (c == '*' || c == '?' || c == '[' || c == '{')
    first_wildcard_ = std::min(first_wildcard_, at_);
  switch (c) {
    case '*':
      return stars();
    case '?':
      pattern_.program_.not_slash();
      ++at_;
      return;
    case '[':
      return byte_set();
    case '{':
      return braces();
    case '}':
      return wrong(at_, "'}' without '{'; write \\} for the character itself");
    default:
      return literal();
  }
}

void PatternParser::literal() {
  if (text_[at_] == '\\') {
    if (at_ + 1 == text_.size()) return wrong(at_, "'\\' at the end; write \\\\ for the character");
    ++at_;
  }
  pattern_.program_.byte(text_[at_++]);
}

void PatternParser::stars() {
  auto& program = pattern_.program_;
  auto begin = at_;
  while (at_ < text_.size() && text_[at_] == '*') ++at_;
  if (at_ - begin == 1) {
    auto split = program.split();
    program.not_slash();
    program.jump(split);
    return program.aim(split, split + 1, program.next());
  }
  bool starts = begin == 0 || text_[begin - 1] == '/';
  bool ends = at_ == text_.size() || text_[at_] == '/';
  if (at_ - begin != 2 || !starts || !ends || depth_ > 0) {
    return wrong(begin,
                 "'**' stands for whole directories, so alone between slashes; within a name "
                 "'*' is right");
  }
  if (at_ < text_.size()) {
    ++at_;
    return any_components();
  }
  program.any();  // at the end: everything below, at least one byte
  auto split = program.split();
  program.any();
  program.jump(split);
  program.aim(split, split + 1, program.next());
}

// Nothing, or anything up to a slash.
void PatternParser::any_components() {
  auto& program = pattern_.program_;
  auto optional = program.split();
  auto loop = program.split();
  program.any();
  program.jump(loop);
  auto slash = program.byte('/');
  program.aim(loop, loop + 1, slash);
  program.aim(optional, loop, program.next());
}

void PatternParser::byte_set() {
  auto begin = at_++;
  bool negated = at_ < text_.size() && (text_[at_] == '!' || text_[at_] == '^');
  if (negated) ++at_;
  PatternProgram::ByteSet set;
  for (bool first = true;; first = false) {
    if (at_ >= text_.size()) return wrong(begin, "'[' without ']'; write \\[ for the character");
    if (text_[at_] == ']' && !first) break;
    auto low = static_cast<unsigned char>(text_[at_++]);
    auto high = low;
    if (at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']') {
      high = static_cast<unsigned char>(text_[at_ + 1]);
      at_ += 2;
    }
    if (low > high) return wrong(begin, "a range in '[..]' runs backwards; write it as low-high");
    for (unsigned c = low; c <= high; ++c) set.set(c);
  }
  ++at_;
  if (negated) set.flip();
  set.reset('/');  // a component is never left
  pattern_.program_.one_of(set);
}

std::string_view PatternParser::label_between_braces() const {
  auto end = text_.find_first_of(",{}", at_ + 1);
  if (end == std::string_view::npos || text_[end] != '}') return {};
  return text_.substr(at_ + 1, end - at_ - 1);
}

void PatternParser::braces() {
  if (text_.find('}', at_) == std::string_view::npos) {
    return wrong(at_, "'{' without '}'; write \\{ for the character");
  }
  if (text_.substr(at_).starts_with("{}")) {
    return wrong(at_, "'{}' names nothing; {run} or {a,b} would be right");
  }
  auto name = label_between_braces();
  if (name.empty()) return alternatives();
  label(name);
}

void PatternParser::check_label(std::string_view name) {
  auto quoted = "{" + std::string(name) + "}";
  const auto& names = pattern_.label_names_;
  if (!base::is_identifier(name)) {
    wrong(at_, quoted +
                   " is no label name (letters, digits, '_', no digit first) and no list of "
                   "alternatives, such as {a,b}");
  } else if (base::is_reserved_label(name)) {
    wrong(at_, "the label name " + quoted + " is reserved; another, such as {run_" +
                   std::string(name.substr(std::min(name.find_first_not_of('_'), name.size()))) +
                   "}, would be right");
  } else if (std::find(names.begin(), names.end(), name) != names.end()) {
    wrong(at_, "the label " + quoted + " stands twice; give each its own name");
  } else if (depth_ > 0) {
    wrong(at_, "the label " + quoted + " stands inside alternatives; write two patterns instead");
  }
}

void PatternParser::label(std::string_view name) {
  check_label(name);
  auto& program = pattern_.program_;
  program.begin_capture();
  auto one = program.not_slash();
  auto split = program.split();
  program.aim(split, one, program.next());
  program.end_capture(pattern_.label_names_.size());
  pattern_.label_names_.emplace_back(name);
  at_ += name.size() + 2;
}

void PatternParser::alternatives() {
  if (++depth_ > kMaxDepth) return wrong(at_, "alternatives are nested too deeply; at most 8");
  auto& program = pattern_.program_;
  auto begin = at_;
  std::vector<PatternProgram::Address> exits;
  do {
    ++at_;  // past '{' or ','
    auto split = program.split();
    sequence(true);
    if (done()) return wrong(begin, "'{' without '}'; write \\{ for the character");
    exits.push_back(program.jump(0));
    program.aim(split, split + 1, program.next());
  } while (text_[at_] == ',');
  ++at_;
  // A path that fits none of them ends in an instruction that takes no byte.
  program.one_of({});
  for (auto exit : exits) program.aim_jump(exit, program.next());
  --depth_;
}

}  // namespace steptail::tail
