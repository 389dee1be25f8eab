#pragma once

#include <string>

namespace steptail::web {

// Whether `password` is what `hash` (bcrypt, checked when it was loaded) was made of. Compares in
// constant time. Cost: what the hash says; tens of milliseconds to seconds. Thread: any.
[[nodiscard]] bool bcrypt_matches(const std::string& password, const std::string& hash);

}  // namespace steptail::web
