#include "daemon/progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace steptail::daemon {
namespace {

constexpr base::Duration kShowAfter = std::chrono::milliseconds(500);
constexpr base::Duration kRedraw = std::chrono::milliseconds(200);
constexpr std::size_t kColumns = 30;
constexpr double kMegabyte = 1e6;

}  // namespace

ProgressBar::ProgressBar(const base::Clock& clock, std::string what, std::uint64_t total_bytes)
    : clock_(clock),
      what_(std::move(what)),
      total_bytes_(total_bytes),
      began_(clock.mono()),
      drawn_(began_),
      terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::update(std::uint64_t done_bytes) {
  if (!terminal_) return;
  base::MonoTime now = clock_.mono();
  if (now - began_ < kShowAfter || now - drawn_ < kRedraw) return;
  drawn_ = now;
  shown_ = true;
  double elapsed = base::to_seconds(now - began_);
  double rate = static_cast<double>(done_bytes) / elapsed;
  if (total_bytes_ == 0) {
    std::fprintf(stderr, "\r\x1b[K%s  %.0f MB  %.0f MB/s", what_.c_str(),
                 static_cast<double>(done_bytes) / kMegabyte, rate / kMegabyte);
    return;
  }
  double share = std::min(1.0, static_cast<double>(done_bytes) / static_cast<double>(total_bytes_));
  auto filled = static_cast<std::size_t>(share * kColumns);
  std::string bar = std::string(filled, '#') + std::string(kColumns - filled, '.');
  double left = (static_cast<double>(total_bytes_) - static_cast<double>(done_bytes)) / rate;
  std::fprintf(stderr, "\r\x1b[K%s  [%s] %3.0f%%  %.0f MB/s  %.0f s left", what_.c_str(),
               bar.c_str(), share * 100, rate / kMegabyte, std::max(0.0, left));
}

void ProgressBars::update(const std::string& what, std::uint64_t done_bytes,
                          std::uint64_t total_bytes) {
  if (!bar_ || what != what_) {
    bar_.reset();
    bar_.emplace(clock_, what, total_bytes);
    what_ = what;
  }
  bar_->update(done_bytes);
}

}  // namespace steptail::daemon
