#include "core/multiclass/machine/interior_point.hpp"

#include <algorithm>
#include <cmath>

#include "core/multiclass/machine/small_cholesky.hpp"

namespace core {
namespace {

constexpr std::int64_t most_steps = 100;

/// A step goes this share of the way to the boundary.
constexpr double short_of_boundary = 0.995;

/// Steps below this move nothing.
constexpr double stuck = 1e-9;

/// What the steps leave of the first residual of the linear conditions is to be this small.
constexpr double feasible = 1e-12;

} // namespace

void PieceInteriorPoint::resize(const PieceProblem& problem) {
  const Eigen::Index m = problem.at.padded(), K = problem.basis.rows(), J = K - 1, r = problem.at.x.cols();
  for (Matrix* all : {&slack_, &multiplier_, &d_slack_, &d_multiplier_, &weight_, &inverse_, &target_, &df_})
    all->resize(m, K);
  pull_.resize(m, J);
  bend_.resize(m, J * (J + 1) / 2);
  total_.resize(m);
  hessian_.resize(J * r, J * r);
  moments_.resize(r, J);
  du_.resize(r, J);
  spread_.resize(r, K);
}

pieces::Step PieceInteriorPoint::step() {
  return {weight_.data(),  inverse_.data(),      total_.data(), target_.data(),
          d_slack_.data(), d_multiplier_.data(), bend_.data(),  pull_.data()};
}

/// With f of sum zero z = u V_top, V_top without the last row of V; what is linear in f has the sum of costs
/// less in each difference's mean.
void PieceInteriorPoint::begin(const PieceProblem& problem, const Matrix& z, double room) {
  resize(problem);
  const Eigen::Index J = problem.basis.cols();
  cost_ = problem.at.cost.data();
  spread_.noalias() = z * problem.basis.transpose();
  pieces::values(problem.classes(), problem.at.inputs(), {spread_.data(), problem.at.base_or_null()},
                 df_.data());
  room_ = problem.at.cost.cwiseInverse() * (room * problem.at.cost.mean());
  pieces::begin(problem.classes(), state(), {slack_.rows(), problem.at.t.data(), df_.data()}, room_.data());
  u_ = spread_.leftCols(J).colwise() - spread_.col(J);
  linear_.noalias() = problem.linear * problem.basis.topRows(J).transpose();
  linear_.colwise() -= problem.at.x.transpose() * problem.at.cost / static_cast<double>(J + 1);
}

/// 1/2 sum_k |w_k|^2 is 1/2 tr w'(1 - 1/K)w of the differences.
bool PieceInteriorPoint::factor(const PieceProblem& problem) {
  const Eigen::Index r = problem.at.x.cols(), J = problem.basis.cols();
  const double mean = 1 / static_cast<double>(J + 1);
  pieces::hessian(problem.classes(), problem.at.inputs(), bend_.data(), hessian_.data());
  for (Eigen::Index p = 0; p < J; ++p) {
    for (Eigen::Index q = 0; q < J; ++q) {
      const double both = (p == q ? 1 : 0) - mean;
      for (Eigen::Index j = 0; j < r; ++j)
        hessian_(p * r + j, q * r + j) += j + 1 < r ? both : problem.ridge * both;
    }
  }
  return factorise(hessian_);
}

/// du for the pull at hand, and the change of f along it, f_K = 0.
bool PieceInteriorPoint::direction(const PieceProblem& problem) {
  const Eigen::Index r = problem.at.x.cols(), J = problem.basis.cols();
  pieces::moments(problem.classes(), problem.at.inputs(), pull_.data(), moments_.data());
  du_ = u_.colwise() - u_.rowwise().sum() / static_cast<double>(J + 1);
  du_.row(r - 1) *= problem.ridge;
  du_ = -(linear_ + moments_ + du_);
  solve_factorised(hessian_, du_.data());
  spread_.leftCols(J) = du_;
  spread_.col(J).setZero();
  pieces::values(problem.classes(), problem.at.inputs(), {spread_.data(), nullptr}, df_.data());
  return du_.allFinite();
}

bool PieceInteriorPoint::advance(const PieceProblem& problem) {
  const pieces::Classes of = problem.classes();
  if (!factor(problem) || !direction(problem)) return false;
  const pieces::Reach predicted = pieces::predict(of, state(), step(), df_.data());
  const double length = std::min(1.0, 1 / predicted.fastest);
  const double left = complementarity_ * (1 - length) + length * length * predicted.curvature;
  const double share = std::min(1.0, std::max(0.0, left) / complementarity_);
  const double centre = complementarity_ / static_cast<double>(slack_.size()) * (share * share * share);
  pieces::aim(of, state(), step(), centre);
  if (!direction(problem)) return false;
  const pieces::Reach corrected = pieces::correct(of, state(), step(), df_.data());
  const double taken = std::min(1.0, short_of_boundary / corrected.fastest);
  // A multiplier that has left the range of doubles makes the curvature no number.
  if (!(taken > stuck) || !std::isfinite(corrected.curvature)) return false;
  u_ += taken * du_;
  unmet_ *= 1 - taken;
  pieces::move(of, state(), step(), taken);
  return true;
}

void PieceInteriorPoint::solve(const PieceProblem& problem, Matrix& z, const Ends& ends) {
  begin(problem, z, ends.room);
  from_ = z;
  moved_too_far_ = false;
  unmet_ = 1;
  const Eigen::Index r = z.rows() - 1;
  for (steps_ = 0; steps_ < most_steps; ++steps_) {
    complementarity_ = pieces::condense(problem.classes(), state(), step());
    if ((complementarity_ <= ends.wanted && unmet_ <= feasible) || !advance(problem)) break;
    z.noalias() = u_ * problem.basis.topRows(u_.cols());
    const double moved = problem.at.radius * (z - from_).topRows(r).norm() + (z - from_).row(r).norm();
    moved_too_far_ = moved > ends.most_moved;
    if (moved_too_far_) break;
  }
}

} // namespace core
