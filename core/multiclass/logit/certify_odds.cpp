#include "core/multiclass/logit/certify_odds.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/loss/logistic.hpp"
#include "core/multiclass/logit/computed.hpp"
#include "core/multiclass/logit/decrement_bound.hpp"
#include "core/multiclass/logit/independent_columns.hpp"
#include "core/multiclass/logit/interval_loss.hpp"

namespace core {
namespace {

using Eigen::Index;

using computed::finite_exp;
using computed::units;
using Computed = computed::Number;

/// L of sign (theta_k + x_i'beta) over the observations that have it, each times its weight.
struct Side {
  Index threshold;
  double sign;
  std::vector<Index> rows;
};

/// g of theta_k - theta_{k-1}, so many times. Its derivatives have the digits of 1 - exp(-t).
struct Spacing {
  Index above;
  double times, width;
  Index summed; ///< weights in `times`, of which each may round it; 0: it is a count

  double rounding() const { return 10 * unit_roundoff * (1 + width + 1 / (1 - exp(-width))); }
};

class Odds {
 public:
  Odds(const Matrix& x, const ClassNumbers& y, double lambda, const OddsAnswer& answer)
      : x_(x), lambda_(lambda), weights_(y.weights), answer_(answer) {
    const Index thresholds = answer.thresholds.size();
    const Vector totals = y.totals();
    std::vector<std::vector<Index>> of(static_cast<std::size_t>(y.classes));
    for (Index i = 0; i < y.size(); ++i)
      of[static_cast<std::size_t>(y.of[static_cast<std::size_t>(i)])].push_back(i);
    for (Index k = 0; k < thresholds; ++k) {
      const auto at = static_cast<std::size_t>(k);
      sides_.push_back({k, 1, of[at]});
      sides_.push_back({k, -1, of[at + 1]});
      const double width = k > 0 ? answer.thresholds(k) - answer.thresholds(k - 1) : 0;
      const Index summed = y.weights.size() > 0 ? static_cast<Index>(of[at].size()) : 0;
      if (k > 0) spacings_.push_back({k, totals(k), width, summed});
    }
    shift_ = x * answer.beta;
    off_ = units(x.cols()) * (x.cwiseAbs() * answer.beta.cwiseAbs());
  }

  Certificate certify() const {
    Certificate out;
    const auto [value, error] = objective();
    out.primal = std::isfinite(value) ? value : infinity;
    out.rounding = std::isfinite(error) ? error : infinity;
    out.dual = std::isfinite(value) ? std::max(0.0, value - above()) : 0;
    return out;
  }

 private:
  /// A form and what it may be off by.
  Computed form(const Side& side, Index i) const {
    const double theta = answer_.thresholds(side.threshold);
    return {side.sign * (theta + shift_(i)),
            off_(i) + 2 * unit_roundoff * (std::abs(theta) + std::abs(shift_(i)))};
  }

  Computed objective() const {
    Computed sum;
    for (const Side& side : sides_) {
      for (const Index i : side.rows) {
        const auto [z, off] = form(side, i);
        const double weight = weight_at(weights_, i);
        sum.value += weight * Logistic::value(z);
        sum.error += weight * (off * std::min(1.0, -Logistic::slope(z) * finite_exp(off)));
      }
    }
    for (const Spacing& spacing : spacings_) {
      const double loss = IntervalLoss::value(spacing.width);
      sum.value += spacing.times * loss;
      sum.error += spacing.times * spacing.rounding();
    }
    const double penalty = lambda_ * answer_.beta.squaredNorm();
    sum.value += penalty;
    sum.error += units(2 * x_.rows() + answer_.thresholds.size()) * sum.value + units(x_.cols()) * penalty;
    return sum;
  }

  /// What lies between F and its infimum, at most.
  double above() const {
    const Matrix z = lambda_ > 0 ? x_ : resolved();
    const Index m = answer_.thresholds.size() + z.cols();
    const Matrix t = whitening(curvature(z, Matrix::Identity(m, m)).hessian);
    return t.size() == 0 ? infinity : above_infimum(curvature(z, t));
  }

  /// x without the columns that depend on the others and a constant.
  Matrix resolved() const {
    Matrix z(x_.rows(), x_.cols() + 1);
    z << Vector::Ones(x_.rows()), x_;
    std::vector<Index> kept = independent_columns(z);
    kept.erase(kept.begin());
    return z(Eigen::all, kept);
  }

