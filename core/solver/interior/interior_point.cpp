#include "core/solver/interior/interior_point.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <utility>

namespace core {
namespace {

using Array = Eigen::ArrayXd;
using Eigen::Index;
using Part = Design::Part;

constexpr std::int64_t most_steps = 100;

/// A step goes this share of the way to the boundary.
constexpr double short_of_boundary = 0.995;

/// Steps below this move nothing.
constexpr double stuck = 1e-10;

/// The largest share of a variable that a step takes away.
double fastest(const Part& step, const Part& inverse) {
  return (-step * inverse).maxCoeff();
}

/// What upper(s) and lower(t) do at a point: their slopes in s and t, and by how much upper - a and a - lower
/// as variables fall short of them. Only one side of a corner bends.
struct Bends {
  Array slope, short_of; ///< [n] each, of the side that bends

  explicit Bends(Index n) : slope(n), short_of(n) {}
};

/// A block of variables with what the steps divide by.
struct Block {
  Part s, t, above, below;
  Part s_slope, t_slope, s_short, t_short; ///< empty where nothing bends

  /// A product s (upper - a) that is to become v after the whole step gives
  /// ds = (v + s^2 slope - s short + s da) / rise() - s; t alike.
  Part rise() const { return s_slope.size() > 0 ? Part(above + s * s_slope) : above; }
  Part fall() const { return t_slope.size() > 0 ? Part(below + t * t_slope) : below; }
};

double size_of(const TwoLines&, Index n) {
  return static_cast<double>(n);
}

double size_of(const TruncatedLogarithms& pieces, Index n) {
  return weight_of_all(pieces.weights, n);
}

template <class Pieces>
class PrimalDual {
 public:
  PrimalDual(const MarginProblem<Pieces>& problem, const Start& start)
      : problem_(problem),
        x_(problem.x),
        n_(x_.size()),
        r_(x_.unknowns() - 1),
        products_(2 * size_of(problem.pieces, n_)),
        w_(Vector::Zero(r_ + 1)),
        residual_(n_),
        weight_(n_),
        s_product_(n_),
        t_product_(n_),
        da_(n_),
        bends_(Pieces::bent ? n_ : 0) {
    w_(r_) = start.intercept;
    begin(start.slack);
    measure();
  }

  InteriorPoint run(double share) {
    std::int64_t steps = 0;
    for (; steps < most_steps && !arrived(share); ++steps)
      if (!advance()) break;
    return {a_.matrix(), w_.head(r_), w_(r_), complementarity_, steps};
  }

 private:
  /// s - t is the residual, a in the middle of its box.
  void begin(double slack) {
    const Array residual = problem_.target.array() - w_(r_);
    s_ = residual.max(0) + slack;
    t_ = (-residual).max(0) + slack;
    if constexpr (Pieces::bent) {
      const Array y = problem_.pieces.y.array();
      above_.resize(n_);
      size_ = x_.absolute_sums(weights_of_all(problem_.pieces.weights, n_));
      x_.blocks([&](Index i, Index m) {
        const Part distance = (y.segment(i, m) > 0).select(s_.segment(i, m), t_.segment(i, m));
        above_.segment(i, m) = problem_.pieces.slope(distance, i) / 2;
      });
      a_ = y * above_;
    } else {
      a_ = (problem_.pieces.lower + problem_.pieces.upper) / 2;
      above_ = (problem_.pieces.upper - problem_.pieces.lower) / 2;
      size_ = x_.absolute_sums(problem_.pieces.upper - problem_.pieces.lower);
    }
    below_ = above_;
  }

  bool arrived(double share) {
    // The loss of bent pieces costs exponentials, and changes little near the end.
    if constexpr (Pieces::bent)
      if (complementarity_ <= 100 * share * loss_ || loss_ == 0) loss_ = bent_loss();
    const double primal = loss_ + problem_.lambda / 2 * w_.head(r_).squaredNorm();
    // What the loss can change by where x'a / lambda takes the place of w.
    const double apart = unbalanced_.head(r_).cwiseAbs().dot(size_) / problem_.lambda;
    return complementarity_ + apart + short_ <= share * std::max(1e-12, primal);
  }

  double bent_loss() const {
    double sum = 0;
    x_.blocks([&](Index i, Index m) { sum += problem_.pieces.loss(residual_.segment(i, m), i); });
    return sum;
  }

