#include "lines/launcher_prefix.h"

#include "lines/prefix_forms.h"
#include "lines/scanner.h"

// Prefixes that could be a program's own text, and what decides:
//   "12: "       srun's, with blanks before it, whatever follows: no known format has lines that
//                begin with a bare number and a colon.
//   "NAME: "     pdsh's, only if NAME has a digit, is no counted thing ("step-10: ") and a clear
//                start follows: a bracket with a date, a level or a rank; a bar; a traceback or
//                its exception; what a shell says of a process that has ended.
//   "10.0.0.5: " pdsh's, whatever follows.
//   "[12] "      a process id, only before a clear start; in "[12] loss" it may be the step. The
//                number is not taken for a rank.
//   "train/0 "   torchx's, unless it is a counted thing ("epoch/3 ").
//   "NAME-1 | "  docker compose's, unless it is a counted thing.
//   "[NAME0]:"   torchrun's, any role, unless it is a counted thing ("[Epoch1]:").
//   "Apr 10 06:15:58 HOST NAME[1]: "
//                journald's, only with a process id, or from the kernel.
// Never taken off: a program's own timestamp or level, in whatever brackets.

namespace steptail::lines {
namespace {

constexpr std::size_t kMaxActorBytes = 160;

// "0: ", "  7: ", and "0:" where nothing follows
Prefix srun_prefix(std::string_view text) {
  Scanner scan(text);
  if (scan.skip_blanks() > kMaxRankDigits) return {};
  const auto rank = scan.take_digits(kMaxRankDigits);
  if (rank.empty() || !scan.take(':')) return {};
  if (!scan.at_end() && !scan.take(' ')) return {};
  return {.size = scan.at(), .rank = rank};
}

// (AReaL)  (raylet)  (Trainer pid=4566, ip=10.0.0.1)
Prefix actor_prefix(std::string_view text) {
  const auto close = text.substr(0, kMaxActorBytes).find(") ");
  if (close == std::string_view::npos) return {};
  const auto inner = text.substr(1, close - 1);
  const auto pid = inner.find("pid=");
  const bool actor = pid != std::string_view::npos && (pid == 0 || inner[pid - 1] == ' ') &&
                     !Scanner(inner, pid + 4).take_digits(10).empty();
  if (!actor && inner != "AReaL" && inner != "raylet") return {};
  return {.size = close + 2};
}

}  // namespace

Prefix find_prefix(std::string_view text) {
  if (text.empty()) return {};
  switch (text.front()) {
    case '[':
      return bracketed_prefix(text);
    case '(':
      return actor_prefix(text);
    case ' ':
      return srun_prefix(text);
    default:
      break;
  }
  if (base::is_letter(text.front())) {
    const Prefix named = named_prefix(text);
    return named.size > 0 || !may_be_dated(text) ? named : dated_prefix(text);
  }
  if (!base::is_digit(text.front())) return {};
  if (const Prefix task = srun_prefix(text); task.size > 0) return task;
  const Prefix address = address_prefix(text);
  return address.size > 0 ? address : dated_prefix(text);
}

std::size_t size_without_trailing_tags(std::string_view text) {
  while (text.ends_with(':')) {
    const auto open = text.rfind('[');
    if (open == std::string_view::npos || open == 0 || text.size() - open > kMaxTagBytes) break;
    const char before = text[open - 1];
    if (base::is_alnum(before) || before == '.' || before == '-' || before == '+') break;
    if (rank_tag(text.substr(open)).size != text.size() - open) break;
    text = text.substr(0, open);
  }
  return text.size();
}

}  // namespace steptail::lines
