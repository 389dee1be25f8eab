#include "format/rule_index.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/letters.h"
#include "format/line_shapes.h"

namespace steptail::format {
namespace {

bool begins_object(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first != std::string_view::npos && text[first] == '{';
}

// Long texts and rare bytes tell much.
std::size_t rarity(std::string_view text) {
  constexpr std::size_t kOfAnyByte = 272;
  std::size_t sum = text.size() < LiteralScanner::kShortestScanned ? 0 : kOfAnyByte * 4;
  for (char c : text) sum += kOfAnyByte - byte_commonness(static_cast<unsigned char>(c));
  return sum;
}

}  // namespace

bool RuleEntry::literals_fit(std::string_view line, std::size_t known) const {
  for (std::size_t i = 0; i < rule->when.size(); ++i) {
    if (i != known && !rule->when[i].is_in(line)) return false;
  }
  return std::none_of(rule->unless.begin(), rule->unless.end(),
                      [line](const Literal& literal) { return literal.is_in(line); });
}

RuleIndex::RuleIndex(std::span<const std::unique_ptr<const Format>> formats) {
  sort_rules(formats);
  number_blocks();
  collect_anchors();
  collect_numbered();
}

void RuleIndex::sort_rules(std::span<const std::unique_ptr<const Format>> formats) {
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const Format& format = *formats[i];
    for (std::size_t n = 0; n < format.rules.size(); ++n) {
      entries_.push_back({.format = &format,
                          .rule = format.rules[n].get(),
                          .format_index = static_cast<std::uint16_t>(i),
                          .is_weak = format.rules[n]->weak,
                          .is_early = format.rules[n]->early,
                          .is_common = format.common,
                          .is_included = n >= format.own_rules});
    }
  }
  assert(entries_.size() < RuleEntry::kNoBlock);
  // Stable: formats come by name, rules in the order of their file.
  auto rank = [](const RuleEntry& entry) {
    const auto literal_bytes = static_cast<std::ptrdiff_t>(entry.rule->literal_bytes());
    return std::tuple(-literal_bytes, entry.rule->in.empty(), !entry.format->is_site,
                      entry.is_included);
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
  std::vector<bool> of_progress(blocks_.size());
  for (const RuleEntry& entry : entries_) {
    if (!entry.rule->progress) continue;
    for (const std::uint16_t block : {entry.opens, entry.in}) {
      if (block != RuleEntry::kNoBlock) of_progress[block] = true;
    }
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    RuleEntry& entry = entries_[i];
    if (entry.in == RuleEntry::kNoBlock) continue;
    entry.continues = of_progress[entry.in];
    block_rules_[entry.in].push_back(static_cast<std::uint16_t>(i));
  }
}

// Rules in blocks are not among them: their literals are short and searched only in the block.
void RuleIndex::collect_anchors() {
  std::vector<std::string> literals;
  std::unordered_map<std::string, std::uint16_t> numbers;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    RuleEntry& entry = entries_[i];
    const auto position = static_cast<std::uint16_t>(i);
    const auto& when = entry.rule->when;
    if (entry.in != RuleEntry::kNoBlock) continue;
    if (when.empty()) {
      objects_.push_back(position);
      continue;
    }
    const auto rarest = std::max_element(
        when.begin(), when.end(),
        [](const Literal& a, const Literal& b) { return rarity(a.text()) < rarity(b.text()); });
    entry.anchor = static_cast<std::size_t>(rarest - when.begin());
    if (rarest->text().size() < LiteralScanner::kShortestScanned) {
      add_short_anchor(*rarest, position);
      continue;
    }
    const auto next = static_cast<std::uint16_t>(literals.size());
    const auto [found, added] = numbers.emplace(rarest->text(), next);
    if (added) {
      literals.push_back(rarest->text());
      by_literal_.emplace_back();
    }
    by_literal_[found->second].push_back(position);
  }
  gates_ = std::make_unique<LiteralScanner>(literals);
}

void RuleIndex::collect_numbered() {
  std::set<std::string> shapes;
  for (const RuleEntry& entry : entries_) {
    if (entry.in != RuleEntry::kNoBlock) continue;
    for (const auto* literals : {&entry.rule->when, &entry.rule->unless}) {
      for (const Literal& literal : *literals) {
        const std::string& text = literal.text();
        if (std::any_of(text.begin(), text.end(), base::is_digit)) shapes.insert(shape_of(text));
      }
    }
  }
  for (const std::string& shape : shapes) numbered_.emplace_back(shape);
}

bool RuleIndex::is_told_by_shape(std::string_view line) const {
  const std::string shape = shape_of(line);
  return std::none_of(numbered_.begin(), numbered_.end(),
                      [&shape](const Literal& literal) { return literal.is_in(shape); });
}

void RuleIndex::add_short_anchor(const Literal& literal, std::uint16_t position) {
  const auto known = std::find_if(
      short_anchors_.begin(), short_anchors_.end(),
      [&literal](const ShortAnchor& anchor) { return anchor.literal.text() == literal.text(); });
  ShortAnchor& anchor = known != short_anchors_.end()
                            ? *known
                            : short_anchors_.emplace_back(ShortAnchor{literal, {}});
  anchor.rules.push_back(position);
}

bool RuleIndex::allows_any(const std::vector<std::uint16_t>& rules,
                           const ActiveFormats* active) const {
  return active == nullptr ||
         std::any_of(rules.begin(), rules.end(), [this, active](std::uint16_t position) {
           return active->allow(entries_[position]);
         });
}

void RuleIndex::find(std::string_view text, const LiteralHits& hits, const ActiveFormats* active,
                     std::vector<std::uint16_t>& found) const {
  auto consider = [&](std::uint16_t position, bool anchor_is_there) {
    const RuleEntry& entry = entries_[position];
    if (active != nullptr && !active->allow(entry)) return;
    const std::size_t known = anchor_is_there ? entry.anchor : RuleEntry::kNone;
    if (entry.literals_fit(text, known)) found.push_back(position);
  };
  for (std::uint16_t literal : hits.ids()) {
    for (std::uint16_t position : by_literal_[literal]) consider(position, true);
  }
  for (const ShortAnchor& anchor : short_anchors_) {
    if (!allows_any(anchor.rules, active) || !anchor.literal.is_in(text)) continue;
    for (std::uint16_t position : anchor.rules) consider(position, true);
  }
  if (!objects_.empty() && begins_object(text)) {
    for (std::uint16_t position : objects_) consider(position, false);
  }
  if (found.size() > 1) std::sort(found.begin(), found.end());
}

const RuleEntry* RuleIndex::find(std::string_view format, std::string_view rule) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [format, rule](const RuleEntry& entry) {
        return entry.format->name == format && entry.rule->name == rule;
      });
  return found == entries_.end() ? nullptr : &*found;
}

std::uint16_t RuleIndex::block(std::string_view format, std::string_view name) const {
  const auto found = blocks_.find(std::pair(std::string(format), std::string(name)));
  return found == blocks_.end() ? RuleEntry::kNoBlock : found->second;
}

}  // namespace steptail::format
