#include "history/exposition.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/digits.h"
#include "history/log_file.h"
#include "metrics/catalogue.h"
#include "metrics/page_writer.h"

namespace steptail::history {
namespace {

// Written is in whole ones of these, which the page cache takes in half the time of odd ones.
constexpr std::size_t kWriteBytes = std::size_t{512} * 1024;
constexpr std::size_t kLongestEnd =
    metrics::kLongestNumber + kLongestTimestamp;  // of a line, after its series
constexpr std::size_t kStep = 32;

// Copies in steps, which is several times as quick as a call for so few bytes: up to a step more
// is read and written.
char* copy_in_steps(char* out, const char* text, std::size_t bytes) {
  std::size_t at = 0;
  do {
    std::memcpy(out + at, text + at, kStep);
    at += kStep;
  } while (at < bytes);
  return out + bytes;
}

// One after the other into a text that is written whenever it is long enough.
class Writer {
 public:
  using Write = std::function<base::Result<void>(base::ByteBlock&)>;
  using More = std::function<bool(std::uint64_t)>;

  Writer(const SampleSpill& spill, const Write& write, const More& more)
      : spill_(spill), write_(write), more_(more) {}

  void head(const metrics::Metric& metric) {
    std::string text;
    metrics::append_head(text, metric, metrics::PageFormat::OpenMetrics100);
    put(text);
  }

  base::Result<void> series(SampleSpill::Id id) {
    const SampleSpill::Series& series = spill_.series(id);
    name_.assign(metrics::run_metrics()[series.metric].metric.name);
    name_ += series.suffix;
    name_ += series.labels;
    name_ += ' ';
    name_bytes_ = name_.size();
    name_.append(kStep, ' ');
    value_.reset();
    return spill_.read(id, [&](std::span<const Sample> samples) { return put_samples(samples); });
  }

  base::Result<void> finish() {
    put("# EOF\n");
    return flush(0);
  }

 private:
  [[nodiscard]] char* room_for(std::size_t bytes) {
    if (text_.room.size() < text_.used + bytes) text_.room.resize(text_.used + bytes);
    return text_.room.data() + text_.used;
  }

  void put(std::string_view text) {
    std::copy(text.begin(), text.end(), room_for(text.size()));
    text_.used += text.size();
  }

  // Few at a time, so that little is beyond what is written, and must be moved.
  base::Result<void> put_samples(std::span<const Sample> samples) {
    constexpr std::size_t kAtOnce = 64;
    while (!samples.empty()) {
      const auto some = samples.first(std::min(samples.size(), kAtOnce));
      samples = samples.subspan(some.size());
      put_some(some);
      if (text_.used < kWriteBytes) continue;
      if (auto written = flush(text_.used % kWriteBytes); !written) return written;
    }
    return {};
  }

  // Room for all is made once: there are hundreds of millions of samples in a long log.
  void put_some(std::span<const Sample> samples) {
    char* out = room_for(samples.size() * (name_bytes_ + kLongestEnd) + kStep);
    for (const Sample& sample : samples) {
      out = put_value(copy_in_steps(out, name_.data(), name_bytes_), sample.value);
      *out++ = ' ';
      out = write_timestamp(out, sample.milliseconds);
      *out++ = '\n';
    }
    text_.used = static_cast<std::size_t>(out - text_.room.data());
    written_ += samples.size();
  }

  // Most values come again and again: they are copied from where they were written last.
  char* put_value(char* out, double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    if (bits == value_) return copy_in_steps(out, text_.room.data() + value_at_, value_bytes_);
    char* const end = metrics::write_number(out, value);
    value_ = bits;
    value_at_ = static_cast<std::size_t>(out - text_.room.data());
    value_bytes_ = static_cast<std::size_t>(end - out);
    return end;
  }

  // All but the last `rest` bytes.
  base::Result<void> flush(std::size_t rest) {
    if (more_ && !more_(written_)) return tl::unexpected(cancelled());
    text_.used -= rest;
    rest_.assign(text_.room.data() + text_.used, rest);
    auto done = write_(text_);
    value_.reset();
    text_.used = 0;
    put(rest_);
    return done;
  }

  const SampleSpill& spill_;
  const Write& write_;
  const More& more_;
  base::ByteBlock text_;
  std::string rest_;  // of it, while the others are written
  std::string name_;  // of the series at hand and a space, and what may be copied beyond it
  std::size_t name_bytes_ = 0;
  std::size_t value_at_ = 0;  // in the text
  std::size_t value_bytes_ = 0;
  std::optional<std::uint64_t> value_;
  std::uint64_t written_ = 0;
};

// By metric, then by labels: the halves of a summary stand together.
std::vector<SampleSpill::Id> page_order(const SampleSpill& spill) {
  std::vector<SampleSpill::Id> order(spill.size());
  std::iota(order.begin(), order.end(), SampleSpill::Id{0});
  std::sort(order.begin(), order.end(), [&](SampleSpill::Id a, SampleSpill::Id b) {
    const auto& left = spill.series(a);
    const auto& right = spill.series(b);
    return std::tie(left.metric, left.labels, right.suffix, a) <
           std::tie(right.metric, right.labels, left.suffix, b);
  });
  return order;
}

}  // namespace

char* write_timestamp(char* out, std::int64_t milliseconds) {
  constexpr std::int64_t kTenDigits = 1'000'000'000;  // since 2001, until 2286
  const std::int64_t seconds = milliseconds / 1000;
  const std::int64_t rest = milliseconds % 1000;
  if (seconds >= kTenDigits && seconds < 10 * kTenDigits) {
    base::write_2_digits(out, static_cast<std::uint32_t>(seconds / 100'000'000));
    base::write_8_digits(out + 2, static_cast<std::uint32_t>(seconds % 100'000'000));
    out += 10;
  } else {
    out = std::to_chars(out, out + kLongestTimestamp, seconds).ptr;
  }
  if (rest <= 0) return out;
  out[0] = '.';
  out[1] = static_cast<char>('0' + rest / 100);
  base::write_2_digits(out + 2, static_cast<std::uint32_t>(rest % 100));
  // Read as a double, it may be the least bit short of the millisecond.
  const double read = static_cast<double>(milliseconds) / 1000.0;
  const bool is_short = static_cast<std::int64_t>(read * 1000.0) != milliseconds;
  out[4] = '1';
  return out + (is_short ? 5 : 4);
}

base::Result<void> write_open_metrics(
    const SampleSpill& spill, const std::function<base::Result<void>(base::ByteBlock&)>& write,
    const std::function<bool(std::uint64_t)>& more) {
  Writer writer(spill, write, more);
  std::size_t metric = metrics::run_metrics().size();
  for (const SampleSpill::Id id : page_order(spill)) {
    const SampleSpill::Series& series = spill.series(id);
    if (spill.samples(id) == 0) continue;
    if (series.metric != metric) {
      metric = series.metric;
      writer.head(metrics::run_metrics()[metric].metric);
    }
    if (auto written = writer.series(id); !written) return written;
  }
  return writer.finish();
}

}  // namespace steptail::history
