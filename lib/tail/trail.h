#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/file_system.h"
#include "tail/file_position.h"

namespace steptail::tail {

// How the bytes of a file relate to those that were read of it.
enum class Content : std::uint8_t { Same, Shorter, Other };

// Compares the head and the window of `position` with what the file holds now.
// Errors: those of reading.
[[nodiscard]] base::Result<Content> compare(base::File& file, const FilePosition& position);

// What `position` would say of the first `offset` bytes of the file. Errors: those of reading.
[[nodiscard]] base::Result<FilePosition> describe(base::File& file, std::uint64_t offset);

// What was read of one physical file: how far, and enough of the bytes to know them again.
// Contract: between offset() and folded() lies the unfinished line. took() is for the bytes that
// follow the last ones.
// Thread: one. Cost: at most kHeadBytes while a file is young, then 2 x kWindowBytes.
class Trail {
 public:
  Trail() = default;  // nothing read yet
  // As a checkpoint says. before() is unknown (needs_recall()) until recall() saw the bytes.
  explicit Trail(const FilePosition& position);

  [[nodiscard]] std::uint64_t offset() const { return offset_; }  // next byte to read
  [[nodiscard]] std::uint64_t folded() const { return folded_; }  // start of the unfinished line
  [[nodiscard]] bool unfinished() const { return folded_ < offset_; }
  // The bytes right before offset() that a read must find again.
  [[nodiscard]] std::string_view before() const { return before_; }

  // The bytes that follow the last ones; everything below `folded` is folded now.
  void took(std::span<const char> bytes, std::uint64_t folded);

  // took() of so many zeros.
  void passed_over(std::uint64_t length, std::uint64_t folded);

  [[nodiscard]] bool needs_recall() const { return recalled_from_.has_value(); }
  // Reads head and window again; only Content::Same leaves needs_recall() false.
  [[nodiscard]] base::Result<Content> recall(base::File& file);

  // Fills in offset, hashes and lengths: up to folded(), as a checkpoint needs it.
  void describe(FilePosition& position) const;
  // The same up to offset(): what a copy of the file must hold to go on reading there.
  void describe_read(FilePosition& position) const;

 private:
  void describe_head(FilePosition& position) const;
  [[nodiscard]] std::string known(std::string_view bytes, std::uint64_t from,
                                  std::uint64_t to) const;

  std::uint64_t offset_ = 0;
  std::uint64_t folded_ = 0;
  std::string head_;  // from 0; empty once its hash is final
  std::optional<std::uint64_t> whole_head_hash_;
  std::string before_;         // before offset_
  std::string folded_window_;  // before folded_
  std::optional<FilePosition> recalled_from_;
};

}  // namespace steptail::tail
