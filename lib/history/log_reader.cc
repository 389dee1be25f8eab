#include "history/log_reader.h"

#include <algorithm>
#include <utility>

namespace steptail::history {

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
  rest_ = {};
  at_ = offset;
  return {};
}

base::Result<bool> LogReader::feed(std::uint64_t end, pipeline::Decoder& decoder,
                                   const std::function<bool(std::uint64_t)>& more) {
  const pipeline::Arrival arrival = arrival_of(options_, *file_);
  while (at_ < end) {
    if (rest_.empty()) {
      auto bytes = source_();
      if (!bytes) return tl::unexpected(bytes.error());
      if (bytes->empty()) {
        decoder.finish(arrival);
        return true;
      }
      rest_ = *bytes;
    }
    const std::string_view bytes = rest_.substr(0, end - at_);
    decoder.feed(bytes, arrival);
    at_ += bytes.size();
    rest_.remove_prefix(bytes.size());
    if (!more(at_)) return false;
  }
  return false;
}

}  // namespace steptail::history
