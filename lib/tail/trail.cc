#include "tail/trail.h"

#include <algorithm>

#include "base/hash.h"

namespace steptail::tail {
namespace {

// Reads exactly `length` bytes, or as many as there are.
base::Result<std::string> read_part(base::File& file, std::uint64_t offset, std::uint64_t length) {
  std::string bytes(length, '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    auto count = file.read_at(offset + done, std::span(bytes).subspan(done));
    if (!count) return tl::unexpected<base::Error>(count.error());
    if (*count == 0) break;
    done += *count;
  }
  bytes.resize(done);
  return bytes;
}

struct Parts {
  std::string head;
  std::string window;
};

base::Result<Parts> read_parts(base::File& file, const FilePosition& position) {
  auto head = read_part(file, 0, position.head_length);
  if (!head) return tl::unexpected<base::Error>(head.error());
  auto window = read_part(file, position.offset - position.window_length, position.window_length);
  if (!window) return tl::unexpected<base::Error>(window.error());
  return Parts{std::move(*head), std::move(*window)};
}

Content judge(const Parts& parts, const FilePosition& position) {
  if (parts.head.size() < position.head_length || parts.window.size() < position.window_length) {
    return Content::Shorter;
  }
  bool same = base::hash64(parts.head) == position.head_hash &&
              base::hash64(parts.window) == position.window_hash;
  return same ? Content::Same : Content::Other;
}

// Keeps the last bytes. No allocation once there were any.
void append_to_window(std::string& window, std::string_view bytes) {
  bytes = bytes.substr(bytes.size() - std::min<std::size_t>(bytes.size(), kWindowBytes));
  if (window.empty()) window.reserve(kWindowBytes);
  const std::size_t both = window.size() + bytes.size();
  window.erase(0, both - std::min<std::size_t>(both, kWindowBytes));
  window.append(bytes);
}

}  // namespace

base::Result<Content> compare(base::File& file, const FilePosition& position) {
  if (position.offset == 0) return Content::Same;
  auto parts = read_parts(file, position);
  if (!parts) return tl::unexpected<base::Error>(parts.error());
  return judge(*parts, position);
}

base::Result<FilePosition> describe(base::File& file, std::uint64_t offset) {
  FilePosition position;
  position.offset = offset;
  position.head_length = std::min(offset, kHeadBytes);
  position.window_length = std::min(offset, kWindowBytes);
  auto parts = read_parts(file, position);
  if (!parts) return tl::unexpected<base::Error>(parts.error());
  position.head_hash = base::hash64(parts->head);
  position.window_hash = base::hash64(parts->window);
  return position;
}

Trail::Trail(const FilePosition& position) : offset_(position.offset), folded_(position.offset) {
  if (offset_ > 0) recalled_from_ = position;
}

base::Result<Content> Trail::recall(base::File& file) {
  auto parts = read_parts(file, *recalled_from_);
  if (!parts) return tl::unexpected<base::Error>(parts.error());
  auto content = judge(*parts, *recalled_from_);
  if (content != Content::Same) return content;
  if (recalled_from_->head_length == kHeadBytes) {
    whole_head_hash_ = recalled_from_->head_hash;
  } else {
    head_ = std::move(parts->head);
  }
  before_ = std::move(parts->window);
  folded_window_ = before_;
  recalled_from_.reset();
  return content;
}

// What lies between two offsets, as far as before_ and the new `bytes` hold it.
std::string Trail::known(std::string_view bytes, std::uint64_t from, std::uint64_t to) const {
  std::uint64_t begin = offset_ - before_.size();
  if (to <= begin) return {};
  from = std::max(from, begin);
  std::string text;
  if (from < offset_) text = before_.substr(from - begin, to - from);
  if (to > offset_) {
    auto start = std::max(from, offset_);
    text += bytes.substr(start - offset_, to - start);
  }
  return text;
}

void Trail::took(std::span<const char> taken, std::uint64_t folded) {
  std::string_view bytes(taken.data(), taken.size());
  std::uint64_t end = offset_ + bytes.size();
  if (!whole_head_hash_ && head_.size() == offset_ && offset_ < kHeadBytes) {
    head_.append(bytes.substr(0, kHeadBytes - offset_));
  }
  const bool folds = folded > folded_ && folded <= end;
  if (folds && folded < end) {
    folded_window_ = known(bytes, folded - std::min(folded, kWindowBytes), folded);
  }
  append_to_window(before_, bytes);
  if (folds && folded == end) folded_window_ = before_;  // as nearly always
  if (folds) folded_ = folded;
  offset_ = end;
  if (!whole_head_hash_ && head_.size() == kHeadBytes && folded_ >= kHeadBytes) {
    whole_head_hash_ = base::hash64(head_);
    std::string().swap(head_);
  }
}

// What is kept of the bytes is at most a head or a window, the same wherever among the zeros.
void Trail::passed_over(std::uint64_t length, std::uint64_t folded) {
  const std::string zeros(std::min(length, std::max(kHeadBytes, kWindowBytes)), '\0');
  took(zeros, folded_);
  offset_ += length - zeros.size();
  took({}, folded);
}

void Trail::describe(FilePosition& position) const {
  position.offset = folded_;
  if (recalled_from_) {
    position.head_length = recalled_from_->head_length;
    position.head_hash = recalled_from_->head_hash;
    position.window_length = recalled_from_->window_length;
    position.window_hash = recalled_from_->window_hash;
    return;
  }
  describe_head(position);
  position.window_length = folded_window_.size();
  position.window_hash = base::hash64(folded_window_);
}

void Trail::describe_read(FilePosition& position) const {
  if (recalled_from_) return describe(position);  // nothing was read beyond it
  position.offset = offset_;
  describe_head(position);
  position.window_length = before_.size();
  position.window_hash = base::hash64(before_);
}

void Trail::describe_head(FilePosition& position) const {
  auto length = std::min<std::uint64_t>(position.offset, head_.size());
  position.head_length = whole_head_hash_ ? kHeadBytes : length;
  position.head_hash = whole_head_hash_ ? *whole_head_hash_
                                        : base::hash64(std::string_view(head_).substr(0, length));
}

}  // namespace steptail::tail
