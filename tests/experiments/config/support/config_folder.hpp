#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/plan/study.hpp"
#include "experiments/yaml/diagnostics.hpp"

namespace experiments {

/// A folder of its own for the files of one test, removed at its end.
class ConfigFolder {
 public:
  ConfigFolder();
  ~ConfigFolder();
  ConfigFolder(const ConfigFolder&) = delete;
  ConfigFolder& operator=(const ConfigFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

/// The smallest complete study: example1, a linear weighted_svm, platt with lambda 1.
inline const std::string small_study = R"(title: A small study
data:
  - source: wang2008/example1
classifiers:
  - classifier: weighted_svm
    kernel: linear
methods:
  - method: platt
    tuning: {criterion: fixed, lambda: 1}
metrics: [gkl, cre]
layout:
  rows: [data, classifier]
  columns: [method]
  metrics: [gkl]
)";

/// A text with its one occurrence of `part` replaced; throws std::logic_error where there is not exactly one.
std::string replaced(std::string text, const std::string& part, const std::string& by);

/// Reads a text as configs/study.yaml with the small catalogue.
Study study_of(const std::string& text, const std::vector<std::string>& overrides = {});

/// The metrics of a study, by name.
inline std::vector<std::string> metric_names(const Study& study) {
  std::vector<std::string> out;
  for (const results::Metric& metric : study.metrics) out.push_back(metric.name);
  return out;
}

/// The mistakes of a text; none where it has none.
std::vector<Mistake> mistakes_of(const std::string& text, const std::vector<std::string>& overrides = {});

/// "where:line:column: message" (or "where: message") of the mistakes of a text, one a line, without its
/// folder.
std::string report_of(const std::string& text, const std::vector<std::string>& overrides = {});

} // namespace experiments
