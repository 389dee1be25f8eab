#include "tail/lineage.h"

#include <algorithm>
#include <utility>

namespace steptail::tail {
namespace {

constexpr std::size_t kMaxRetired = 16;

}  // namespace

Segment* Lineage::current() {
  bool any = !segments_.empty() && segments_.back()->role == Segment::Role::Current;
  return any ? segments_.back().get() : nullptr;
}

const Segment* Lineage::current() const { return const_cast<Lineage*>(this)->current(); }

Segment* Lineage::find(const FileKey& key) {
  for (auto& segment : segments_) {
    if (is_same(segment->key, key)) return segment.get();
  }
  return nullptr;
}

Segment& Lineage::insert(std::size_t index, Segment segment) {
  auto where = segments_.begin() + static_cast<std::ptrdiff_t>(index);
  return **segments_.insert(where, std::make_unique<Segment>(std::move(segment)));
}

void Lineage::make_current(Segment& segment) {
  auto found = std::find_if(segments_.begin(), segments_.end(),
                            [&](const auto& held) { return held.get() == &segment; });
  auto taken = std::move(*found);
  segments_.erase(found);
  taken->role = Segment::Role::Current;
  taken->unlinked = false;
  taken->was_renamed = false;
  segments_.push_back(std::move(taken));
}

void Lineage::retire(std::size_t index) {
  remember(segments_[index]->read_position());
  segments_.erase(segments_.begin() + static_cast<std::ptrdiff_t>(index));
}

void Lineage::remember(const FilePosition& read) {
  std::erase_if(retired_,
                [&](const FilePosition& known) { return is_same(key_of(known), key_of(read)); });
  retired_.push_back(read);
  if (retired_.size() > kMaxRetired) retired_.pop_front();
}

const FilePosition* Lineage::find_retired(const FileKey& key) const {
  for (const auto& position : retired_) {
    if (is_same(key_of(position), key)) return &position;
  }
  return nullptr;
}

std::vector<FileKey> Lineage::keys() const {
  std::vector<FileKey> keys;
  for (const auto& segment : segments_) keys.push_back(segment->key);
  for (const auto& position : retired_) keys.push_back(key_of(position));
  return keys;
}

std::vector<FilePosition> Lineage::positions() const {
  std::vector<const Segment*> told;
  for (const auto& segment : segments_) {
    if (segment->announce == Segment::Announce::Nothing && !segment->ended) {
      told.push_back(segment.get());
    }
  }
  std::stable_sort(told.begin(), told.end(),
                   [](const Segment* a, const Segment* b) { return a->number < b->number; });
  std::vector<FilePosition> positions;
  for (const auto* segment : told) {
    positions.push_back(segment->position());
    if (segment->role == Segment::Role::Current && seen_now) positions.back().modified = *seen_now;
  }
  return positions;
}

}  // namespace steptail::tail
