// The first byte says where to cut the rest into chunks and how long a line may be. Properties: any
// chunking gives the same lines; a restart at the safe offset gives the same rest; the lines cover
// the input without gap or overlap.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_target.h"
#include "lines/line_splitter.h"

namespace {

using steptail::lines::LineSplitter;
using steptail::lines::RawLine;

struct Cut {
  std::string bytes;
  std::uint64_t begin;
  std::uint64_t end;
  bool truncated;
  bool by_cr;
  bool operator==(const Cut&) const = default;
};

LineSplitter::Sink into(std::vector<Cut>& cuts) {
  return [&cuts](const RawLine& line) {
    cuts.push_back({std::string(line.bytes), line.begin, line.end, line.truncated, line.by_cr});
  };
}

std::vector<Cut> split(std::string_view text, std::size_t chunk, std::size_t max_bytes) {
  std::vector<Cut> cuts;
  LineSplitter splitter(max_bytes);
  for (std::size_t at = 0; at < text.size(); at += chunk) {
    splitter.feed(text.substr(at, chunk), into(cuts));
  }
  splitter.finish(into(cuts));
  return cuts;
}

std::vector<Cut> split_restarting(std::string_view text, std::size_t chunk, std::size_t max_bytes) {
  std::vector<Cut> cuts;
  std::uint64_t safe = 0;
  for (std::size_t at = chunk; at < text.size(); at += chunk) {
    LineSplitter splitter(max_bytes, safe);
    splitter.feed(text.substr(safe, at - safe), into(cuts));
    safe = splitter.safe_offset();
  }
  LineSplitter last(max_bytes, safe);
  last.feed(text.substr(safe), into(cuts));
  last.finish(into(cuts));
  return cuts;
}

void check_cover(std::string_view text, const std::vector<Cut>& cuts, std::size_t max_bytes) {
  std::uint64_t at = 0;
  for (const Cut& cut : cuts) {
    FUZZ_CHECK(cut.begin == at && cut.end > at && cut.end <= text.size());
    FUZZ_CHECK(cut.bytes.size() <= max_bytes);
    // What a line begins with, but for zeros.
    const auto rest = text.substr(at);
    FUZZ_CHECK(
        rest.substr(std::min(rest.find_first_not_of('\0'), rest.size())).starts_with(cut.bytes));
    FUZZ_CHECK(!cut.bytes.starts_with('\0'));
    FUZZ_CHECK(cut.bytes.find_first_of("\r\n") == std::string::npos);
    FUZZ_CHECK(!cut.by_cr || text[cut.end - 1] == '\r');
    at = cut.end;
  }
  FUZZ_CHECK(at == text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 4096) return 0;
  const std::size_t chunk = 1 + (data[0] & 0x0FU);
  const std::size_t max_bytes = std::size_t{1} << (data[0] >> 4);
  const std::string text(data + 1, data + size);
  const auto whole = split(text, text.size() + 1, max_bytes);
  check_cover(text, whole, max_bytes);
  FUZZ_CHECK(whole == split(text, chunk, max_bytes));
  FUZZ_CHECK(whole == split(text, 1, max_bytes));
  FUZZ_CHECK(whole == split_restarting(text, chunk, max_bytes));
  return 0;
}
