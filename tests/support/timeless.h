#pragma once

#include <map>
#include <string>

#include "support/exposition.h"

namespace steptail::support {

// Series that say what a run is, not when anything was: those must not depend on how and when the
// bytes came.
inline bool is_about_time(const std::string& series) {
  for (const char* part : {"_timestamp_seconds", "training_stall", "progress_interval_seconds",
                           "training_remaining_seconds"}) {
    if (series.find(part) != std::string::npos) return true;
  }
  return false;
}

// The training_* series of a page as written, without those about time.
inline std::map<std::string, std::string> timeless_series(const Exposition& page) {
  std::map<std::string, std::string> kept;
  for (const Family& family : page.families) {
    for (const Sample& sample : family.samples) {
      std::string key = sample.key();
      if (key.starts_with("training_") && !is_about_time(key)) kept[key] = sample.number;
    }
  }
  return kept;
}

}  // namespace steptail::support
