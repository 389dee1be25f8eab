#include "format/rule_index.h"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace steptail::format {
namespace {

bool begins_object(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first != std::string_view::npos && text[first] == '{';
}

// Unlike std::all_of over a predicate, short and without a closure in the hot path.
bool all_in(const std::vector<std::uint16_t>& literals, const LiteralHits& hits) {
  for (std::uint16_t literal : literals) {
    if (!hits.contains(literal)) return false;
  }
  return true;
}

bool none_in(const std::vector<std::uint16_t>& literals, const LiteralHits& hits) {
  for (std::uint16_t literal : literals) {
    if (hits.contains(literal)) return false;
  }
  return true;
}

}  // namespace

RuleIndex::RuleIndex(std::span<const std::unique_ptr<const Format>> formats) {
  sort_rules(formats);
  number_blocks();
  collect_literals();
}

void RuleIndex::sort_rules(std::span<const std::unique_ptr<const Format>> formats) {
  for (std::size_t i = 0; i < formats.size(); ++i) {
    for (const auto& rule : formats[i]->rules) {
      entries_.push_back({.format = formats[i].get(),
                          .rule = rule.get(),
                          .format_index = static_cast<std::uint16_t>(i)});
    }
  }
  assert(entries_.size() < RuleEntry::kNoBlock);
  // Stable: formats come by name, rules in the order of their file.
  auto rank = [](const RuleEntry& entry) {
    const auto literal_bytes = static_cast<std::ptrdiff_t>(entry.rule->literal_bytes());
    return std::tuple(-literal_bytes, entry.rule->in.empty(), !entry.format->is_site);
  };
  std::stable_sort(entries_.begin(), entries_.end(),
                   [&rank](const RuleEntry& a, const RuleEntry& b) { return rank(a) < rank(b); });
}

void RuleIndex::number_blocks() {
  auto number = [this](const Format& format, const std::string& name) {
    if (name.empty()) return RuleEntry::kNoBlock;
    const auto next = static_cast<std::uint16_t>(blocks_.size());
    return blocks_.emplace(std::pair(format.name, name), next).first->second;
  };
  for (RuleEntry& entry : entries_) {
    entry.opens = number(*entry.format, entry.rule->opens);
    entry.in = number(*entry.format, entry.rule->in);
  }
  block_rules_.resize(blocks_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].in == RuleEntry::kNoBlock) continue;
    block_rules_[entries_[i].in].push_back(static_cast<std::uint16_t>(i));
  }
}

// Rules in blocks are not among them: their literals are short and searched only in the block.
void RuleIndex::collect_literals() {
  std::vector<std::string> literals;
  std::unordered_map<std::string, std::uint16_t> numbers;
  auto number = [&](const std::vector<Literal>& from, std::vector<std::uint16_t>& to) {
    for (const Literal& literal : from) {
      const auto next = static_cast<std::uint16_t>(literals.size());
      const auto [found, added] = numbers.emplace(literal.text(), next);
      if (added) literals.push_back(literal.text());
      to.push_back(found->second);
    }
  };
  for (RuleEntry& entry : entries_) {
    if (entry.in != RuleEntry::kNoBlock) continue;
    number(entry.rule->when, entry.when);
    number(entry.rule->unless, entry.unless);
  }
  by_literal_.resize(literals.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const RuleEntry& entry = entries_[i];
    if (entry.in != RuleEntry::kNoBlock) continue;
    const auto longest = std::max_element(entry.when.begin(), entry.when.end(),
                                          [&literals](std::uint16_t a, std::uint16_t b) {
                                            return literals[a].size() < literals[b].size();
                                          });
    auto& list = longest == entry.when.end() ? objects_ : by_literal_[*longest];
    list.push_back(static_cast<std::uint16_t>(i));
  }
  gates_ = std::make_unique<GateScanner>(literals);
}

void RuleIndex::find(std::string_view text, const LiteralHits& hits,
                     std::vector<std::uint16_t>& found) const {
  auto consider = [this, &hits, &found](const std::vector<std::uint16_t>& positions) {
    for (std::uint16_t position : positions) {
      const RuleEntry& entry = entries_[position];
      if (all_in(entry.when, hits) && none_in(entry.unless, hits)) found.push_back(position);
    }
  };
  for (std::uint16_t literal : hits.ids()) consider(by_literal_[literal]);
  if (!objects_.empty() && begins_object(text)) consider(objects_);
  std::sort(found.begin(), found.end());
}

std::uint16_t RuleIndex::block(std::string_view format, std::string_view name) const {
  const auto found = blocks_.find(std::pair(std::string(format), std::string(name)));
  return found == blocks_.end() ? RuleEntry::kNoBlock : found->second;
}

}  // namespace steptail::format
