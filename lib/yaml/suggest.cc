#include "yaml/suggest.h"

#include <algorithm>
#include <vector>

#include "base/result.h"

namespace steptail::yaml {
namespace {

// Words longer than this are nobody's typing error; it also bounds the work.
constexpr std::size_t kLongestWord = 64;

// Edits that turn a into b: insert, delete, replace, swap of neighbours (optimal string alignment).
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::vector<std::size_t> next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t replaced = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      next[j] = std::min({replaced, row[j] + 1, next[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        next[j] = std::min(next[j], before[j - 2] + 1);
      }
    }
    before.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

}  // namespace

std::string_view closest(std::string_view word, std::span<const std::string_view> choices) {
  std::string_view best;
  if (word.size() > kLongestWord) return best;
  std::size_t best_edits = kLongestWord;
  for (std::string_view choice : choices) {
    std::size_t distance = edits(word, choice);
    std::size_t allowed = std::max<std::size_t>(1, choice.size() / 3);
    if (distance <= allowed && distance < best_edits && distance < choice.size()) {
      best = choice;
      best_edits = distance;
    }
  }
  return best;
}

std::string did_you_mean_or(std::string_view otherwise, std::string_view word,
                            std::span<const std::string_view> choices) {
  const std::string_view best = closest(word, choices);
  return best.empty() ? std::string(otherwise) : "; did you mean " + base::quoted(best) + "?";
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> choices) {
  std::string known;
  for (const std::string_view choice : choices) {
    known += (known.empty() ? "; known: " : ", ") + base::quoted(choice);
  }
  return did_you_mean_or(known, word, choices);
}

}  // namespace steptail::yaml
