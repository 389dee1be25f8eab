#include "checkpoint/frame.h"

#include <gtest/gtest.h>

#include <string>

#include "base/codec.h"
#include "base/hash.h"

namespace steptail::checkpoint {
namespace {

const std::string kPayload("offsets\0and runs\n", 17);

TEST(Frame, GivesBackWhatWasPutIn) {
  for (const std::string& payload : {std::string(), kPayload, std::string(100000, '\xFF')}) {
    const auto decoded = decode_frame(encode_frame(payload));
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(*decoded, payload);
  }
}

TEST(Frame, EverySingleDamagedByteIsFound) {
  const std::string frame = encode_frame(kPayload);
  for (std::size_t at = 0; at < frame.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string damaged = frame;
      damaged[at] = static_cast<char>(value);
      if (damaged == frame) continue;
      EXPECT_FALSE(decode_frame(damaged)) << "byte " << at << " as " << value;
    }
  }
}

TEST(Frame, EveryOtherLengthIsFound) {
  const std::string frame = encode_frame(kPayload);
  for (std::size_t length = 0; length < frame.size(); ++length) {
    EXPECT_FALSE(decode_frame(frame.substr(0, length))) << length;
  }
  for (std::size_t more = 1; more < 20; ++more) {
    EXPECT_FALSE(decode_frame(frame + std::string(more, '\0'))) << more;
  }
  EXPECT_FALSE(decode_frame(frame + frame));
}

// What a file system leaves after a power failure: the right length, but zeros.
TEST(Frame, ZerosInPlaceOfAnyTailAreFound) {
  const std::string frame = encode_frame(kPayload);
  for (std::size_t from = 0; from + 1 < frame.size(); ++from) {
    EXPECT_FALSE(decode_frame(frame.substr(0, from) + std::string(frame.size() - from, '\0')));
  }
}

TEST(Frame, TwoSwappedBlocksAreFound) {
  std::string payload(4096, 'a');
  payload.append(4096, 'b');
  const std::string frame = encode_frame(payload);
  const std::size_t header = frame.size() - payload.size();
  const std::string swapped =
      frame.substr(0, header) + frame.substr(header + 4096) + frame.substr(header, 4096);
  EXPECT_FALSE(decode_frame(swapped));
}

TEST(Frame, OtherFilesAreNoCheckpoints) {
  for (const std::string& other :
       {std::string("{\"json\": true}"), std::string(1000, '\0'), std::string("STEPTAI")}) {
    const auto decoded = decode_frame(other);
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error().message, "not a checkpoint of steptail");
  }
  EXPECT_EQ(decode_frame("").error().message, "the file is empty");
}

// A length from a damaged header must not become an allocation or a read beyond the end.
TEST(Frame, AMonstrousLengthIsOnlyWrong) {
  base::ByteWriter header;
  header.u64(kFrameVersion);
  header.u64(0);
  header.u64(0xFFFFFFFFFFFFFFFF);
  EXPECT_FALSE(decode_frame("STEPTAIL" + header.take() + kPayload));
}

// Written out by hand: the frame is what every later version has to read.
std::string frame_of_version(std::uint64_t version, const std::string& payload) {
  base::ByteWriter summary;
  summary.u64(version);
  summary.u64(payload.size());
  summary.u64(base::hash64(payload));
  base::ByteWriter frame;
  frame.u64(version);
  frame.u64(base::hash64(summary.bytes()));
  frame.u64(payload.size());
  return "STEPTAIL" + frame.take() + payload;
}

TEST(Frame, StaysAsItIs) { EXPECT_EQ(encode_frame(kPayload), frame_of_version(1, kPayload)); }

TEST(Frame, ANewerVersionIsNamedAndNotCalledDamaged) {
  const auto decoded = decode_frame(frame_of_version(kFrameVersion + 1, kPayload));
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().message,
            "written by another version of steptail: its format is 2, this program knows 1");
}

}  // namespace
}  // namespace steptail::checkpoint
