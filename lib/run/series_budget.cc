#include "run/series_budget.h"

#include <algorithm>

namespace steptail::run {

using format::Field;

bool SeriesBudget::is_never_refused(Field field) {
  switch (field) {
    case Field::Iteration:
    case Field::IterationsPlanned:
    case Field::Epoch:
    case Field::ProgressRatio:
    case Field::RemainingSeconds:
    case Field::Loss:
    case Field::ValidationLoss:
    case Field::ValidationPerplexity:
    case Field::ValidationIteration:
    case Field::IterationSeconds:
      return true;
    default:
      return false;
  }
}

void SeriesBudget::restore(const RunData& data, std::uint64_t refused) {
  std::size_t used = data.loss_components.size() + data.accuracies.size() + data.memory.size() +
                     data.values.size() + data.counted.size() + 3 * data.phases.size();
  for (std::size_t i = 0; i < format::kFieldCount; ++i) {
    if (data.present[i] && !is_never_refused(static_cast<Field>(i))) ++used;
  }
  left_ -= std::min(left_, used);
  refused_ = refused;
}

}  // namespace steptail::run
