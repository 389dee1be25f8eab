#pragma once

#include <cstddef>

namespace steptail::base {

// Has the processor fetch an object that is looked at a little later: of thousands that are looked
// at once a second, none is still in its caches. Does nothing but that, and nothing where
// there is none.
template <typename Object>
void prefetch(const Object* object) {
  constexpr std::size_t kLineBytes = 64;
  if (object == nullptr) return;
  const char* begin = reinterpret_cast<const char*>(object);
  for (std::size_t at = 0; at < sizeof(Object); at += kLineBytes) __builtin_prefetch(begin + at);
}

}  // namespace steptail::base
