#pragma once
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/multiclass_samples.hpp"

// The sample of three classes that R has answered for (tests/fixtures/oracles/make_multiclass_with_r.R).
namespace tests {

/// multiclass_sample.csv: the training points with their folds, and further points.
struct FixtureSample {
  ClassSample train;
  std::vector<std::vector<Eigen::Index>> folds; ///< [10]
  core::Matrix further;                         ///< [40 x 2]
};

inline FixtureSample fixture_sample() {
  const auto rows = fixture("multiclass_sample.csv");
  FixtureSample out{{core::Matrix(120, 2), {{}, 3}}, {}, core::Matrix(40, 2)};
  out.folds.resize(10);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    auto x = at < 120 ? out.train.x.row(at) : out.further.row(at - 120);
    x << std::stod(rows[i][0]), std::stod(rows[i][1]);
    if (at >= 120) continue;
    out.train.y.of.push_back(std::stoi(rows[i][2]) - 1);
    out.folds[static_cast<std::size_t>(std::stoi(rows[i][3]) - 1)].push_back(at);
  }
  return out;
}

/// P(class) at the further points [40 x 3] that a fixture has for this model and level.
inline core::Matrix fixture_probabilities(const std::string& file, const std::string& model, double level) {
  core::Matrix out(40, 3);
  int found = 0;
  for (const auto& row : fixture(file)) {
    if (row[0] != model || std::stod(row[1]) != level || std::stoi(row[2]) < 0) continue;
    out.row(std::stoi(row[2])) << std::stod(row[3]), std::stod(row[4]), std::stod(row[5]);
    ++found;
  }
  return found == 40 ? out : core::Matrix();
}

} // namespace tests
