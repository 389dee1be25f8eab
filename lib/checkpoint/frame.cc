#include "checkpoint/frame.h"

#include <algorithm>
#include <utility>

#include "base/codec.h"
#include "base/hash.h"

namespace steptail::checkpoint {
namespace {

constexpr std::string_view kMagic = "STEPTAIL";
constexpr std::size_t kHeaderBytes = kMagic.size() + 3 * sizeof(std::uint64_t);

struct Summary {
  std::uint64_t length = 0;
  std::uint64_t hash = 0;
};

// Covers the header as well: a wrong version or length is damage, too.
std::uint64_t checksum(std::uint64_t version, const Summary& payload) {
  base::ByteWriter summary;
  summary.u64(version);
  summary.u64(payload.length);
  summary.u64(payload.hash);
  return base::hash64(summary.bytes());
}

}  // namespace

std::string encode_header(std::span<const std::string_view> parts) {
  Summary payload{.hash = base::hash64(parts)};
  for (const std::string_view part : parts) payload.length += part.size();
  base::ByteWriter header;
  header.u64(kFrameVersion);
  header.u64(checksum(kFrameVersion, payload));
  header.u64(payload.length);
  return std::string(kMagic).append(header.bytes());
}

std::string encode_frame(const std::string& payload) {
  const std::string_view whole = payload;
  return encode_header(std::span(&whole, 1)) + payload;
}

base::Result<std::string> decode_frame(std::string_view bytes) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    return base::fail(bytes.empty() ? "the file is empty" : "not a checkpoint of steptail");
  }
  if (bytes.size() < kHeaderBytes) return base::fail("cut off within the header");
  base::ByteReader header(bytes.substr(kMagic.size()));
  const std::uint64_t version = header.u64();
  const std::uint64_t expected = header.u64();
  const std::uint64_t length = header.u64();
  const std::string_view payload = bytes.substr(kHeaderBytes);
  if (payload.size() != length) {
    return base::fail("holds " + std::to_string(payload.size()) + " bytes where its header says " +
                      std::to_string(length));
  }
  const Summary found{.length = payload.size(), .hash = base::hash64(payload)};
  if (checksum(version, found) != expected) return base::fail("the checksum does not hold");
  if (version != kFrameVersion) {
    return base::fail("written by another version of steptail: its format is " +
                      std::to_string(version) + ", this program knows " +
                      std::to_string(kFrameVersion));
  }
  return std::string(payload);
}

std::string_view behind_header(std::string_view bytes) {
  return bytes.substr(std::min(kHeaderBytes, bytes.size()));
}

}  // namespace steptail::checkpoint
