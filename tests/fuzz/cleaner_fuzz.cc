// Splits, cleans and dates any bytes; the first says how long a line may be. Properties: nothing is
// read out of bounds (sanitizers); no line is longer than the limit; no escape, backspace or NUL is
// left; a cleaner that is saved and loaded between two lines goes on alike.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_target.h"
#include "lines/line_cleaner.h"
#include "lines/line_splitter.h"
#include "lines/timestamp.h"

namespace {

using namespace steptail;
using lines::Line;
using lines::LineCleaner;
using lines::LineSplitter;
using lines::RawLine;

// A line's bytes at their exact size on the heap, so that a read past the end is seen.
class ExactBytes {
 public:
  explicit ExactBytes(std::string_view bytes) : bytes_(bytes.begin(), bytes.end()) {}
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), bytes_.size()}; }

 private:
  std::vector<char> bytes_;
};

void check_line(const Line& line, std::size_t max_bytes, const lines::TimeZone& zone) {
  FUZZ_CHECK(line.text.size() <= max_bytes);
  FUZZ_CHECK(line.text.find_first_of(std::string_view("\x1b\b\0", 3)) == std::string_view::npos);
  for (char c : line.rank) FUZZ_CHECK(c >= '0' && c <= '9');
  const ExactBytes text(line.text);
  const base::WallTime reference{std::chrono::seconds{1'750'000'000}};
  const auto time = lines::find_timestamp(text.view(), zone, reference);
  FUZZ_CHECK(!time || *time > base::WallTime{} - std::chrono::hours{48});
}

LineCleaner reloaded(const LineCleaner& cleaner, std::size_t max_bytes) {
  base::ByteWriter out;
  cleaner.save(out);
  LineCleaner copy(max_bytes);
  base::ByteReader in(out.bytes());
  copy.load(in);
  FUZZ_CHECK(in.ok() && in.at_end());
  return copy;
}

void check_same(const std::optional<Line>& a, const std::optional<Line>& b) {
  FUZZ_CHECK(a.has_value() == b.has_value());
  if (!a) return;
  FUZZ_CHECK(a->text == b->text && a->rank == b->rank && a->collected == b->collected);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 4096) return 0;
  static const lines::TimeZone kZone =
      lines::TimeZone::named("Europe/Zurich").value_or(lines::TimeZone::utc());
  const std::size_t max_bytes = std::size_t{16} << (data[0] & 7U);
  LineSplitter splitter(max_bytes);
  LineCleaner cleaner(max_bytes);
  const std::string bytes(data + 1, data + size);
  const LineSplitter::Sink sink = [&](const RawLine& raw) {
    const ExactBytes exact(raw.bytes);
    RawLine line = raw;
    line.bytes = exact.view();
    LineCleaner other = reloaded(cleaner, max_bytes);
    auto mine = cleaner.clean(line);
    auto theirs = other.clean(line);
    check_same(mine, theirs);
    while (mine) {
      check_line(*mine, max_bytes, kZone);
      mine = cleaner.next();
      theirs = other.next();
      check_same(mine, theirs);
    }
  };
  splitter.feed(bytes, sink);
  splitter.finish(sink);
  for (auto line = cleaner.finish(); line; line = cleaner.next()) {
    check_line(*line, max_bytes, kZone);
  }
  return 0;
}
