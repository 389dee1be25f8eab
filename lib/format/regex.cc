#include "format/regex.h"

#include <re2/re2.h>

#include <array>
#include <cassert>
#include <utility>

namespace steptail::format {
namespace {

constexpr std::int64_t kMaxMemoryBytes = 1 << 20;

re2::RE2::Options options() {
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_max_mem(kMaxMemoryBytes);
  options.set_log_errors(false);
  return options;
}

}  // namespace

struct Regex::Impl {
  explicit Impl(const std::string& pattern) : re(pattern, options()) {}
  re2::RE2 re;
};

base::Result<Regex> Regex::compile(const std::string& pattern) {
  auto impl = std::make_unique<Impl>(pattern);
  if (!impl->re.ok()) return base::fail(impl->re.error());
  if (impl->re.NumberOfCapturingGroups() > kMaxGroups) {
    return base::fail("more than " + std::to_string(kMaxGroups) + " groups");
  }
  return Regex(std::move(impl));
}

Regex::Regex(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;
Regex::~Regex() = default;

const std::map<std::string, int>& Regex::groups() const { return impl_->re.NamedCapturingGroups(); }

int Regex::group_count() const { return impl_->re.NumberOfCapturingGroups(); }

bool Regex::search(std::string_view text, std::span<std::string_view> groups) const {
  assert(groups.size() <= kMaxGroups + 1);
  std::array<re2::StringPiece, kMaxGroups + 1> found;
  const auto wanted = static_cast<int>(groups.size());
  if (!impl_->re.Match({text.data(), text.size()}, 0, text.size(), re2::RE2::UNANCHORED,
                       found.data(), wanted)) {
    return false;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = {found[i].data(), found[i].size()};
  return true;
}

}  // namespace steptail::format
