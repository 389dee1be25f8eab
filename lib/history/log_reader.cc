#include "history/log_reader.h"

#include <algorithm>
#include <utility>

namespace steptail::history {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} * 1024;

}  // namespace

base::Error cancelled() {
  return {.message = "cancelled; nothing was written",
          .code = std::make_error_code(std::errc::operation_canceled)};
}

bool is_cancelled(const base::Error& error) { return error.code == std::errc::operation_canceled; }

base::Result<void> LogReader::seek(const LogFile& file, std::uint64_t offset) {
  auto source = file.open(offset);
  if (!source) return tl::unexpected(source.error());
  file_ = &file;
  source_ = std::move(*source);
  at_ = offset;
  return {};
}

base::Result<bool> LogReader::feed(std::uint64_t end, pipeline::Decoder& decoder,
                                   const std::function<bool(std::uint64_t)>& more) {
  const pipeline::Arrival arrival = arrival_of(options_, *file_);
  block_.resize(kBlockBytes);
  while (at_ < end) {
    const auto wanted = std::min<std::uint64_t>(block_.size(), end - at_);
    auto count = source_({block_.data(), static_cast<std::size_t>(wanted)});
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) {
      decoder.finish(arrival);
      return true;
    }
    decoder.feed({block_.data(), *count}, arrival);
    at_ += *count;
    if (!more(at_)) return false;
  }
  return false;
}

}  // namespace steptail::history