  /// In the coordinates t of the thresholds and the coefficients of z.
  Curvature curvature(const Matrix& z, const Matrix& t) const {
    const Index p = z.cols(), thresholds = t.rows() - p;
    Curvature out;
    out.hessian = Matrix::Zero(t.cols(), t.cols());
    out.gradient = Vector::Zero(t.cols());
    const Matrix image = z * t.bottomRows(p), size = z.cwiseAbs() * t.bottomRows(p).cwiseAbs();
    for (const Side& side : sides_) add(side, {image, size, t}, out);
    for (const Spacing& spacing : spacings_) add(spacing, t, out);
    if (lambda_ > 0) add_penalty(t.bottomRows(p), out);
    // The rounding of the sums over terms.
    const double summing = units(2 * z.rows() + thresholds + p);
    out.hessian_error += summing * out.hessian.trace();
    return out;
  }

  /// Z T_x, |Z||T_x| and T.
  struct Coordinates {
    const Matrix &image, &size, &t;
  };

  void add(const Side& side, const Coordinates& at, Curvature& out) const {
    const Index terms = static_cast<Index>(side.rows.size());
    const Eigen::RowVectorXd own = at.t.row(side.threshold);
    const Matrix u = at.image(side.rows, Eigen::all).rowwise() + own;
    const Matrix bound = at.size(side.rows, Eigen::all).rowwise() + own.cwiseAbs();
    Vector slopes(terms), curvatures(terms);
    for (Index t = 0; t < terms; ++t) {
      const Index i = side.rows[static_cast<std::size_t>(t)];
      const auto [z, off] = form(side, i);
      const double length = u.row(t).norm(), moved = units(x_.cols()) * bound.row(t).norm();
      slopes(t) = weight_at(weights_, i) * Logistic::slope(z);
      curvatures(t) = weight_at(weights_, i) * Logistic::curvature(z);
      const double changes = off * finite_exp(off) + units(2 * x_.rows() + at.t.rows());
      out.hessian_error += curvatures(t) * (2 * length + moved) * moved;
      out.gradient_error -= slopes(t) * (moved + length * changes);
      out.decay = std::max(out.decay, off);
      out.reach = std::max(out.reach, length + moved);
    }
    out.hessian += u.transpose() * (curvatures.asDiagonal() * u);
    out.gradient += side.sign * (u.transpose() * slopes);
  }

  static void add(const Spacing& spacing, const Matrix& t, Curvature& out) {
    const Eigen::RowVectorXd high = t.row(spacing.above), low = t.row(spacing.above - 1), u = high - low;
    const double moved = 2 * unit_roundoff * (high.norm() + low.norm()), length = u.norm();
    const double slope = spacing.times * IntervalLoss::slope(spacing.width),
                 curvature = spacing.times * IntervalLoss::curvature(spacing.width);
    const double e = exp(-spacing.width);
    out.hessian += curvature * u.transpose() * u;
    out.gradient += slope * u.transpose();
    out.hessian_error += curvature * (2 * length + moved) * moved;
    out.gradient_error -=
        slope * (moved + length * (spacing.rounding() + units(2 * t.rows() + spacing.summed)));
    out.decay = std::max(out.decay, 2 * spacing.rounding());
    out.reach = std::max(out.reach, (1 + e) / (1 - e) * (length + moved) * (1 + spacing.rounding()));
  }

  void add_penalty(const Matrix& t, Curvature& out) const {
    out.hessian += 2 * lambda_ * t.transpose() * t;
    out.gradient += 2 * lambda_ * t.transpose() * answer_.beta;
    out.hessian_error += 2 * lambda_ * units(t.rows()) * t.squaredNorm();
    out.gradient_error +=
        2 * lambda_ * units(2 * t.rows()) * (t.cwiseAbs().transpose() * answer_.beta.cwiseAbs()).norm();
  }

  const Matrix& x_;
  double lambda_;
  const Vector& weights_;
  const OddsAnswer& answer_;
  std::vector<Side> sides_;
  std::vector<Spacing> spacings_;
  Vector shift_, off_; // x beta and what it may be off by
};

} // namespace

Certificate certify_odds(const Matrix& x, const ClassNumbers& y, double lambda, const OddsAnswer& answer) {
  return Odds(x, y, lambda, answer).certify();
}

} // namespace core
