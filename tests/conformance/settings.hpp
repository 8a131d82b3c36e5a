#pragma once
#include <algorithm>
#include <vector>

#include "datasets/catalog.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/setting.hpp"

namespace conformance {

/// A value that is accepted: the default or, where there is none, one of an ordinary size.
inline core::Value example(const core::ParameterSpec& spec) {
  if (spec.fallback) return *spec.fallback;
  switch (spec.kind) {
    case core::Kind::integer:
      return static_cast<std::int64_t>(spec.least);
    case core::Kind::real:
      return std::clamp(1.0, spec.least, spec.most);
    case core::Kind::text:
      return spec.words.empty() ? "some text" : spec.words.back();
    case core::Kind::reals:
      break;
  }
  return std::vector<double>{0.1, 1, 10};
}

/// The entry with every parameter that matters at its default or, where there is none, an example.
inline core::Choice chosen(const core::Entry& entry) {
  core::Parameters told;
  for (const auto& spec : entry.parameters)
    if (!spec.fallback) told.set(spec.key, example(spec));
  return {entry.id, "name", entry.label, entry.revision, core::with_defaults(told, entry.parameters)};
}

/// The pairs that a method refuses; a test of their own says that it does.
inline bool is_refused(const core::Entry& method, const core::Entry& classifier) {
  const bool is_of_machine =
      method.id == "solution_path" || method.id == "kernel_logistic" || method.id == "decision_comparison";
  return is_of_machine && classifier.id == "weighted_psi";
}

/// Whether the method is of one input only and the data set has more; a test of its own says that it refuses.
inline bool is_refused_data(const core::Entry& method, const core::Entry& data) {
  return method.id == "decision_comparison" && data.id != "ruping2004/two_normals";
}

/// A criterion that looks at a whole cross-validation, which simulated data are not divided for;
/// tests/core/tuning/prior_step_test.cpp has it.
inline bool needs_folds(const core::Entry& criterion) {
  return criterion.id == "prior_step";
}

/// Every classifier x method x criterion that is listed and not refused on a simulated data set, on samples
/// of `size` observations.
inline std::vector<experiments::Setting> settings_on(const core::Entry& data, std::int64_t size) {
  const auto& all = experiments::catalogue();
  std::vector<experiments::Setting> out;
  core::Choice small = chosen(data);
  for (const char* part : {"n_train", "n_test", "n_tune"}) {
    if (small.parameters.has(part)) small.parameters.set(part, size);
  }
  for (const auto& method : all.methods) {
    if (is_refused_data(method, data)) continue;
    for (const auto& classifier : all.classifiers) {
      if (is_refused(method, classifier)) continue;
      for (const auto& criterion : all.criteria) {
        if (needs_folds(criterion)) continue;
        out.push_back({small, method.takes_classifier ? chosen(classifier) : core::Choice{}, chosen(method),
                       method.takes_lambda ? chosen(criterion) : core::Choice{}, 11});
        if (!method.takes_lambda) break;
      }
      if (!method.takes_classifier) break;
    }
  }
  return out;
}

/// The same on every simulated data set, on samples small enough to test them all. Methods see no more of a
/// data set than its draw, so those that lie in files are left to tests/datasets.
inline std::vector<experiments::Setting> every_setting() {
  std::vector<experiments::Setting> out;
  for (const auto& data : experiments::catalogue().data) {
    if (datasets::find(data.id).needs_files) continue;
    const auto settings = settings_on(data, 30);
    out.insert(out.end(), settings.begin(), settings.end());
  }
  return out;
}

} // namespace conformance
