#include "history/exposition.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#include "history/log_file.h"
#include "metrics/catalogue.h"
#include "metrics/page_writer.h"

namespace steptail::history {
namespace {

constexpr std::size_t kWriteBytes = std::size_t{256} * 1024;

// One after the other into a text that is written whenever it is long enough.
class Writer {
 public:
  using Write = std::function<base::Result<void>(std::span<const char>)>;
  using More = std::function<bool(std::uint64_t)>;

  Writer(const SampleSpill& spill, const Write& write, const More& more)
      : spill_(spill), write_(write), more_(more) {
    text_.reserve(2 * kWriteBytes);
  }

  void head(const metrics::Metric& metric) {
    metrics::append_head(text_, metric, metrics::PageFormat::OpenMetrics100);
  }

  base::Result<void> series(SampleSpill::Id id) {
    const SampleSpill::Series& series = spill_.series(id);
    prefix_.assign(metrics::run_metrics()[series.metric].metric.name);
    prefix_ += series.suffix;
    prefix_ += series.labels;
    prefix_ += ' ';
    const std::size_t bare = prefix_.size();
    std::optional<std::uint64_t> last;
    return spill_.read(id, [&](std::span<const Sample> samples) -> base::Result<void> {
      for (const Sample& sample : samples) {
        // Most values come again and again.
        const auto bits = std::bit_cast<std::uint64_t>(sample.value);
        if (bits != last) {
          prefix_.resize(bare);
          metrics::append_number(prefix_, sample.value);
          prefix_ += ' ';
          last = bits;
        }
        text_ += prefix_;
        text_ += timestamps_.of(sample.milliseconds);
        text_ += '\n';
      }
      written_ += samples.size();
      return text_.size() < kWriteBytes ? base::Result<void>{} : flush();
    });
  }

  base::Result<void> finish() {
    text_ += "# EOF\n";
    return flush();
  }

 private:
  base::Result<void> flush() {
    if (more_ && !more_(written_)) return tl::unexpected(cancelled());
    auto done = write_(text_);
    text_.clear();
    return done;
  }

  const SampleSpill& spill_;
  const Write& write_;
  const More& more_;
  std::string text_, prefix_;
  TimestampText timestamps_;
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

std::string_view TimestampText::of(std::int64_t milliseconds) {
  const std::int64_t seconds = milliseconds / 1000;
  const auto rest = static_cast<int>(milliseconds % 1000);
  if (seconds_ != seconds) {
    seconds_ = seconds;
    const auto end = std::to_chars(text_.data(), text_.data() + text_.size(), seconds);
    whole_ = static_cast<std::size_t>(end.ptr - text_.data());
  }
  char* end = text_.data() + whole_;
  if (rest > 0) {
    *end++ = '.';
    *end++ = static_cast<char>('0' + rest / 100);
    *end++ = static_cast<char>('0' + rest / 10 % 10);
    *end++ = static_cast<char>('0' + rest % 10);
    // Read as a double, it may be the least bit short of the millisecond.
    const double read = static_cast<double>(milliseconds) / 1000.0;
    if (static_cast<std::int64_t>(read * 1000.0) != milliseconds) *end++ = '1';
  }
  return {text_.data(), static_cast<std::size_t>(end - text_.data())};
}

base::Result<void> write_open_metrics(
    const SampleSpill& spill, const std::function<base::Result<void>(std::span<const char>)>& write,
    const std::function<bool(std::uint64_t)>& more) {
  Writer writer(spill, write, more);
  std::size_t metric = metrics::run_metrics().size();
  for (const SampleSpill::Id id : page_order(spill)) {
    const SampleSpill::Series& series = spill.series(id);
    if (series.samples == 0) continue;
    if (series.metric != metric) {
      metric = series.metric;
      writer.head(metrics::run_metrics()[metric].metric);
    }
    if (auto written = writer.series(id); !written) return written;
  }
  return writer.finish();
}

}  // namespace steptail::history
