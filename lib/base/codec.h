#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "base/time.h"

namespace steptail::base {

// Appends fixed-width little-endian values to a byte string: how state goes into a checkpoint.
// Cost: a number is a store; thousands of records of hundreds of numbers are written each second.
class ByteWriter {
 public:
  void u8(std::uint8_t v) { *room(1) = static_cast<char>(v); }
  void u64(std::uint64_t v) {
    const std::array<char, 8> raw = little_endian(v);
    std::memcpy(room(raw.size()), raw.data(), raw.size());
  }
  void i64(std::int64_t v) { u64(static_cast<std::uint64_t>(v)); }
  void boolean(bool v) { u8(v ? 1 : 0); }
  void real(double v) { u64(std::bit_cast<std::uint64_t>(v)); }
  // REQUIRES: not of this writer's own bytes.
  void text(std::string_view v) {
    u64(v.size());
    v.copy(room(v.size()), v.size());
  }
  // A text that is written piece by piece: all that comes until end_text().
  [[nodiscard]] std::size_t begin_text() {
    u64(0);
    return size_;
  }
  void end_text(std::size_t begun) {
    const std::array<char, 8> raw = little_endian(size_ - begun);
    std::memcpy(bytes_.data() + begun - raw.size(), raw.data(), raw.size());
  }
  void wall(WallTime t) { i64(t.time_since_epoch().count()); }
  void duration(Duration d) { i64(d.count()); }
  // Until the next value is written.
  [[nodiscard]] std::string_view bytes() const { return std::string_view(bytes_).substr(0, size_); }
  [[nodiscard]] std::string take() {
    bytes_.resize(std::exchange(size_, 0));
    return std::exchange(bytes_, {});
  }
  // Keeps the memory for what comes next.
  void clear() { size_ = 0; }

 private:
  // The place of so many bytes more.
  [[nodiscard]] char* room(std::size_t count) {
    constexpr std::size_t kFirst = 64;
    const std::size_t begin = size_;
    size_ += count;
    if (size_ > bytes_.size()) bytes_.resize(std::max({kFirst, size_, 2 * bytes_.size()}));
    return bytes_.data() + begin;
  }
  [[nodiscard]] static std::array<char, 8> little_endian(std::uint64_t v) {
    std::array<char, 8> raw{};
    for (std::size_t i = 0; i < raw.size(); ++i) raw[i] = static_cast<char>(v >> (8 * i));
    return raw;
  }

  std::string bytes_;     // longer than what was written
  std::size_t size_ = 0;  // of that
};

// Reads what ByteWriter wrote. Past the end, or on a length that cannot be, every further read
// gives zero and ok() is false: read the whole record, then ask once.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  std::uint8_t u8() {
    if (rest_.empty()) {
      fail();
      return 0;
    }
    auto v = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return v;
  }
  std::uint64_t u64() {
    constexpr std::size_t kBytes = sizeof(std::uint64_t);
    if (rest_.size() < kBytes) {
      fail();
      return 0;
    }
    std::uint64_t v = 0;
    for (std::size_t i = 0; i < kBytes; ++i) {
      v |= std::uint64_t{static_cast<std::uint8_t>(rest_[i])} << (8 * i);
    }
    rest_.remove_prefix(kBytes);
    return v;
  }
  std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
  bool boolean() { return u8() != 0; }
  double real() { return std::bit_cast<double>(u64()); }
  std::string_view text() {
    std::uint64_t n = u64();
    if (n > rest_.size()) {
      fail();
      return {};
    }
    auto v = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return v;
  }
  // A count of items that take at least `min_bytes` each: bounded by what is left.
  std::uint64_t count(std::uint64_t min_bytes = 1) {
    std::uint64_t n = u64();
    if (min_bytes > 0 && n > rest_.size() / min_bytes) {
      fail();
      return 0;
    }
    return n;
  }
  WallTime wall() { return WallTime{Duration{i64()}}; }
  Duration duration() { return Duration{i64()}; }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  void fail() {
    ok_ = false;
    rest_ = {};
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace steptail::base
