#pragma once
#include "experiments/plan/plan.hpp"

namespace experiments {

/// A plan of settings on data sets of these training sizes, one setting a size: what expected costs differ
/// by.
inline Plan plan_of_sizes(const std::vector<std::int64_t>& sizes, std::int32_t replications) {
  Plan out;
  out.replications = replications;
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    Setting setting;
    setting.data.id = "wang2008/example1";
    setting.data.parameters.set("n_train", sizes[s]);
    setting.method.id = "platt";
    setting.classifier.id = "weighted_svm";
    out.settings.push_back(setting);
    std::string key = std::to_string(s);
    out.keys.push_back(std::string(32 - key.size(), '0') + key);
    out.texts.push_back(canonical(setting));
  }
  return out;
}

} // namespace experiments