  bool advance() {
    const double centre = complementarity_ / products_;
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

  /// What the point is worth: x'a - lambda w and sum a, the complementarity, the loss.
  void measure() {
    const Vector at = x_.coordinates(w_);
    complementarity_ = short_ = 0;
    if constexpr (!Pieces::bent) loss_ = 0;
    unbalanced_ = x_.sums(Vector::Zero(r_ + 1), [&](Index i, Index m) {
      const Part residual = problem_.target.array().segment(i, m) - x_.values(at, i, m);
      residual_.segment(i, m) = residual;
      complementarity_ +=
          (s_.segment(i, m) * above_.segment(i, m)).sum() + (t_.segment(i, m) * below_.segment(i, m)).sum();
      if constexpr (Pieces::bent) {
        bend(i, m);
      } else {
        loss_ += (problem_.pieces.upper.array().segment(i, m) * residual)
                     .max(problem_.pieces.lower.array().segment(i, m) * residual)
                     .sum();
      }
      return Part(a_.segment(i, m));
    });
    unbalanced_.head(r_) -= problem_.lambda * w_.head(r_);
  }

  /// How the slopes of a block bend at its s and t.
  void bend(Index i, Index m) {
    const Part y = problem_.pieces.y.array().segment(i, m);
    const Part distance = (y > 0).select(s_.segment(i, m), t_.segment(i, m));
    const Part slope = problem_.pieces.slope(distance, i);
    const Part other = (y > 0).select(above_.segment(i, m), below_.segment(i, m));
    bends_.slope.segment(i, m) = problem_.pieces.curvature(slope, i);
    bends_.short_of.segment(i, m) = slope - y * a_.segment(i, m) - other;
    short_ += (bends_.short_of.segment(i, m).abs() * distance).sum();
  }

  Block variables(Index i, Index m) const {
    Block out{s_.segment(i, m), t_.segment(i, m), above_.segment(i, m), below_.segment(i, m), {}, {}, {}, {}};
    if constexpr (Pieces::bent) {
      const Part right = (problem_.pieces.y.array().segment(i, m) > 0).template cast<double>();
      const Part slope = bends_.slope.segment(i, m), short_of = bends_.short_of.segment(i, m);
      out.s_slope = right * slope, out.t_slope = slope - out.s_slope;
      out.s_short = right * short_of, out.t_short = short_of - out.s_short;
    }
    return out;
  }

  /// What the bends add to the products that s and t are to have: s^2 slope - s short.
  static Part bent_s(const Block& v) { return v.s * (v.s * v.s_slope - v.s_short); }
  static Part bent_t(const Block& v) { return v.t * (v.t * v.t_slope - v.t_short); }

  /// The normal equations [x 1]' diag(weight) [x 1] + lambda on the diagonal of w, and the right side of the
  /// step towards mu = 0.
  bool factor() {
    Matrix products = Matrix::Zero(r_ + 1, r_ + 1);
    const Vector excess = x_.sums(unbalanced_, [&](Index i, Index m) {
      const Block v = variables(i, m);
      const Part weight = (v.s / v.rise() + v.t / v.fall()).inverse();
      weight_.segment(i, m) = weight;
      x_.add_products(weight, i, products);
      Part pull = residual_.segment(i, m);
      if constexpr (Pieces::bent) pull += bent_t(v) / v.fall() - bent_s(v) / v.rise();
      return Part(pull * weight);
    });
    Matrix equations = x_.products(std::move(products));
    equations.diagonal().head(r_).array() += problem_.lambda;
    cholesky_.compute(equations);
    dw_ = cholesky_.solve(excess);
    return cholesky_.info() == Eigen::Success;
  }

  /// The step towards mu = 0: how far it could go, what would then be left, and its second-order terms.
  void predict() {
    predicted_ = {complementarity_, 0, 0};
    const Vector step = x_.coordinates(dw_);
    double fast = 1;
    x_.blocks([&](Index i, Index m) {
      const Block v = variables(i, m);
      const Part moved = residual_.segment(i, m) - x_.values(step, i, m);
      if constexpr (Pieces::bent)
        fast = std::max(fast, predict_bent(v, moved, i));
      else
        fast = std::max(fast, predict_straight(v, moved, i));
    });
    reach_ = 1 / fast;
  }

  double predict_straight(const Block& v, const Part& moved, Index i) {
    const Index m = moved.size();
    const Part up = v.above.inverse(), down = v.below.inverse();
    const Part da = moved * weight_.segment(i, m);
    const Part ds = v.s * (da * up - 1), dt = -v.t * (da * down + 1);
    s_product_.segment(i, m) = ds * da;
    t_product_.segment(i, m) = -dt * da;
    predicted_.slope += (ds * v.above - v.s * da + dt * v.below + v.t * da).sum();
    predicted_.curvature += ((dt - ds) * da).sum();
    return std::max(
        {fastest(-da, up), fastest(da, down), (1 - da * up).maxCoeff(), (1 + da * down).maxCoeff()});
  }

  double predict_bent(const Block& v, const Part& moved, Index i) {
    const Index m = moved.size();
    const Part rise = v.rise(), fall = v.fall(), by_s = bent_s(v), by_t = bent_t(v);
    const Part da = (moved + by_t / fall - by_s / rise) * weight_.segment(i, m);
    const Part ds = (by_s + v.s * da) / rise - v.s, dt = (by_t - v.t * da) / fall - v.t;
    const Part d_above = v.s_slope * ds - da + v.s_short, d_below = v.t_slope * dt + da + v.t_short;
    s_product_.segment(i, m) = -ds * d_above;
    t_product_.segment(i, m) = -dt * d_below;
    predicted_.slope += (ds * v.above + v.s * d_above + dt * v.below + v.t * d_below).sum();
    predicted_.curvature += (ds * d_above + dt * d_below).sum();
    return std::max({(-ds / v.s).maxCoeff(), (-dt / v.t).maxCoeff(), (-d_above / v.above).maxCoeff(),
                     (-d_below / v.below).maxCoeff()});
  }

  /// The step towards mu = centred with the second-order terms of the one before.
  void correct() {
    const Vector excess = x_.sums(unbalanced_, [&](Index i, Index m) {
      const Part q = pull(i, m);
      da_.segment(i, m) = q;
      return Part(q * weight_.segment(i, m));
    });
    dw_ = cholesky_.solve(excess);
    const Vector step = x_.coordinates(dw_);
    double fast = 1;
    x_.blocks([&](Index i, Index m) { fast = std::max(fast, correct(step, i, m)); });
    reach_ = 1 / fast;
  }

  /// What the products of a block are to be, with their second-order terms. One of weight v is that of v
  /// observations alike, so that the steps are those of so many copies.
  Part aim(const Array& second_order, Index i, Index m) const {
    if constexpr (Pieces::bent) {
      const Vector& weights = problem_.pieces.weights;
      if (weights.size() > 0) return centred_ * weights.array().segment(i, m) + second_order.segment(i, m);
    }
    return centred_ + second_order.segment(i, m);
  }

  /// target - x w - b less what the targets of the complementarity ask for.
  Part pull(Index i, Index m) const {
    const Block v = variables(i, m);
    Part of_s = aim(s_product_, i, m), of_t = aim(t_product_, i, m);
    if constexpr (Pieces::bent) of_s += bent_s(v), of_t += bent_t(v);
    return residual_.segment(i, m) - of_s / v.rise() + of_t / v.fall();
  }

  /// The step of a block, left in da_ and, of s and t, in the products.
  double correct(const Vector& step, Index i, Index m) {
    const Part da = (da_.segment(i, m) - x_.values(step, i, m)) * weight_.segment(i, m);
    const Block v = variables(i, m);
    // s and t after the whole step, as shares of what they are, follow from the products they are to have.
    Part of_s = aim(s_product_, i, m), of_t = aim(t_product_, i, m);
    if constexpr (Pieces::bent) of_s += bent_s(v), of_t += bent_t(v);
    const Part ds = (of_s + v.s * da) / v.rise() - v.s;
    const Part dt = (of_t - v.t * da) / v.fall() - v.t;
    da_.segment(i, m) = da;
    s_product_.segment(i, m) = ds;
    t_product_.segment(i, m) = dt;
    const double slow = std::max((-ds / v.s).maxCoeff(), (-dt / v.t).maxCoeff());
    if constexpr (Pieces::bent) {
      const Part d_above = v.s_slope * ds - da + v.s_short, d_below = v.t_slope * dt + da + v.t_short;
      return std::max({slow, (-d_above / v.above).maxCoeff(), (-d_below / v.below).maxCoeff()});
    } else {
      return std::max({slow, (da / v.above).maxCoeff(), (-da / v.below).maxCoeff()});
    }
  }

  /// Along the step that correct() left in dw_, da_ and the products.
  void move(double length) {
    w_ += length * dw_;
    a_ += length * da_;
    above_ -= length * da_;
    below_ += length * da_;
    if constexpr (Pieces::bent) {
      x_.blocks([&](Index i, Index m) {
        const Block v = variables(i, m);
        above_.segment(i, m) += length * (v.s_slope * s_product_.segment(i, m) + v.s_short);
        below_.segment(i, m) += length * (v.t_slope * t_product_.segment(i, m) + v.t_short);
      });
    }
    s_ += length * s_product_;
    t_ += length * t_product_;
  }

  /// The complementarity along a step.
  struct Quadratic {
    double value, slope, curvature;
    double at(double length) const { return value + length * (slope + length * curvature); }
  };

  const MarginProblem<Pieces>& problem_;
  Design& x_;
  Index n_, r_;
  double products_;             ///< how many products s (upper - a) and t (a - lower) there are, by weight
  Vector w_, dw_;               ///< [r + 1], the intercept last
  Array a_, above_, below_;     ///< a, upper - a and a - lower
  Array s_, t_;                 ///< the parts of target - x w - b
  Array residual_;              ///< target - x w - b
  Array weight_;                ///< 1 / (s / rise + t / fall)
  Array s_product_, t_product_; ///< second-order terms of the step, then the step in s and t
  Array da_;
  Bends bends_;
  Vector size_;       ///< sum_i |x_ik| times the width of the box [r]
  Vector unbalanced_; ///< x'a - lambda w, and sum a
  double complementarity_ = 0, loss_ = 0, short_ = 0, centred_ = 0, reach_ = 1;
  Quadratic predicted_{};
  Eigen::LLT<Matrix> cholesky_;
};

} // namespace

InteriorPoint interior_point(const MarginProblem<TwoLines>& problem, double share) {
  return PrimalDual<TwoLines>(problem, {}).run(share);
}

InteriorPoint interior_point(const MarginProblem<TruncatedLogarithms>& problem, double share,
                             const Start& start) {
  return PrimalDual<TruncatedLogarithms>(problem, start).run(share);
}

} // namespace core
