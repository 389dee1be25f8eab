#include "tail/follower.h"

#include <algorithm>
#include <utility>

#include "base/prefetch.h"
#include "tail/away_copy.h"
#include "tail/directory_times.h"
#include "tail/drain.h"
#include "tail/ending.h"
#include "tail/file_name.h"
#include "tail/ledger.h"
#include "tail/lineage.h"
#include "tail/path_check.h"
#include "tail/resume.h"
#include "tail/siblings.h"
#include "tail/teller.h"

namespace steptail::tail {
const char* restart_name(Restart restart) {
  switch (restart) {
    case Restart::Truncated:
      return "truncated";
    case Restart::Replaced:
      return "replaced";
    case Restart::Rewritten:
      return "rewritten";
    case Restart::Rotated:
      return "rotated";
  }
  return "unknown";
}

struct Follower::Impl {
  Impl(base::FileSystem& file_system, std::string followed, FollowerSink& sink, Options options)
      : fs(file_system),
        path(std::move(followed)),
        lineage(options.ledger != nullptr ? *options.ledger : own_ledger.emplace_back()),
        siblings(fs, path, lineage.ledger()),
        teller(sink, lineage),
        path_check(fs, path, lineage, siblings,
                   options.directory_times != nullptr ? *options.directory_times
                                                      : own_times.emplace_back(),
                   options.is_others),
        drain({.fs = fs,
               .teller = teller,
               .lineage = lineage,
               .siblings = siblings,
               .options = options}) {}

  bool place_saved(base::MonoTime now, Outcome& outcome) {
    if (saved.empty()) return true;
    auto placed = Resume(fs, path, lineage, siblings, teller).place(saved, now);
    if (!placed) {
      outcome.error = placed.error();
      return false;
    }
    saved.clear();
    lineage.expect({});
    return true;
  }

  void look(base::MonoTime now, Outcome& outcome) {
    auto looked = path_check.look(now);
    if (!looked) outcome.error = looked.error();
    outcome.shown = path_check.shown();
    const bool changes = looked && !outcome.shown && !path_check.vacant();
    if (changes) outcome.wake_within(kLookAgain);
  }

  // It begins as the segment does: a copy is made, or will be the log's once that is truncated.
  bool may_become_copy_of(const Segment& segment, Sibling& sibling) {
    const auto read = segment.read_position();
    const bool current = segment.role == Segment::Role::Current;
    if (read.offset == 0) return false;
    if (sibling.stat.size >= read.offset) {
      return current && siblings.holds(sibling, read).value_or(false);
    }
    auto original = fs.open(current ? path : segment.where());
    if (!original) return false;
    auto begin = describe(**original, sibling.stat.size);
    return begin && siblings.holds(sibling, *begin).value_or(false);
  }

  base::FileSystem& fs;
  std::string path;
  std::vector<Ledger> own_ledger;         // where none is shared
  std::vector<DirectoryTimes> own_times;  // likewise
  Lineage lineage;
  Siblings siblings;
  Teller teller;
  PathCheck path_check;
  Drain drain;
  std::vector<FilePosition> saved;  // of a checkpoint, not placed yet
};

Follower::Follower(base::FileSystem& fs, std::string path, FollowerSink& sink, Options options)
    : impl_(std::make_unique<Impl>(fs, std::move(path), sink, options)) {}

Follower::~Follower() = default;

void Follower::resume(std::vector<FilePosition> positions) {
  impl_->lineage.expect(positions);
  impl_->saved = std::move(positions);
}

Follower::Outcome Follower::pump(std::size_t budget_bytes, base::MonoTime now) {
  Outcome outcome;
  if (!impl_->place_saved(now, outcome)) return outcome;
  const auto files_before = impl_->lineage.size();
  impl_->look(now, outcome);
  impl_->drain.run(budget_bytes, now, outcome);
  impl_->lineage.note_looked();
  outcome.moved = impl_->lineage.size() != files_before;
  outcome.gone = impl_->path_check.vacant() && impl_->lineage.empty();
  return outcome;
}

std::vector<FilePosition> Follower::positions() const {
  return impl_->saved.empty() ? impl_->lineage.positions() : impl_->saved;
}

void Follower::release() {
  auto& lineage = impl_->lineage;
  for (std::size_t i = 0; i < lineage.size(); ++i) {
    auto& segment = lineage.at(i);
    if (!segment.unlinked) segment.close();  // nothing would lead back to an unlinked one
  }
}

std::uint64_t Follower::unlinked_bytes() const {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < impl_->lineage.size(); ++i) {
    const auto& segment = impl_->lineage.at(i);
    if (segment.unlinked && segment.file) bytes += segment.size;
  }
  return bytes;
}

bool Follower::is_copied_to(const std::string& path, const base::FileStat& stat) const {
  if (directory_of(path) != directory_of(impl_->path)) return false;
  if (!is_sibling_name(base_name(path), base_name(impl_->path))) return false;
  Sibling sibling{.path = path, .stat = stat};
  if (is_copy_of_away(impl_->lineage, impl_->siblings, sibling)) return true;
  for (std::size_t i = 0; i < impl_->lineage.size(); ++i) {
    if (impl_->may_become_copy_of(impl_->lineage.at(i), sibling)) return true;
  }
  return false;
}

bool Follower::rotates() const {
  return impl_->lineage.size() != 1 || impl_->lineage.current() == nullptr;
}

std::size_t Follower::open_files() const {
  std::size_t open = 0;
  for (std::size_t i = 0; i < impl_->lineage.size(); ++i) {
    if (impl_->lineage.at(i).file) ++open;
  }
  return open;
}

const std::string& Follower::path() const { return impl_->path; }

void Follower::fetch() const { base::prefetch(impl_.get()); }

void Follower::fetch_current() const { base::prefetch(std::as_const(impl_->lineage).current()); }

}  // namespace steptail::tail
