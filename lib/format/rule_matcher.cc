#include "format/rule_matcher.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/letters.h"
#include "format/block_table.h"
#include "format/early_lines.h"
#include "format/match_scratch.h"
#include "format/rule_index.h"
#include "format/rule_reader.h"

namespace steptail::format {

struct RuleMatcher::Impl {
  struct Match {
    const RuleEntry* rule = nullptr;  // null: none
    const Record* record = nullptr;
  };

  std::shared_ptr<const FormatSet> formats;
  std::vector<std::string> only;
  std::shared_ptr<MatchScratch> scratch;

  bool trusted = false;
  ActiveFormats active{};
  std::set<std::string> seen{};         // frameworks
  std::set<std::string> seen_common{};  // formats common to all
  BlockTable blocks{};
  BlockTable common_blocks{};
  EarlyLines early{};
  LineShapes::Known* known = nullptr;  // of the line at hand

  void bind();
  // The rules that the line at hand may match, of each kind, also such as `active` does not allow.
  [[nodiscard]] const RulesByKind& find_candidates(std::string_view text);
  void find_rules(std::string_view text, const ActiveFormats* allowed) const;
  // Those, and the rules of the block.
  [[nodiscard]] std::span<const std::uint16_t> with_block_candidates(
      std::span<const std::uint16_t> rules, const lines::Line& line, const OpenBlock& block) const;
  // What the rule makes of the line: in `record` or in the plan of the line's shape. Null: nothing.
  const Record* read(std::uint16_t position, const lines::Line& line, std::string_view block_label,
                     Record& record);
  Match try_candidates(std::span<const std::uint16_t> rules, const lines::Line& line,
                       std::string_view block_label, Record& record);
  Match match_kind(std::span<const std::uint16_t> rules, BlockTable& table, const lines::Line& line,
                   Record& record);
  // True: it is the first strong one of its format, and lines have waited for it.
  bool note_seen(const RuleEntry& entry);
  // The records side by side.
  std::span<const Record> joined(std::span<const Record* const> made);
  std::span<const Record> with_early_records(std::span<const Record> at_hand);
};

void RuleMatcher::Impl::bind() {
  const auto all = formats->formats();
  active.enabled.assign(all.size(), 1);
  active.armed.assign(all.size(), 0);
  active.seen.assign(all.size(), 0);
  active.named.assign(all.size(), 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Format& format = *all[i];
    active.enabled[i] = only.empty() || format.common ||
                        std::find(only.begin(), only.end(), format.name) != only.end();
    active.named[i] = trusted && only.size() == 1 && only.front() == format.name;
    active.seen[i] = seen.contains(format.name) || seen_common.contains(format.name);
    active.armed[i] = active.seen[i] | active.named[i];
  }
}

const RulesByKind& RuleMatcher::Impl::find_candidates(std::string_view text) {
  known = scratch->shapes.find(text);
  if (known != nullptr) return known->rules;
  const RuleIndex& index = formats->index();
  index.gates().scan(text, scratch->hits);
  find_rules(text, &active);
  // Lines that no rule could match are many, and rarely of few shapes.
  if (!scratch->found.empty() && scratch->shapes.wants_more(text) && index.is_told_by_shape(text)) {
    find_rules(text, nullptr);
    scratch->shapes.remember(text, scratch->candidates);
  }
  return scratch->candidates;
}

void RuleMatcher::Impl::find_rules(std::string_view text, const ActiveFormats* allowed) const {
  const RuleIndex& index = formats->index();
  scratch->found.clear();
  for (auto& rules : scratch->candidates) rules.clear();
  index.find(text, scratch->hits, allowed, scratch->found);
  for (const std::uint16_t position : scratch->found) {
    scratch->candidates[index.entry(position).is_common ? 1 : 0].push_back(position);
  }
}

// The block's are not among those that the scanner finds.
std::span<const std::uint16_t> RuleMatcher::Impl::with_block_candidates(
    std::span<const std::uint16_t> rules, const lines::Line& line, const OpenBlock& block) const {
  const RuleIndex& index = formats->index();
  auto& found = scratch->found;
  found.assign(rules.begin(), rules.end());
  for (const std::uint16_t position : index.in_block(block.block)) {
    if (index.entry(position).literals_fit(line.text)) found.push_back(position);
  }
  std::sort(found.begin(), found.end());
  return found;
}

// By the plan of the line's shape where there is one; else by the rule, which may make one.
const Record* RuleMatcher::Impl::read(std::uint16_t position, const lines::Line& line,
                                      std::string_view block_label, Record& record) {
  const LineShapes& shapes = scratch->shapes;
  if (known != nullptr && known->planned_rule == position) {
    const Record* made = known->plan.read(line.text, shapes.layout(), shapes.layout_place());
    if (made != nullptr) return made;
  }
  LinePlanner& planner = scratch->planner;
  const bool is_watched = known != nullptr && known->planned_rule == LineShapes::Known::kNone &&
                          known->tries < LineShapes::Known::kMostTries;
  const RuleEntry& entry = formats->index().entry(position);
  if (is_watched) planner.begin(*entry.rule, line.text, shapes.layout().digits());
  const bool matched = read_rule(entry, line, block_label, *scratch, record);
  if (is_watched && matched) {
    ++known->tries;
    if (planner.finish(record, known->plan)) known->planned_rule = position;
  }
  planner.stop();
  return matched ? &record : nullptr;
}

RuleMatcher::Impl::Match RuleMatcher::Impl::try_candidates(std::span<const std::uint16_t> rules,
                                                           const lines::Line& line,
                                                           std::string_view block_label,
                                                           Record& record) {
  const RuleIndex& index = formats->index();
  for (const std::uint16_t position : rules) {
    const RuleEntry& entry = index.entry(position);
    if (!active.allow(entry)) continue;
    const Record* made = read(position, line, block_label, record);
    if (made == nullptr) continue;
    if (!active.waits(entry)) return {.rule = &entry, .record = made};
    early.keep(entry.format->name, entry.rule->name, line);
  }
  return {};
}

RuleMatcher::Impl::Match RuleMatcher::Impl::match_kind(std::span<const std::uint16_t> rules,
                                                       BlockTable& table, const lines::Line& line,
                                                       Record& record) {
  OpenBlock* block = table.find(line.rank);
  std::string_view label;
  if (block != nullptr) {
    label = scratch->labels.keep(block->label);  // the block may end before the record does
    rules = with_block_candidates(rules, line, *block);
  }
  const Match match = try_candidates(rules, line, label, record);
  if (block != nullptr && (match.rule == nullptr || match.rule->in != block->block)) {
    table.close(*block);
  }
  if (match.rule != nullptr && match.rule->opens != RuleEntry::kNoBlock) {
    table.open(line.rank, *match.rule, captured_block_label(*match.rule->rule, *scratch));
  }
  return match;
}

bool RuleMatcher::Impl::note_seen(const RuleEntry& entry) {
  const std::size_t format = entry.format_index;
  if ((entry.is_weak && active.named[format] == 0) || active.seen[format] != 0) return false;
  active.armed[format] = active.seen[format] = 1;
  (entry.format->common ? seen_common : seen).insert(entry.format->name);
  return !early.empty();
}

std::span<const Record> RuleMatcher::Impl::joined(std::span<const Record* const> made) {
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (made[i] != &scratch->records[i]) scratch->records[i].assign(*made[i], made[i]->values());
  }
  return std::span<const Record>(scratch->records).first(made.size());
}

