#include "run/event_sum.h"

#include <algorithm>

#include "run/addend.h"

namespace steptail::run {

bool EventSum::interval(double number) {
  if (!is_addend(number)) return false;
  if (!absolute_) total_ += std::max(0.0, number - lines_);
  lines_ = 0;
  return true;
}

bool EventSum::line(double number, std::string_view rank) {
  if (!is_addend(number)) return false;
  if (!rank.empty()) {
    if (rank_.empty()) rank_ = rank;
    if (rank_ != rank) return true;
  }
  if (absolute_) return true;
  total_ += number;
  lines_ += number;
  return true;
}

bool EventSum::absolute(double number) {
  if (!is_addend(number)) return false;
  absolute_ = true;
  total_ = std::max(total_, number);
  return true;
}

void EventSum::begin_attempt() {
  lines_ = 0;
  rank_.clear();
}

void EventSum::save(base::ByteWriter& out) const {
  out.real(total_);
  out.real(lines_);
  out.boolean(absolute_);
  out.text(rank_);
}

void EventSum::load(base::ByteReader& in) {
  total_ = in.real();
  lines_ = in.real();
  absolute_ = in.boolean();
  rank_ = in.text();
}

}  // namespace steptail::run
