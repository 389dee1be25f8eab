#include "format/glob.h"

#include "base/letters.h"

namespace steptail::format {

Glob::Glob(std::string_view pattern) {
  std::size_t star = pattern.find('*');
  has_star_ = star != std::string_view::npos;
  prefix_ = pattern.substr(0, star);
  while (star != std::string_view::npos) {
    pattern.remove_prefix(star + 1);
    star = pattern.find('*');
    if (star == std::string_view::npos) {
      suffix_ = pattern;
    } else if (star > 0) {
      middle_.emplace_back(pattern.substr(0, star));
    }
  }
}

bool Glob::matches(std::string_view text) const {
  if (!has_star_) return text == prefix_;
  if (text.size() < prefix_.size() + suffix_.size()) return false;
  const char* tail = text.data() + text.size() - suffix_.size();
  if (!base::same_bytes(text.data(), prefix_.data(), prefix_.size())) return false;
  if (!base::same_bytes(tail, suffix_.data(), suffix_.size())) return false;
  text = text.substr(prefix_.size(), text.size() - prefix_.size() - suffix_.size());
  for (const std::string& piece : middle_) {
    const std::size_t at = text.find(piece);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + piece.size());
  }
  return true;
}

}  // namespace steptail::format
