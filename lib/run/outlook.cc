#include "run/outlook.h"

#include <algorithm>

namespace steptail::run {

using format::Field;

void Outlook::Printed::advanced(std::size_t by_format, Measure by_measure) {
  if (!valid) return;
  if (format == by_format && measure == by_measure) {
    valid = false;
  } else if (++age > kMostAge) {
    valid = false;
  }
}

void Outlook::advanced(std::size_t format, Measure measure) {
  ratio_.advanced(format, measure);
  remaining_.advanced(format, measure);
}

void Outlook::print_ratio(double ratio, std::size_t format, Measure measure, RunData& data) {
  ratio_ = {.valid = true, .format = format, .measure = measure};
  data.set(Field::ProgressRatio, ratio);
}

void Outlook::print_remaining(double seconds, std::size_t format, Measure measure, RunData& data) {
  remaining_ = {.valid = true, .format = format, .measure = measure};
  data.set(Field::RemainingSeconds, seconds);
}

void Outlook::begin_attempt() { *this = Outlook(); }

void Outlook::refresh(RunData& data, std::optional<double> pace) const {
  if (ratio_.valid && remaining_.valid) return;
  std::optional<double> iteration = data.get(Field::Iteration);
  std::optional<double> planned = data.get(Field::IterationsPlanned);
  bool known = iteration && planned && *planned > 0;
  if (!ratio_.valid) {
    if (known) {
      data.set(Field::ProgressRatio, std::clamp(*iteration / *planned, 0.0, 1.0));
    } else {
      data.clear(Field::ProgressRatio);
    }
  }
  if (!remaining_.valid) {
    if (known && pace) {
      data.set(Field::RemainingSeconds, std::max(*planned - *iteration, 0.0) * *pace);
    } else {
      data.clear(Field::RemainingSeconds);
    }
  }
}

void Outlook::Printed::save(base::ByteWriter& out) const {
  out.boolean(valid);
  out.u64(format);
  out.u8(static_cast<std::uint8_t>(measure));
  out.u64(age);
}

void Outlook::Printed::load(base::ByteReader& in) {
  valid = in.boolean();
  format = in.u64();
  std::uint8_t number = in.u8();
  age = in.u64();
  if (number >= kMeasureCount) return in.fail();
  measure = static_cast<Measure>(number);
}

void Outlook::save(base::ByteWriter& out) const {
  ratio_.save(out);
  remaining_.save(out);
}

void Outlook::load(base::ByteReader& in) {
  ratio_.load(in);
  remaining_.load(in);
}

}  // namespace steptail::run
