#include "core/multiclass/methods/weight_grid.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/settings/parameters.hpp"

namespace core {
namespace {

using Eigen::Index;

double arc_sine(double x) {
  double t = x;
  for (int k = 0; k < 50; ++k) {
    const double step = (sin(t) - x) / cos(t);
    t -= step;
    if (std::abs(step) < 1e-17) break;
  }
  return t;
}

/// The probability that `count` normal variables of one correlation are all positive, by the derivative with
/// respect to it (Plackett 1954) and Gauss-Legendre quadrature.
double orthant(Index count, double correlation) {
  if (count == 0) return 1;
  if (count == 1) return 0.5;
  const double angle = arc_sine(correlation), pairs = static_cast<double>(count * (count - 1)) / 2;
  if (count == 2) return 0.25 + angle / (2 * std::numbers::pi);
  if (count == 3) return 0.125 + 3 * angle / (4 * std::numbers::pi);
  constexpr double node[] = {0.0950125098376374, 0.2816035507792589, 0.4580167776572274, 0.6178762444026438,
                             0.7554044083550030, 0.8656312023878318, 0.9445750230732326, 0.9894009349916499};
  constexpr double weight[] = {0.1894506104550685, 0.1826034150449236, 0.1691565193950025,
                               0.1495959888165767, 0.1246289712555339, 0.0951585116824928,
                               0.0622535239386479, 0.0271524594117541};
  double sum = 0;
  for (int q = 0; q < 8; ++q) {
    for (const double side : {-1.0, 1.0}) {
      const double rho = sin(angle / 2 * (1 + side * node[q]));
      sum += weight[q] * orthant(count - 2, rho / (1 + 2 * rho));
    }
  }
  return std::ldexp(1.0, -static_cast<int>(count)) + pairs / (2 * std::numbers::pi) * sum * angle / 2;
}

/// All vectors of K whole numbers of at least `least` and sum M. A row is walked the other way round than the
/// one before, so that neighbours in the list are near on the grid.
struct Walk {
  int least;
  std::size_t K;
  std::vector<int> m{};
  std::vector<std::vector<int>> out{};

  void run(int left) {
    if (m.size() + 1 == K) {
      out.push_back(m);
      out.back().push_back(left);
      return;
    }
    const int most = left - least * static_cast<int>(K - m.size() - 1);
    for (int v = least; v <= most; ++v) {
      m.push_back(left % 2 != 0 ? most + least - v : v);
      run(left - m.back());
      m.pop_back();
    }
  }
};

std::vector<std::vector<int>> points_of(int least, int M, Index classes) {
  Walk walk{least, static_cast<std::size_t>(classes)};
  walk.run(M);
  return std::move(walk.out);
}

std::vector<int> nearest_interior(std::vector<int> m) {
  for (int& v : m) {
    if (v > 0) continue;
    --*std::max_element(m.begin(), m.end());
    v = 1;
  }
  return m;
}

} // namespace

double solid_angle(Index zeros, Index classes) {
  expect(zeros >= 0 && zeros < classes, "a grid point has a positive coordinate");
  return orthant(zeros, -1 / static_cast<double>(classes - 1));
}

Vector WeightGrid::weights(std::size_t point) const {
  Vector pi(classes);
  for (Index k = 0; k < classes; ++k)
    pi(k) = static_cast<double>(points[point].m[static_cast<std::size_t>(k)]) / static_cast<double>(M);
  return pi;
}

void require_grid(const std::string& name, double step, Index classes) {
  const double intervals = std::round(1 / step);
  require(std::abs(intervals * step - 1) < 1e-9,
          name + " " + shortest(step) +
              " does not divide 1. The grid of weights runs from 0 to 1. Try 0.02, 0.04, 0.05 or 0.1.",
          {name});
  require(intervals >= static_cast<double>(classes),
          name + " " + shortest(step) + " is too large for " + std::to_string(classes) +
              " classes. No point of the grid of weights has all of them positive. Take at most 1/" +
              std::to_string(classes) + ".",
          {name});
}

WeightGrid weight_grid(double step, Index classes) {
  require_grid("step", step, classes);
  const double intervals = std::round(1 / step);
  WeightGrid grid{static_cast<int>(intervals), classes, {}, 0};
  const unsigned all = (1u << classes) - 1;
  std::map<std::vector<int>, std::size_t> place;
  for (auto& m : points_of(1, grid.M, classes)) {
    place.emplace(m, grid.points.size());
    grid.points.push_back({std::move(m), grid.points.size(), all, 1});
  }
  grid.interior = grid.points.size();
  for (auto& m : points_of(0, grid.M, classes)) {
    unsigned allowed = 0;
    for (std::size_t k = 0; k < m.size(); ++k)
      if (m[k] > 0) allowed |= 1u << k;
    if (allowed == all) continue;
    const std::size_t interior = place.at(nearest_interior(m));
    grid.points.push_back({std::move(m), interior, allowed, 1});
  }
  std::vector<double> angle;
  for (Index zeros = 0; zeros < classes; ++zeros) angle.push_back(solid_angle(zeros, classes));
  for (GridPoint& point : grid.points)
    point.weight = angle[static_cast<std::size_t>(std::count(point.m.begin(), point.m.end(), 0))];
  return grid;
}

} // namespace core
