#include "run/incident.h"

namespace steptail::run {

using format::FailureClass;
using format::FailureRole;

Incident::Verdict Incident::failure(FailureClass failure, FailureRole role, base::MonoTime at) {
  Verdict verdict;
  verdict.new_incident = !open_;
  if (open_ && counted_) return verdict;
  if (role == FailureRole::Root) {
    verdict.add = failure;
    counted_ = true;
  } else if (!open_) {
    waiting_ = failure;
    since_ = at;
    counted_ = false;
  }
  open_ = true;
  return verdict;
}

std::optional<FailureClass> Incident::settle(base::MonoTime now) {
  if (!open_ || counted_ || now - since_ < kPatience) return std::nullopt;
  counted_ = true;
  return waiting_;
}

std::optional<FailureClass> Incident::end() {
  bool waits = open_ && !counted_;
  open_ = false;
  counted_ = false;
  if (!waits) return std::nullopt;
  return waiting_;
}

void Incident::save(base::ByteWriter& out) const {
  out.boolean(open_);
  out.boolean(counted_);
  out.u8(static_cast<std::uint8_t>(waiting_));
}

void Incident::load(base::ByteReader& in) {
  open_ = in.boolean();
  counted_ = in.boolean();
  std::uint8_t waiting = in.u8();
  if (waiting >= format::kFailureClassCount) return in.fail();
  waiting_ = static_cast<FailureClass>(waiting);
}

}  // namespace steptail::run
