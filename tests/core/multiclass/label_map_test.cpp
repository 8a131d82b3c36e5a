#include "core/probability/multiclass/label_map.hpp"

#include <algorithm>

#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Eigen::Index;

namespace {

/// The first class of the largest score among those that the grid point allows.
int label_at(const GridPoint& point, const Vector& scores) {
  int best = -1;
  for (int k = 0; k < scores.size(); ++k)
    if ((point.allowed >> k & 1u) && (best < 0 || scores(k) > scores(best))) best = k;
  return best;
}

/// Rules of small whole numbers, so that many scores are tied.
std::vector<Matrix> rules_of(const WeightGrid& grid, Index r) {
  Stream stream("label map");
  std::vector<Matrix> rules(grid.interior, Matrix(r + 1, grid.classes));
  for (Matrix& rule : rules)
    for (double& v : rule.reshaped()) v = static_cast<double>(stream.below(5)) - 2;
  return rules;
}

} // namespace

TEST_CASE("label maps: a grid point has the first of the best classes that its weights allow",
          "[manufactured][multiclass]") {
  for (int K = 2; K <= 8; ++K) {
    const WeightGrid grid = weight_grid(K < 6 ? 0.1 : 0.125, K);
    const Index r = 3, m = 21;
    const std::vector<Matrix> rules = rules_of(grid, r);
    Stream stream("label map, points");
    Matrix x(m, r);
    for (double& v : x.reshaped()) v = static_cast<double>(stream.below(7)) - 3;
    const Matrix features = padded_features(x);
    const LabelMap map(grid, rules);
    std::vector<double> all, interior;
    int wrong = 0;
    for (Index first = 0; first < m; first += LabelMap::together) {
      map.labels(features, first, LabelMap::At::all, all);
      map.labels(features, first, LabelMap::At::interior, interior);
      for (std::size_t p = 0; p < grid.points.size(); ++p) {
        for (Index l = 0; l < std::min(m - first, LabelMap::together); ++l) {
          const Vector scores =
              rules[grid.points[p].interior].transpose() * features.row(first + l).transpose();
          const auto at = p * LabelMap::together + static_cast<std::size_t>(l);
          const double expected = label_at(grid.points[p], scores);
          wrong += all[at] != expected || (p < grid.interior && interior[at] != expected);
        }
      }
    }
    INFO("classes " << K);
    CHECK(wrong == 0);
  }
}
