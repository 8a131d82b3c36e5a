#pragma once
#include <string>
#include <vector>

namespace experiments {

/// The keys a study may have.
inline std::vector<std::string> top_level_keys() {
  return {"paper",    "title",       "seed",        "replications", "until",
          "data",     "classifiers", "methods",     "metrics",      "layout",
          "failures", "published",   "conventions", "deviations",   "extends"};
}

} // namespace experiments
