#include "simulate/script.h"

#include <cassert>
#include <utility>

#include "simulate/text.h"

namespace steptail::simulate {

Write Script::next(base::WallTime now) {
  while (queue_.empty()) act();
  Write write = std::move(queue_.front());
  queue_.pop_front();
  write.bytes = filled(std::move(write.bytes), "{time}", time_text(now));
  write.bytes = filled(std::move(write.bytes), "{iso_time}", iso_time(now));
  return write;
}

void Script::say(std::string line, base::Duration pause) {
  line += '\n';
  put(std::move(line), pause);
}

void Script::put(std::string bytes, base::Duration pause) {
  queue_.push_back({.file = file_, .bytes = std::move(bytes), .pause = pause});
}

void Script::rest(base::Duration pause) {
  assert(!queue_.empty());
  queue_.back().pause += pause;
}

}  // namespace steptail::simulate
