#include "tail/ledger.h"

#include <algorithm>
#include <iterator>

#include "tail/lineage.h"

namespace steptail::tail {
namespace {

// The device number of a mount changes: birth or path stand in for it.
bool may_be_it(const FilePosition& known, const FileKey& key, const std::string& path) {
  bool births_known = known.born != base::WallTime{} && key.born != base::WallTime{};
  bool placed = births_known || known.device == key.device || known.path == path;
  return placed && may_be_same(key_of(known), key);
}

}  // namespace

void Ledger::leave(std::uint64_t inode, const Lineage& reader) {
  auto [begin, end] = readers_.equal_range(inode);
  auto found = std::find_if(begin, end, [&](const auto& entry) { return entry.second == &reader; });
  if (found != end) readers_.erase(found);
}

bool Ledger::is_read(const FileKey& key, const Lineage* but) const {
  auto [begin, end] = readers_.equal_range(key.inode);
  return std::any_of(begin, end, [&](const auto& entry) {
    return entry.second != but && entry.second->claims(key);
  });
}

void Ledger::remember(const FilePosition& read) {
  auto [begin, end] = done_by_inode_.equal_range(read.inode);
  auto before = std::find_if(begin, end, [&](const auto& entry) {
    return may_be_it(*entry.second, key_of(read), read.path);
  });
  if (before != end) forget(before->second);
  const auto place = done_.insert(done_.end(), read);
  std::string().swap(place->home);  // nobody looks for it
  done_by_inode_.emplace(read.inode, place);
  done_by_offset_.emplace(read.offset, place);
  if (done_.size() > max_done_) forget(done_.begin());
}

void Ledger::forget(Done::iterator position) {
  const auto erase_from = [position](Index& index, std::uint64_t key) {
    auto [begin, end] = index.equal_range(key);
    index.erase(
        std::find_if(begin, end, [&](const auto& entry) { return entry.second == position; }));
  };
  erase_from(done_by_inode_, position->inode);
  erase_from(done_by_offset_, position->offset);
  done_.erase(position);
}

std::vector<const FilePosition*> Ledger::done_at(std::uint64_t offset) const {
  std::vector<const FilePosition*> found;
  auto [begin, end] = done_by_offset_.equal_range(offset);
  std::transform(begin, end, std::back_inserter(found),
                 [](const auto& entry) { return &*entry.second; });
  return found;
}

const FilePosition* Ledger::find_done(const FileKey& key, const std::string& path) {
  auto [begin, end] = done_by_inode_.equal_range(key.inode);
  for (auto it = begin; it != end; ++it) {
    if (!may_be_it(*it->second, key, path)) continue;
    done_.splice(done_.end(), done_, it->second);
    return &*it->second;
  }
  return nullptr;
}

bool Ledger::is_done(const base::FileStat& stat, const std::string& path) {
  const auto* read = find_done(key_of(stat), path);
  if (read == nullptr || stat.size > read->offset) return false;
  if (stat.modified <= read->modified) return true;
  return stat.size == read->offset && is_surely_same(key_of(*read), key_of(stat));
}

void Ledger::save(base::ByteWriter& out) const {
  out.u64(done_.size());
  for (const auto& position : done_) position.save(out);
}

void Ledger::load(base::ByteReader& in) {
  auto count = in.count();
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    auto position = FilePosition::load(in);
    if (in.ok()) remember(position);
  }
}

}  // namespace steptail::tail
