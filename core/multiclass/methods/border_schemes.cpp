#include "core/multiclass/methods/border_schemes.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/multiclass/methods/border_volumes.hpp"

namespace core {
namespace {

using Eigen::Index;

/// Weights of the classes' grid points at one point.
using Counts = std::array<double, 8>;

/// Counts of `together` points from the labels at the grid points that count.
void count(const LabelMap& map, const std::vector<double>& labels, ShareOf of,
           std::array<Counts, LabelMap::together>& counts) {
  counts.fill(Counts{});
  const std::size_t points = of == ShareOf::interior ? map.grid().interior : map.grid().points.size();
  for (std::size_t g = 0; g < points; ++g) {
    const double weight = map.grid().points[g].weight;
    const double* label = labels.data() + g * LabelMap::together;
    for (std::size_t l = 0; l < LabelMap::together; ++l)
      counts[l][static_cast<std::size_t>(label[l])] += weight;
  }
}

Vector shares(const Counts& counts, Index K) {
  constexpr double floor = 0.5;
  Vector share(K);
  for (Index k = 0; k < K; ++k) {
    const double counted = counts[static_cast<std::size_t>(k)];
    share(k) = counted > 0 ? counted : floor;
  }
  return share / share.sum();
}

void enter(const Vector& log_p, Index i, BorderProbabilities& out) {
  double sum = 0;
  for (Index k = 0; k < log_p.size(); ++k) sum += out.p(i, k) = exp(log_p(k));
  out.p.row(i) /= sum;
  out.log_p.row(i) = log_p.transpose();
}

/// Where a grid point stands among the points of its grid.
std::map<std::vector<int>, std::size_t> places(const WeightGrid& grid) {
  std::map<std::vector<int>, std::size_t> out;
  for (std::size_t p = 0; p < grid.points.size(); ++p) out.emplace(grid.points[p].m, p);
  return out;
}

/// log p at a point whose border weight is proportional to `border`: p_k proportional to 1 / border_k.
Vector log_probability(const Vector& border) {
  const Vector p = border.cwiseInverse() / border.cwiseInverse().sum();
  Vector out(p.size());
  for (Index k = 0; k < p.size(); ++k) out(k) = log(p(k));
  return out;
}

} // namespace

BorderProbabilities indirect_probabilities(const LabelMap& map, const Matrix& features, Index m, ShareOf of) {
  const Index K = map.grid().classes;
  BorderProbabilities out{Matrix(m, K), Matrix(m, K)};
  const LabelMap::At at = of == ShareOf::interior ? LabelMap::At::interior : LabelMap::At::all;
  std::map<Counts, Vector> known;
  std::vector<double> labels;
  std::array<Counts, LabelMap::together> counts;
  for (Index first = 0; first < m; first += LabelMap::together) {
    map.labels(features, first, at, labels);
    count(map, labels, of, counts);
    for (Index i = first; i < std::min(m, first + LabelMap::together); ++i) {
      const Counts& here = counts[static_cast<std::size_t>(i - first)];
      if (std::count(here.begin(), here.begin() + K, 0.0) > 0) ++out.nowhere;
      auto found = known.find(here);
      if (found == known.end()) found = known.emplace(here, log_probability_of_shares(shares(here, K))).first;
      enter(found->second, i, out);
    }
  }
  return out;
}

std::vector<Triangle> triangles(const WeightGrid& grid) {
  expect(grid.classes == 3, "triangles tile the simplex of three classes");
  const auto place = places(grid);
  std::vector<Triangle> out;
  for (const int up : {1, 0}) { // v + e_k upward, v + (1, 1, 1) - e_k downward
    const int sum = grid.M - (up ? 1 : 2);
    for (int a = 0; a <= sum; ++a) {
      for (int b = 0; a + b <= sum; ++b) {
        Triangle triangle{};
        for (std::size_t k = 0; k < 3; ++k) {
          std::vector<int> corner{a, b, sum - a - b};
          for (std::size_t j = 0; j < 3; ++j) corner[j] += (j == k) == (up == 1) ? 1 : 0;
          triangle.corner[k] = place.at(corner);
        }
        out.push_back(triangle);
      }
    }
  }
  return out;
}

BorderProbabilities direct_probabilities(const LabelMap& map, const Matrix& features, Index m) {
  const std::vector<Triangle> all = triangles(map.grid());
  BorderProbabilities out{Matrix(m, 3), Matrix(m, 3)};
  std::vector<double> labels;
  for (Index first = 0; first < m; first += LabelMap::together) {
    map.labels(features, first, LabelMap::At::all, labels);
    for (Index i = first; i < std::min(m, first + LabelMap::together); ++i) {
      const auto label = [&](std::size_t point) {
        return labels[point * LabelMap::together + static_cast<std::size_t>(i - first)];
      };
      Vector border = Vector::Zero(3);
      int found = 0;
      for (const Triangle& triangle : all) {
        const double a = label(triangle.corner[0]), b = label(triangle.corner[1]),
                     c = label(triangle.corner[2]);
        if (a == b || b == c || a == c) continue;
        for (const std::size_t corner : triangle.corner) border += map.grid().weights(corner);
        ++found;
      }
      expect(found % 2 == 1, "Sperner's lemma");
      if (found > 1) ++out.several;
      enter(log_probability(border), i, out);
    }
  }
  return out;
}

} // namespace core
