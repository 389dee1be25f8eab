#include "history/line_tape.h"

#include <cstring>
#include <span>

namespace steptail::history {

std::string_view LineTape::keep(std::string_view text) {
  if (text.empty()) return {};
  char* const kept = static_cast<char*>(texts_.allocate(text.size(), 1));
  std::memcpy(kept, text.data(), text.size());
  text_bytes_ += text.size();
  return {kept, text.size()};
}

void LineTape::on_record(const format::Record& record, const run::LineContext& context) {
  const std::span<const format::Value> values = record.values();
  said_.push_back({.begin = context.begin,
                   .printed = context.printed,
                   .rank = keep(context.rank),
                   .head = record,
                   .values = static_cast<std::uint32_t>(values.size())});
  const std::size_t first = values_.size();
  values_.insert(values_.end(), values.begin(), values.end());
  for (format::Value& value : std::span(values_).subspan(first)) {
    value.label = keep(value.label);
    value.stat = keep(value.stat);
    value.rank = keep(value.rank);
  }
}

void LineTape::on_date(base::WallTime printed, std::uint64_t begin) {
  said_.push_back({.begin = begin, .printed = printed, .is_date = true});
}

bool LineTape::play(LineSink& sink, std::uint64_t end) {
  run::LineContext context;
  context.path = path_;
  for (; next_ < said_.size(); ++next_) {
    const Said& said = said_[next_];
    if (said.begin >= end) return false;
    if (said.is_date) {
      sink.on_date(*said.printed, said.begin);
      continue;
    }
    context.begin = said.begin;
    context.printed = said.printed;
    context.rank = said.rank;
    record_.assign(said.head, std::span(values_).subspan(next_value_, said.values));
    next_value_ += said.values;
    sink.on_record(record_, context);
  }
  return true;
}

std::size_t LineTape::bytes() const {
  return room_.size() + said_.size() * sizeof(Said) + values_.size() * sizeof(format::Value) +
         text_bytes_;
}

void LineTape::clear() {
  said_.clear();
  values_.clear();
  texts_.release();
  text_bytes_ = 0;
  next_ = next_value_ = 0;
}

}  // namespace steptail::history