// The records of the lines that have waited for the format of the first one at hand, and those.
std::span<const Record> RuleMatcher::Impl::with_early_records(std::span<const Record> at_hand) {
  std::vector<Record>& all = scratch->with_early;
  for (const EarlyLines::Kept& kept : early.take(at_hand.front().format_name)) {
    const RuleEntry* entry = formats->index().find(kept.format, kept.rule);
    Record record;
    if (entry == nullptr) continue;
    if (read_rule(*entry, {.text = kept.text}, {}, *scratch, record)) all.push_back(record);
  }
  all.insert(all.end(), at_hand.begin(), at_hand.end());
  return all;
}

RuleMatcher::RuleMatcher(std::shared_ptr<const FormatSet> formats, std::vector<std::string> only,
                         std::shared_ptr<MatchScratch> scratch)
    : impl_(std::make_unique<Impl>(
          Impl{.formats = std::move(formats),
               .only = std::move(only),
               .scratch = scratch ? std::move(scratch) : make_match_scratch()})) {
  impl_->bind();
}

RuleMatcher::~RuleMatcher() = default;
RuleMatcher::RuleMatcher(RuleMatcher&&) noexcept = default;
RuleMatcher& RuleMatcher::operator=(RuleMatcher&&) noexcept = default;

std::span<const Record> RuleMatcher::match(const lines::Line& line) {
  // Bars and tables put blank lines anywhere: they say nothing and end nothing.
  auto is_space = [](char c) { return base::is_blank(c) || c == '\r'; };
  if (std::all_of(line.text.begin(), line.text.end(), is_space)) return {};
  MatchScratch& scratch = *impl_->scratch;
  // Shapes go with the labels: their plans hold some.
  if (!scratch.labels.begin_line(impl_->formats)) scratch.shapes.forget();
  if (!scratch.with_early.empty()) scratch.with_early = {};
  const RulesByKind& candidates = impl_->find_candidates(line.text);
  const std::array tables = {&impl_->blocks, &impl_->common_blocks};
  std::array<const Record*, tables.size()> made{};
  bool has_waited = false;
  std::size_t count = 0;
  for (std::size_t kind = 0; kind < tables.size(); ++kind) {
    if (candidates[kind].empty() && tables[kind]->empty()) continue;
    const Impl::Match match =
        impl_->match_kind(candidates[kind], *tables[kind], line, scratch.records[count]);
    if (match.rule == nullptr) continue;
    if (impl_->note_seen(*match.rule)) has_waited = true;
    made[count++] = match.record;
  }
  if (count == 0) return {};
  const std::span<const Record> records =
      count == 1 ? std::span(made[0], 1) : impl_->joined(std::span(made).first(count));
  return has_waited ? impl_->with_early_records(records) : records;
}

