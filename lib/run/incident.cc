#include "run/incident.h"

namespace steptail::run {

using format::FailureClass;
using format::FailureRole;

Incident::Verdict Incident::failure(FailureClass failure, FailureRole role) {
  Verdict verdict;
  if (!open_) {
    open_ = true;
    verdict.new_incident = true;
  } else if (role_ == FailureRole::Root || role == FailureRole::Cascade) {
    return verdict;
  } else {
    verdict.take_back = counted_;
  }
  verdict.add = failure;
  counted_ = failure;
  role_ = role;
  return verdict;
}

void Incident::progress() { open_ = false; }

void Incident::save(base::ByteWriter& out) const {
  out.boolean(open_);
  out.u8(static_cast<std::uint8_t>(counted_));
  out.u8(static_cast<std::uint8_t>(role_));
}

void Incident::load(base::ByteReader& in) {
  open_ = in.boolean();
  std::uint8_t counted = in.u8();
  std::uint8_t role = in.u8();
  if (counted >= format::kFailureClassCount ||
      role > static_cast<std::uint8_t>(FailureRole::Cascade)) {
    return in.fail();
  }
  counted_ = static_cast<FailureClass>(counted);
  role_ = static_cast<FailureRole>(role);
}

}  // namespace steptail::run
