#include "results/statistics/joint.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/random/stream.hpp"
#include "results/statistics/student.hpp"

namespace results {

double two_sided(double z) {
  return std::isnan(z) ? 1 : std::erfc(std::abs(z) / std::sqrt(2.0));
}

double Beyond::expected() const {
  return static_cast<double>(compared) * two_sided(off_beyond);
}

double Beyond::at_least() const {
  const double p = two_sided(off_beyond), n = static_cast<double>(compared);
  double below = 0; // P(fewer); terms by their logarithms, so that none under- or overflows on the way
  for (std::size_t k = 0; k < beyond; ++k) {
    const auto x = static_cast<double>(k);
    below += std::exp(std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) + x * std::log(p) +
                      (n - x) * std::log1p(-p));
  }
  return std::clamp(1 - below, 0.0, 1.0);
}

double Beyond::adjusted() const {
  return std::min(1.0, static_cast<double>(compared) * two_sided(largest));
}

bool Beyond::is_more_than_chance() const {
  const double level = two_sided(off_beyond);
  const bool many = beyond > 1 && at_least() < level;
  return compared > 0 && (many || adjusted() < level);
}

namespace {

constexpr int draws = 10000;

/// B with B B^T = R, negative eigenvalues taken as 0.
Eigen::MatrixXd root_of(const Eigen::MatrixXd& correlation) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(correlation);
  return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
}

/// The share of draws from N(0, R) whose largest |x| is at least this, the observed one counted among them.
double share_beyond(double largest, const Eigen::MatrixXd& root) {
  core::Stream stream = core::StreamAxes{1, "joint test", 0}.stream("normal");
  Eigen::VectorXd normal(root.cols());
  int beyond = 0;
  for (int i = 0; i < draws; ++i) {
    for (double& one : normal) one = stream.normal();
    beyond += (root * normal).cwiseAbs().maxCoeff() >= largest;
  }
  return (beyond + 1.0) / (draws + 1.0);
}

} // namespace

JointTest joint_test(const Eigen::VectorXd& z, const Eigen::MatrixXd& correlation) {
  JointTest out;
  if (z.size() == 0) return out;
  core::expect(z.allFinite() && correlation.allFinite(), "cells of a joint test have a z");
  const auto k = static_cast<double>(z.size());
  out.mean_square = z.squaredNorm() / k;
  out.df = k * k / correlation.squaredNorm();
  out.shifted = boost::math::gamma_q(out.df / 2, out.df * out.mean_square / 2);
  out.largest = z.cwiseAbs().maxCoeff();
  out.single = std::min(share_beyond(out.largest, root_of(correlation)), k * two_sided(out.largest));
  out.p = std::min(1.0, 2 * std::min(out.shifted, out.single));
  return out;
}

std::vector<double> holm(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> out(p.size());
  double before = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double raised = std::min(1.0, static_cast<double>(order.size() - i) * p[order[i]]);
    before = out[order[i]] = std::max(before, raised);
  }
  return out;
}

} // namespace results
