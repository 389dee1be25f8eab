#include "tail/lineage.h"

#include <algorithm>
#include <utility>

namespace steptail::tail {
namespace {

bool is_told(const Segment& segment) { return segment.announce == Segment::Announce::Nothing; }

bool is_unbegun(const Segment& segment) { return segment.announce == Segment::Announce::Open; }

}  // namespace

Lineage::~Lineage() {
  expect({});
  for (const auto& segment : segments_) ledger_.leave(segment->key.inode, *this);
}

Segment* Lineage::current() {
  bool any = !segments_.empty() && segments_.back()->role == Segment::Role::Current;
  return any ? segments_.back().get() : nullptr;
}

const Segment* Lineage::current() const { return const_cast<Lineage*>(this)->current(); }

const Segment* Lineage::find(const FileKey& key) const {
  for (const auto& segment : segments_) {
    if (is_same(segment->key, key)) return segment.get();
  }
  return nullptr;
}

void Lineage::expect(const std::vector<FilePosition>& positions) {
  for (const auto& key : expected_) ledger_.leave(key.inode, *this);
  expected_.clear();
  for (const auto& position : positions) {
    expected_.push_back(key_of(position));
    ledger_.join(position.inode, *this);
  }
}

// A device number may have changed since the checkpoint was written.
bool Lineage::claims(const FileKey& key) const {
  if (find(key) != nullptr) return true;
  return std::any_of(expected_.begin(), expected_.end(),
                     [&](const FileKey& expected) { return may_be_same(expected, key); });
}

Segment* Lineage::find(const FileKey& key) {
  return const_cast<Segment*>(std::as_const(*this).find(key));
}

std::size_t Lineage::index_of(const Segment& segment) const {
  auto found = std::find_if(segments_.begin(), segments_.end(),
                            [&](const auto& held) { return held.get() == &segment; });
  return static_cast<std::size_t>(found - segments_.begin());
}

Segment& Lineage::insert(std::size_t index, Segment segment) {
  ledger_.join(segment.key.inode, *this);
  auto where = segments_.begin() + static_cast<std::ptrdiff_t>(index);
  return **segments_.insert(where, std::make_unique<Segment>(std::move(segment)));
}

void Lineage::make_current(Segment& segment) {
  auto found = segments_.begin() + static_cast<std::ptrdiff_t>(index_of(segment));
  auto taken = std::move(*found);
  segments_.erase(found);
  taken->role = Segment::Role::Current;
  taken->unlinked = false;
  taken->was_renamed = false;
  taken->late = false;
  segments_.push_back(std::move(taken));
}

void Lineage::retire(std::size_t index) {
  const auto& segment = *segments_[index];
  if (segment.links > 0) ledger_.remember(segment.read_position());
  ledger_.leave(segment.key.inode, *this);
  segments_.erase(segments_.begin() + static_cast<std::ptrdiff_t>(index));
}

void Lineage::note_looked() {
  if (seen_now) seen_until = seen_now;
}

std::vector<FilePosition> Lineage::positions() const {
  std::vector<const Segment*> known;
  for (const auto& segment : segments_) {
    if (is_told(*segment) || is_unbegun(*segment)) known.push_back(segment.get());
  }
  // Sorting one asks for memory, too.
  if (known.size() > 1) {
    std::stable_sort(known.begin(), known.end(),
                     [](const Segment* a, const Segment* b) { return a->number < b->number; });
  }
  std::vector<FilePosition> positions;
  positions.reserve(known.size());
  for (const auto* segment : known) {
    positions.push_back(segment->position());
    auto& position = positions.back();
    position.begun = is_told(*segment);
    position.current = position.current && position.begun;
    if (!seen_until) continue;
    // A rotated file may be written to after one that nobody saw came and went.
    position.modified = position.current ? *seen_until : std::min(position.modified, *seen_until);
  }
  return positions;
}

}  // namespace steptail::tail
