#include "core/solver/large/interior_point.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace core {
namespace {

using Array = Eigen::ArrayXd;
using Eigen::Index;

constexpr std::int64_t most_steps = 100;

/// A step goes this share of the way to the boundary.
constexpr double short_of_boundary = 0.995;

/// Steps below this move nothing.
constexpr double stuck = 1e-10;

/// Observations are passed through in blocks that stay in the cache, with what is computed on the way.
constexpr Index block = 256;
using Part = Eigen::Array<double, Eigen::Dynamic, 1, 0, block, 1>;

/// Up to so many columns the sums of the normal equations are taken one by one.
constexpr Index few = 12;

/// The largest share of a variable that a step takes away.
double fastest(const Part& step, const Part& inverse) {
  return (-step * inverse).maxCoeff();
}

class PrimalDual {
 public:
  explicit PrimalDual(const FactoredDual& problem)
      : problem_(problem),
        n_(problem.size()),
        r_(problem.x.cols()),
        w_(Vector::Zero(r_ + 1)),
        a_((problem.lower + problem.upper) / 2),
        above_((problem.upper - problem.lower) / 2),
        below_(above_),
        s_(problem.y.array().max(0) + 1),
        t_((-problem.y.array()).max(0) + 1),
        weight_(n_),
        s_product_(n_),
        t_product_(n_),
        da_(n_),
        size_(problem.x.cwiseAbs().transpose() * (problem.upper - problem.lower)) {
    measure();
  }

  InteriorPoint run(double share) {
    std::int64_t steps = 0;
    for (; steps < most_steps && !arrived(share); ++steps)
      if (!advance()) break;
    return {a_.matrix(), w_.head(r_), w_(r_), complementarity_, steps};
  }

 private:
  bool arrived(double share) const {
    const double primal = loss_ + problem_.lambda / 2 * w_.head(r_).squaredNorm();
    // What the loss can change by where x'a / lambda takes the place of w.
    const double apart = unbalanced_.head(r_).cwiseAbs().dot(size_) / problem_.lambda;
    return complementarity_ + apart <= share * std::max(1e-12, primal);
  }

  bool advance() {
    const double centre = complementarity_ / static_cast<double>(2 * n_);
    if (!factor()) return false;
    predict();
    const double reached = predicted_.at(reach_);
    const double share = std::max(0.0, reached) / complementarity_;
    centred_ = centre * (share * share * share);
    correct();
    const double length = std::min(1.0, short_of_boundary * reach_);
    if (!(length > stuck) || !dw_.allFinite()) return false;
    move(length);
    measure();
    return true;
  }

  /// Calls visit(begin, size) for each block.
  template <class Visit>
  void blocks(const Visit& visit) const {
    for (Index i = 0; i < n_; i += block) visit(i, std::min(block, n_ - i));
  }

  /// x w + b at a block.
  Part values(const Vector& w, Index i, Index m) const {
    Part f = Part::Constant(m, w(r_));
    for (Index k = 0; k < r_; ++k) f += w(k) * problem_.x.col(k).segment(i, m).array();
    return f;
  }

  /// out += [x 1]' v of a block.
  void add_sums(const Part& v, Index i, Vector& out) const {
    const Index m = v.size();
    for (Index k = 0; k < r_; ++k) out(k) += problem_.x.col(k).segment(i, m).dot(v.matrix());
    out(r_) += v.sum();
  }

  /// What the point is worth: x'a - lambda w and sum a, the complementarity, the loss.
  void measure() {
    unbalanced_ = Vector::Zero(r_ + 1);
    complementarity_ = loss_ = 0;
    blocks([&](Index i, Index m) {
      const Part residual = this->residual(i, m);
      add_sums(a_.segment(i, m), i, unbalanced_);
      complementarity_ +=
          (s_.segment(i, m) * above_.segment(i, m)).sum() + (t_.segment(i, m) * below_.segment(i, m)).sum();
      loss_ += (problem_.upper.array().segment(i, m) * residual)
                   .max(problem_.lower.array().segment(i, m) * residual)
                   .sum();
    });
    unbalanced_.head(r_) -= problem_.lambda * w_.head(r_);
  }

  Part residual(Index i, Index m) const { return problem_.y.array().segment(i, m) - values(w_, i, m); }