void RuleMatcher::trust() {
  impl_->trusted = true;
  impl_->bind();
}

bool RuleMatcher::recognised() const { return !impl_->seen.empty(); }

std::string RuleMatcher::format_names() const {
  std::string names;
  for (const std::string& name : impl_->seen) names += (names.empty() ? "" : ",") + name;
  return names;
}

void RuleMatcher::assume_seen(const std::string& format) {
  const Format* known = impl_->formats->find(format);
  (known != nullptr && known->common ? impl_->seen_common : impl_->seen).insert(format);
  impl_->bind();
}

void RuleMatcher::rebind(std::shared_ptr<const FormatSet> formats) {
  impl_->formats = std::move(formats);
  impl_->bind();
  impl_->blocks.rebind(impl_->formats->index());
  impl_->common_blocks.rebind(impl_->formats->index());
}

void RuleMatcher::close_blocks() {
  impl_->blocks = {};
  impl_->common_blocks = {};
}

void RuleMatcher::save(base::ByteWriter& out) const {
  for (const auto* names : {&impl_->seen, &impl_->seen_common}) {
    out.u64(names->size());
    for (const std::string& name : *names) out.text(name);
  }
  impl_->blocks.save(out);
  impl_->common_blocks.save(out);
  impl_->early.save(out);
}

void RuleMatcher::load(base::ByteReader& in) {
  constexpr std::uint64_t kMinBytes = 8;
  const RuleIndex& index = impl_->formats->index();
  for (auto* names : {&impl_->seen, &impl_->seen_common}) {
    names->clear();
    for (std::uint64_t left = in.count(kMinBytes); left > 0 && in.ok(); --left) {
      std::string name(in.text());
      if (in.ok()) names->insert(std::move(name));
    }
  }
  impl_->blocks.load(in, index);
  impl_->common_blocks.load(in, index);
  impl_->early.load(in);
  if (!in.ok()) {
    *impl_ = Impl{.formats = impl_->formats,
                  .only = impl_->only,
                  .scratch = impl_->scratch,
                  .trusted = impl_->trusted};
  }
  impl_->bind();
}

std::shared_ptr<MatchScratch> make_match_scratch() { return std::make_shared<MatchScratch>(); }

}  // namespace steptail::format
