#include "metrics/process_facts.h"

#include <charconv>
#include <string>
#include <string_view>

namespace steptail::metrics {
namespace {

constexpr std::size_t kMaxBytes =
    std::size_t{256} * 1024;  // /proc/stat grows with CPUs and interrupts

std::string text_of(base::FileSystem& fs, const std::string& path) {
  auto text = fs.read_all(path, kMaxBytes);
  return text ? std::move(*text) : std::string();
}

std::optional<double> to_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The `index`th word, from 0; empty past the last.
std::string_view word(std::string_view text, std::size_t index) {
  constexpr std::string_view kBlanks = " \t\n";
  while (true) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin);
    const std::size_t end = text.find_first_of(kBlanks);
    if (index-- == 0) return text.substr(0, end);
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end);
  }
}

// What follows `key` at the beginning of a line.
std::string_view line_after(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.substr(0, key.size()) == key) return line.substr(key.size());
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return {};
}

// Words of /proc/self/stat after the program's name, which may hold blanks and brackets itself.
std::string_view after_name(std::string_view stat) {
  const std::size_t bracket = stat.rfind(')');
  return bracket == std::string_view::npos ? std::string_view() : stat.substr(bracket + 1);
}

std::optional<double> sum(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  return *a + *b;
}

std::optional<double> times(std::optional<double> value, double factor) {
  if (!value) return std::nullopt;
  return *value * factor;
}

}  // namespace

void read_process_facts(base::FileSystem& fs, ProcessFacts& facts, double ticks_per_second) {
  // Numbered from 0 at the state, the third field of proc(5).
  constexpr std::size_t kUserTicks = 11;
  constexpr std::size_t kSystemTicks = 12;
  constexpr std::size_t kThreads = 17;
  constexpr std::size_t kStartTicks = 19;
  constexpr std::size_t kVirtualBytes = 20;

  const std::string stat_text = text_of(fs, "/proc/self/stat");
  const auto stat = [fields = after_name(stat_text)](std::size_t index) {
    return to_number(word(fields, index));
  };
  const double second = 1 / ticks_per_second;
  facts.cpu_seconds = times(sum(stat(kUserTicks), stat(kSystemTicks)), second);
  facts.threads = stat(kThreads);
  facts.virtual_bytes = stat(kVirtualBytes);

  const std::string boot_text = text_of(fs, "/proc/stat");
  const auto boot = to_number(word(line_after(boot_text, "btime "), 0));
  facts.start_time = sum(boot, times(stat(kStartTicks), second));

  const std::string status = text_of(fs, "/proc/self/status");
  facts.resident_bytes = times(to_number(word(line_after(status, "VmRSS:"), 0)), 1024);

  const std::string limits = text_of(fs, "/proc/self/limits");
  facts.max_fds = to_number(word(line_after(limits, "Max open files"), 0));

  // Listing opens a descriptor of its own, which is in the list.
  const auto open = fs.list_dir("/proc/self/fd");
  facts.open_fds.reset();
  if (open && !open->empty()) facts.open_fds = static_cast<double>(open->size() - 1);
}

}  // namespace steptail::metrics
