#include "format/near_miss.h"

#include <algorithm>

#include "format/json_rule.h"
#include "format/key_scan.h"
#include "format/rule_index.h"
#include "format/rule_reader.h"

namespace steptail::format {
namespace {

// The longest beginning of the literal that stands in the line.
std::size_t common_bytes(const Literal& literal, std::string_view line) {
  std::size_t most = 0;
  while (most < literal.text().size() &&
         line.find(literal.text().substr(0, most + 1)) != std::string_view::npos) {
    ++most;
  }
  return most;
}

std::string missing_literal(const Literal& literal, std::string_view line) {
  std::string text = base::quoted(literal.text()) + " is not in the line";
  const std::size_t common = common_bytes(literal, line);
  const std::size_t at = line.find(literal.text().substr(0, common));
  if (common * 2 < literal.text().size() || common == 0) return text;
  return text + "; it has " + base::quoted(line.substr(at, literal.text().size()));
}

std::string why_no_number(const FieldSource& source, const Rule& rule, std::string_view line) {
  if (!source.path.empty()) {
    return "no number at the path " + base::quoted(source.path) + " of " +
           (find_object(line, rule).empty() ? "a whole object" : "the object");
  }
  if (source.group > 0) return "the group of the pattern holds no number";
  std::string text;
  for (const Key& key : source.after) {
    if (!text.empty()) text += ", ";
    text += (key.literal.is_in(line) ? "no number stands behind " : "there is no ") +
            base::quoted(key.literal.text());
  }
  return text;
}

// Of a progress rule only what says how far the run is: without that the rest counts nothing.
std::string why_no_fields(const Rule& rule, std::string_view line) {
  std::string text;
  for (const FieldRule& field : rule.fields) {
    if (rule.progress && !field_counts_progress(field.field)) continue;
    for (const FieldSource& source : field.sources) {
      if (!text.empty()) text += "; ";
      text += std::string(field_name(field.field)) + ": " + why_no_number(source, rule, line);
    }
  }
  if (text.empty()) text = "no cell of 'each' has a key and a number";
  return text;
}

// What is left once the literals are there.
std::string why_unreadable(const Rule& rule, std::string_view line) {
  if (rule.regex) {
    std::vector<std::string_view> groups(static_cast<std::size_t>(rule.regex->group_count()) + 1);
    if (!rule.regex->search(line, groups)) return "its regex is not found in the line";
  }
  if (rule.json && find_object(line, rule).empty()) {
    return "the line holds no whole JSON object or dictionary";
  }
  MatchScratch scratch;
  Record record;
  const Format format{.name = "near"};
  scratch.labels.begin_line(nullptr);
  const RuleEntry entry{.format = &format, .rule = &rule};
  if (read_rule(entry, {.text = line}, "block", scratch, record)) return {};
  return why_no_fields(rule, line);
}

// 0: nothing of its literals is in the line; 1: all are.
double nearness(const Rule& rule, std::string_view line) {
  constexpr std::size_t kFewest = 3;  // bytes that say more than chance does
  std::size_t found = 0;
  for (const Literal& literal : rule.when) {
    const std::size_t common = common_bytes(literal, line);
    if (common >= std::min(kFewest, literal.text().size())) found += common;
  }
  if (rule.when.empty()) return line.find('{') == std::string_view::npos ? 0 : 1;
  return static_cast<double>(found) / static_cast<double>(rule.literal_bytes());
}

}  // namespace

std::string why_not(const Rule& rule, std::string_view line) {
  for (const Literal& literal : rule.when) {
    if (!literal.is_in(line)) return missing_literal(literal, line);
  }
  for (const Literal& literal : rule.unless) {
    if (literal.is_in(line)) return "'unless' forbids " + base::quoted(literal.text());
  }
  return why_unreadable(rule, line);
}

std::optional<NearMiss> nearest_miss(const Format& format, std::string_view line) {
  constexpr double kNear = 0.4;
  const Rule* nearest = nullptr;
  double best = kNear;
  for (const auto& rule : format.rules) {
    const double near = nearness(*rule, line);
    if (near < best || (nearest != nullptr && near == best)) continue;
    best = near;
    nearest = rule.get();
  }
  if (nearest == nullptr) return std::nullopt;
  std::string reason = why_not(*nearest, line);
  if (reason.empty() && !nearest->in.empty()) {
    reason = "the block " + base::quoted(nearest->in) + " is not open; let 'after' hold its lines";
  }
  if (reason.empty() && nearest->weak) {
    reason = "the rule is weak, and no strong one of this format matched before";
  }
  if (reason.empty()) return std::nullopt;
  return NearMiss{.rule = nearest, .reason = std::move(reason)};
}

}  // namespace steptail::format
