#include "format/early_lines.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace steptail::format {

void EarlyLines::keep(std::string_view format, std::string_view rule, const lines::Line& line) {
  if (line.text.size() > kMostBytes) return;
  std::erase_if(kept_,
                [&](const Kept& kept) { return kept.format == format && kept.rule == rule; });
  if (kept_.size() == kMost) kept_.erase(kept_.begin());
  kept_.push_back(
      {.format = std::string(format), .rule = std::string(rule), .text = std::string(line.text)});
}

std::vector<EarlyLines::Kept> EarlyLines::take(std::string_view format) {
  const auto first = std::stable_partition(
      kept_.begin(), kept_.end(), [format](const Kept& kept) { return kept.format != format; });
  std::vector<Kept> taken(std::make_move_iterator(first), std::make_move_iterator(kept_.end()));
  kept_.erase(first, kept_.end());
  return taken;
}

void EarlyLines::save(base::ByteWriter& out) const {
  out.u64(kept_.size());
  for (const Kept& kept : kept_) {
    out.text(kept.format);
    out.text(kept.rule);
    out.text(kept.text);
  }
}

void EarlyLines::load(base::ByteReader& in) {
  constexpr std::uint64_t kMinBytes = 24;  // three texts
  kept_.clear();
  for (std::uint64_t left = in.count(kMinBytes); left > 0 && in.ok(); --left) {
    Kept kept;
    kept.format = in.text();
    kept.rule = in.text();
    kept.text = in.text();
    if (in.ok() && kept_.size() < kMost) kept_.push_back(std::move(kept));
  }
}

}  // namespace steptail::format
