#pragma once

#include <limits>
#include <memory>
#include <string>

#include "metrics/label_text.h"
#include "metrics/snapshot.h"

namespace steptail::web {

// A run in the middle of its training, whose loss is no number.
inline std::shared_ptr<metrics::RunSnapshot> make_run(const std::string& name) {
  auto run = std::make_shared<metrics::RunSnapshot>();
  run->name = metrics::name_run({{{"run", name}, {"user", "ada"}}});
  run->watch = "scratch";
  run->data.path = "/scratch/ada/" + name + ".out";
  run->data.formats = {"deepspeed", "megatron-lm"};
  run->data.state = format::State::Training;
  run->data.set(format::Field::Iteration, 17);
  run->data.set(format::Field::IterationsPlanned, 400);
  run->data.set(format::Field::Loss, std::numeric_limits<double>::quiet_NaN());
  return run;
}

}  // namespace steptail::web
