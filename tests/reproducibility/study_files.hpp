#pragma once
#include <string>

#include "experiments/run/run.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "tests/reproducibility/scratch.hpp"

namespace reproducibility {

/// A study small enough for a test and large enough to share fits between methods. `methods` is YAML list
/// items.
inline std::string study(const std::string& methods) {
  return R"(title: a small study
seed: 5
replications: 6
data:
  - {source: wang2008/example1, name: one, n_train: 30, n_test: 40}
  - {source: wang2008/example2, name: two, n_train: 30, n_test: 40}
classifiers:
  - {classifier: weighted_svm, name: gaussian, kernel: gaussian}
  - {classifier: weighted_svm, name: linear, kernel: linear}
methods:
)" + methods +
         R"(metrics: [gkl, cre, test_error]
layout: {rows: [data, classifier], columns: [method], metrics: [gkl, cre]}
)";
}

/// Twenty cells of one method, given as the inside of a YAML map, under one classifier.
inline std::string study_of_one(const std::string& method, const std::string& metric = "cre") {
  return R"(title: a study of one method
seed: 5
replications: 20
data:
  - {source: wang2008/example1, name: one, n_train: 30, n_test: 40}
classifiers:
  - {classifier: weighted_svm, name: linear, kernel: linear}
methods:
  - {)" + method +
         "}\nmetrics: [" + metric + "]\nlayout: {rows: [data, classifier], columns: [method], metrics: [" +
         metric + "]}\n";
}

inline const std::string bracket_item =
    "  - {method: bracket, name: bracket, intervals: 5, tuning: {criterion: cross_validation, folds: 3, "
    "lambda: [0.01, 0.1, 1, 10]}}\n";
inline const std::string platt_item =
    "  - {method: platt, name: platt, tuning: {criterion: fixed, lambda: 1}}\n";

/// Longer than tests need to hit it in the middle.
inline std::string long_study() {
  std::string text = study(bracket_item + platt_item);
  const std::string few = "replications: 6";
  return text.replace(text.find(few), few.size(), "replications: 300");
}
inline constexpr std::size_t long_study_cells = 2400;

/// Runs quietly; the tables go nowhere.
int run_quietly(experiments::RunOptions options);
int run_quietly(const std::filesystem::path& config, const std::filesystem::path& directory, int threads,
                std::vector<std::string> overrides = {});

/// The results of a study on one thread, below the folder "one" of the scratch; required of three threads and
/// of processes of their own, that they store the same data.
results::Results same_everywhere(const std::filesystem::path& config, const Scratch& scratch);

inline results::Results stored(const std::filesystem::path& directory) {
  return results::read_results(directory / "results.h5");
}

} // namespace reproducibility
