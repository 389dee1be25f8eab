#include "format/label_store.h"

#include <algorithm>

#include "base/letters.h"
#include "format/label_name.h"

namespace steptail::format {
namespace {

bool is_wanted(const EachRule& each, std::string_view key) {
  auto matches = [key](const Glob& glob) { return glob.matches(key); };
  if (std::any_of(each.except.begin(), each.except.end(), matches)) return false;
  return each.only.empty() || std::any_of(each.only.begin(), each.only.end(), matches);
}

// Appends nothing where the key has no letter: what is no word is no name.
void append_label(const EachRule& each, std::string_view key, std::string& out) {
  if (!is_wanted(each, key) || std::none_of(key.begin(), key.end(), base::is_letter)) return;
  append_label_name(key, each.field, out);
}

// Of both ends of the key: what is alike in keys of one rule is mostly their middle.
std::uint64_t hash_of(const EachRule& each, std::string_view key) {
  std::uint64_t hash = reinterpret_cast<std::uintptr_t>(&each) ^ key.size() << 56U;
  if (key.size() >= 8) {
    hash ^= base::load_word<std::uint64_t>(key.data()) * 0x9E3779B97F4A7C15U;
    hash ^= base::load_word<std::uint64_t>(key.data() + key.size() - 8);
  } else {
    for (char c : key) hash = hash * 257 + static_cast<unsigned char>(c);
  }
  hash *= 0x9E3779B97F4A7C15U;
  return hash >> 32U;
}

}  // namespace

// Nothing is reserved before it is needed: most files have no cells.
bool LabelStore::has_room(std::size_t bytes) {
  if (line_.capacity() < kLineBytes) line_.reserve(kLineBytes);
  return kLineBytes - line_.size() >= bytes;
}

bool LabelStore::begin_line(const std::shared_ptr<const FormatSet>& formats) {
  line_.clear();
  if (formats_ == formats && count_ < kMaxKeys) return true;
  formats_ = formats;
  forget();
  return false;
}

void LabelStore::forget() {
  slots_.fill(0);
  count_ = 0;
  for (Leads& leads : leads_) leads.cells.clear();
}

std::size_t LabelStore::lead_slot(const EachRule& each) {
  return (reinterpret_cast<std::uintptr_t>(&each) * 0x9E3779B97F4A7C15U >> 32U) % kLeadSlots;
}

bool LabelStore::is_of_this_line(std::string_view label) const {
  return !line_.empty() && label.data() >= line_.data() && label.data() < line_.data() + kLineBytes;
}

const LabelStore::CellLead* LabelStore::lead_of(const EachRule& each, std::size_t cell) const {
  const Leads& leads = leads_[lead_slot(each)];
  return leads.each == &each && cell < leads.cells.size() ? &leads.cells[cell] : nullptr;
}

void LabelStore::remember_lead(const EachRule& each, std::size_t cell, std::string_view text,
                               std::string_view label) {
  if (text.size() > kMaxKeyBytes || cell >= kMaxLeads || is_of_this_line(label)) return;
  Leads& leads = leads_[lead_slot(each)];
  if (leads.each != &each) {
    leads.each = &each;
    leads.cells.clear();
  }
  if (cell > leads.cells.size()) return;
  if (cell == leads.cells.size()) leads.cells.emplace_back();
  leads.cells[cell].text = text;
  leads.cells[cell].label = label;
}

const LabelStore::Known* LabelStore::find(const EachRule& each, std::string_view key,
                                          std::size_t& slot) const {
  for (slot = hash_of(each, key) % kSlots; slots_[slot] != 0; slot = (slot + 1) % kSlots) {
    const Known& known = known_[slots_[slot] - std::size_t{1}];
    if (known.each == &each && base::same_text(known.key, key)) return &known;
  }
  return nullptr;
}

std::string_view LabelStore::of_cell(const EachRule& each, std::string_view key) {
  if (key.size() > kMaxKeyBytes) return {};
  std::size_t slot = 0;
  if (const Known* known = find(each, key, slot)) return known->label;
  if (count_ < kMaxKeys) {
    Known& next = count_ < known_.size() ? known_[count_] : known_.emplace_back();
    slots_[slot] = static_cast<std::uint16_t>(++count_);
    next.each = &each;
    next.key = key;
    next.label.clear();
    append_label(each, key, next.label);
    return next.label;
  }
  if (!has_room(kMaxKeyBytes)) return {};
  const std::size_t begin = line_.size();
  append_label(each, key, line_);
  return std::string_view(line_).substr(begin);
}

std::string_view LabelStore::keep(std::string_view label) {
  if (!has_room(label.size())) return {};
  const std::size_t begin = line_.size();
  line_ += label;
  return std::string_view(line_).substr(begin);
}

std::string_view LabelStore::make(std::string_view key, Field field) {
  if (key.size() > kMaxKeyBytes || !has_room(kMaxKeyBytes)) return {};
  const std::size_t begin = line_.size();
  append_label_name(key, field, line_);
  return std::string_view(line_).substr(begin);
}

}  // namespace steptail::format
