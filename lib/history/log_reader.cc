#include "history/log_reader.h"

#include <algorithm>
#include <utility>

#include "base/codec.h"

namespace steptail::history {
namespace {

// The decoder that every pass over a log uses.
pipeline::DecoderOptions decoder_options(const ReadOptions& options, const LogFile& file) {
  return {.rules = {.formats = options.formats, .only = options.only, .zone = options.zone},
          .max_line_bytes = options.max_line_bytes,
          .path = file.path,
          .rank = file.rank,
          .date_every_line = true};
}

// A timestamp without a year is of the year in which the file was written.
pipeline::Arrival arrival_of(const ReadOptions& options, const LogFile& file) {
  const base::WallTime latest = std::min(file.modified, options.now);
  return {.now = latest, .mono = {}, .backlog_end = ~std::uint64_t{0}, .modified = latest};
}

}  // namespace

base::Error cancelled() {
  return {.message = "cancelled; nothing was written",
          .code = std::make_error_code(std::errc::operation_canceled)};
}

bool is_cancelled(const base::Error& error) { return error.code == std::errc::operation_canceled; }

// The code is one that no file gives.
base::Error unknown_format(const LogFile& file) {
  return {.message =
              "it is in no known format; `steptail formats` lists them, and `steptail inspect` "
              "suggests rules for it",
          .file = file.path,
          .code = std::make_error_code(std::errc::no_message)};
}

bool is_unknown_format(const base::Error& error) { return error.code == std::errc::no_message; }

// Further on in the line it may be of anything.
void LogReader::on_unmatched(const lines::Line& line) {
  constexpr std::size_t kLeading = 32;
  const auto printed = lines::find_timestamp(line.text.substr(0, kLeading), options_.zone,
                                             std::min(file_->modified, options_.now));
  if (printed && *printed <= options_.now) sink_.on_date(*printed, line.begin);
}

base::Result<void> LogReader::seek(const LogFile& file, const Place& place) {
  auto source = file.open(place.offset);
  if (!source) return tl::unexpected(source.error());
  source_ = std::move(*source);
  rest_ = {};
  file_ = &file;
  at_ = place.offset;
  decoder_.emplace(decoder_options(options_, file), place.offset, counters_,
                   static_cast<pipeline::DecoderSink&>(*this));
  if (!place.decoder_state.empty()) {
    base::ByteReader state(place.decoder_state);
    decoder_->load(state);
  }
  return {};
}

base::Result<void> LogReader::read_to(std::uint64_t end,
                                      const std::function<bool(std::uint64_t)>& more) {
  const pipeline::Arrival arrival = arrival_of(options_, *file_);
  while (at_ < end) {
    if (rest_.empty()) {
      auto bytes = source_();
      if (!bytes) return tl::unexpected(bytes.error());
      if (bytes->empty()) {
        decoder_->finish(arrival);
        return {};
      }
      rest_ = *bytes;
    }
    const std::string_view bytes = rest_.substr(0, end - at_);
    decoder_->feed(bytes, arrival);
    at_ += bytes.size();
    rest_.remove_prefix(bytes.size());
    if (!more(at_)) return {};
  }
  return {};
}

Place LogReader::place() const {
  base::ByteWriter state;
  decoder_->save(state);
  return {.offset = decoder_->safe_offset(), .decoder_state = state.take()};
}

}  // namespace steptail::history
