#include "config/stall_section.h"

#include "config/bounded_value.h"
#include "config/units.h"

namespace steptail::config {

using std::chrono::milliseconds;

void read_stall(std::optional<yaml::Cursor> section, run::StallOptions& options) {
  if (!section) return;
  constexpr DurationBounds kTimeout{.least = milliseconds(1)};
  yaml::Mapping map = section->mapping();
  read_number(map.find("factor"), {.least = 1, .most = 1000}, options.factor);
  auto minimum = map.find("minimum");
  auto maximum = map.find("maximum");
  read_duration(minimum, kTimeout, options.minimum);
  read_duration(maximum, kTimeout, options.maximum);
  if ((minimum || maximum) && options.minimum > options.maximum) {
    (minimum ? *minimum : *maximum)
        .error("'minimum' " + duration_text(options.minimum) + " is above 'maximum' " +
               duration_text(options.maximum) + "; it must not be");
  }
  if (auto states = map.find("states")) {
    yaml::Mapping budgets = states->mapping();
    read_budget(budgets.find("starting"), kTimeout, options.starting);
    read_budget(budgets.find("compiling"), kTimeout, options.compiling);
    read_budget(budgets.find("queued"), kTimeout, options.queued);
    read_budget(budgets.find("loading"), kTimeout, options.loading);
    read_budget(budgets.find("checkpointing"), kTimeout, options.checkpointing);
    read_budget(budgets.find("evaluating"), kTimeout, options.evaluating);
  }
}

}  // namespace steptail::config
