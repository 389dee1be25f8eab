#include "web/held_bodies.h"

namespace steptail::web {

HeldBodies::Share HeldBodies::try_hold(const std::shared_ptr<const std::string>& body) {
  const base::MutexLock lock(mutex_);
  auto known = readers_.find(body.get());
  if (known == readers_.end()) {
    if (bytes_ > 0 && bytes_ + body->size() > most_bytes_) return {};
    bytes_ += body->size();
    known = readers_.emplace(body.get(), 0).first;
  }
  ++known->second;
  return {this, body};
}

void HeldBodies::let_go(const std::string& body) {
  const base::MutexLock lock(mutex_);
  auto known = readers_.find(&body);
  if (--known->second > 0) return;
  bytes_ -= body.size();
  readers_.erase(known);
}

}  // namespace steptail::web