  /// The normal equations [x 1]' diag(weight) [x 1] + lambda on the diagonal of w, and the right side of the
  /// step towards mu = 0.
  bool factor() {
    Matrix equations = Matrix::Zero(r_ + 1, r_ + 1);
    Vector excess = unbalanced_;
    blocks([&](Index i, Index m) {
      const Part weight =
          (s_.segment(i, m) / above_.segment(i, m) + t_.segment(i, m) / below_.segment(i, m)).inverse();
      weight_.segment(i, m) = weight;
      add_sums(residual(i, m) * weight, i, excess);
      const Part root = weight.sqrt();
      scaled_.resize(m, r_ + 1);
      scaled_.leftCols(r_) = root.matrix().asDiagonal() * problem_.x.middleRows(i, m);
      scaled_.col(r_) = root;
      if (r_ < few)
        equations += scaled_.transpose().lazyProduct(scaled_);
      else
        equations.selfadjointView<Eigen::Lower>().rankUpdate(scaled_.transpose());
    });
    equations.diagonal().head(r_).array() += problem_.lambda;
    cholesky_.compute(equations);
    dw_ = cholesky_.solve(excess);
    return cholesky_.info() == Eigen::Success;
  }

  /// The step towards mu = 0: how far it could go, what would then be left, and its second-order terms.
  void predict() {
    predicted_ = {complementarity_, 0, 0};
    double fast = 1;
    blocks([&](Index i, Index m) {
      const Part above = above_.segment(i, m), below = below_.segment(i, m), s = s_.segment(i, m),
                 t = t_.segment(i, m), up = above.inverse(), down = below.inverse();
      const Part da = (residual(i, m) - values(dw_, i, m)) * weight_.segment(i, m);
      const Part ds = s * (da * up - 1), dt = -t * (da * down + 1);
      fast = std::max(
          {fast, fastest(-da, up), fastest(da, down), (1 - da * up).maxCoeff(), (1 + da * down).maxCoeff()});
      s_product_.segment(i, m) = ds * da;
      t_product_.segment(i, m) = -dt * da;
      predicted_.slope += (ds * above - s * da + dt * below + t * da).sum();
      predicted_.curvature += ((dt - ds) * da).sum();
    });
    reach_ = 1 / fast;
  }

  /// The step towards mu = centred with the second-order terms of the one before.
  void correct() {
    Vector excess = unbalanced_;
    blocks([&](Index i, Index m) {
      const Part q = pull(i, m);
      da_.segment(i, m) = q;
      add_sums(q * weight_.segment(i, m), i, excess);
    });
    dw_ = cholesky_.solve(excess);
    double fast = 1;
    blocks([&](Index i, Index m) {
      const Part da = (da_.segment(i, m) - values(dw_, i, m)) * weight_.segment(i, m);
      const Part above = above_.segment(i, m), below = below_.segment(i, m), s = s_.segment(i, m),
                 t = t_.segment(i, m);
      // s and t after the whole step, as shares of what they are, follow from the products they are to have.
      const Part ds = (centred_ + s_product_.segment(i, m) + s * da) / above - s;
      const Part dt = (centred_ + t_product_.segment(i, m) - t * da) / below - t;
      fast = std::max({fast, (da / above).maxCoeff(), (-da / below).maxCoeff(), (-ds / s).maxCoeff(),
                       (-dt / t).maxCoeff()});
      da_.segment(i, m) = da;
      s_product_.segment(i, m) = ds;
      t_product_.segment(i, m) = dt;
    });
    reach_ = 1 / fast;
  }

  /// y - x w - b less what the targets of the complementarity ask for.
  Part pull(Index i, Index m) const {
    return residual(i, m) - (centred_ + s_product_.segment(i, m)) / above_.segment(i, m) +
           (centred_ + t_product_.segment(i, m)) / below_.segment(i, m);
  }

  /// Along the step that correct() left in dw_, da_ and the products.
  void move(double length) {
    w_ += length * dw_;
    a_ += length * da_;
    above_ -= length * da_;
    below_ += length * da_;
    s_ += length * s_product_;
    t_ += length * t_product_;
  }

  /// The complementarity along a step.
  struct Quadratic {
    double value, slope, curvature;
    double at(double length) const { return value + length * (slope + length * curvature); }
  };

  const FactoredDual& problem_;
  Index n_, r_;
  Vector w_, dw_;               ///< [r + 1], the intercept last
  Array a_, above_, below_;     ///< a, upper - a and a - lower
  Array s_, t_;                 ///< the parts of y - x w - b
  Array weight_;                ///< 1 / (s / above + t / below)
  Array s_product_, t_product_; ///< second-order terms of the step, then the step in s and t
  Array da_;
  Vector size_;       ///< sum_i |x_ik| (upper_i - lower_i) [r]
  Vector unbalanced_; ///< x'a - lambda w, and sum a
  double complementarity_ = 0, loss_ = 0, centred_ = 0, reach_ = 1;
  Quadratic predicted_{};
  Matrix scaled_; ///< a block of the equations' factor
  Eigen::LLT<Matrix> cholesky_;
};

} // namespace

InteriorPoint interior_point(const FactoredDual& problem, double share) {
  return PrimalDual(problem).run(share);
}

} // namespace core
