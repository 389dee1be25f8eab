#include "tail/segment.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace steptail::tail {

void Segment::note(const base::FileStat& stat) {
  size = stat.size;
  links = stat.links;
  owner = stat.owner;
  modified = stat.modified;
  if (links == 0) unlinked = true;
  if (role != Role::Current && !unlinked) was_renamed = true;
}

void Segment::note_home() {
  auto real = file ? file->real_path() : std::string();
  if (real.empty()) return;
  if (real == path) real.clear();
  home = std::move(real);
}

void Segment::close() {
  if (file) lagged = file->may_lag();
  if (role == Role::Away) note_home();
  file.reset();
}

void Segment::move_to(Sibling& found) {
  path = found.path;
  home.clear();
  key = key_of(found.stat);
  file = std::move(found.file);
}

base::Result<std::optional<base::FileStat>> Segment::reopen(base::FileSystem& fs) {
  if (!lagged || key.born == base::WallTime{}) return std::nullopt;
  auto opened = fs.reopen(path, {.lagged = *lagged, .owner = owner});
  if (!opened) return tl::unexpected<base::Error>(opened.error());
  if (!is_surely_same(key, key_of(opened->stat))) return std::nullopt;
  file = std::move(opened->file);
  missing_since.reset();
  return opened->stat;
}

base::Result<void> Segment::look() {
  auto stat = file->stat();
  if (!stat) return tl::unexpected<base::Error>(stat.error());
  note(*stat);
  return {};
}

ReadStep Segment::read(std::span<char> buffer, std::size_t limit) {
  auto before = trail.before();
  auto wanted = buffer.first(before.size() + limit);
  std::size_t got = 0;
  // Short reads happen; only one that gives nothing is an end.
  while (got <= before.size() && got < wanted.size()) {
    auto count = file->read_at(trail.offset() - before.size() + got, wanted.subspan(got));
    if (!count) return {.kind = ReadStep::Kind::Failed, .error = count.error()};
    if (*count == 0) break;
    got += *count;
  }
  if (got < before.size()) return {.kind = ReadStep::Kind::Shrunk};
  if (std::memcmp(wanted.data(), before.data(), before.size()) != 0) {
    return {.kind = ReadStep::Kind::Changed};
  }
  if (got == before.size()) return {.kind = ReadStep::Kind::End};
  return {.kind = ReadStep::Kind::Data,
          .bytes = wanted.subspan(before.size(), got - before.size())};
}

FilePosition Segment::position() const {
  FilePosition position{.path = path,
                        .home = home,
                        .device = key.device,
                        .inode = key.inode,
                        .born = key.born,
                        .modified = modified,
                        .current = role == Role::Current,
                        .ended = ended};
  trail.describe(position);
  return position;
}

FilePosition Segment::read_position() const {
  auto at_read = position();
  trail.describe_read(at_read);
  return at_read;
}

}  // namespace steptail::tail
