#include "core/multiclass/logit/certify_multinomial.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary/functions.hpp"
#include "core/multiclass/logit/computed.hpp"
#include "core/multiclass/logit/decrement_bound.hpp"
#include "core/multiclass/logit/independent_columns.hpp"
#include "core/multiclass/machine/class_basis.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

using Eigen::Index;

using computed::finite_exp;
using computed::units;
using Computed = computed::Number;

/// Functions by their values at the observations, each row right to `error`, and half their squared norm.
struct Form {
  Matrix values; ///< [n x K]
  Vector error;  ///< [n]
  Computed half_square;
};

/// x w.
Form linear_form(const Matrix& x, const Matrix& w) {
  const Matrix spread = units(x.cols()) * (x.cwiseAbs() * w.cwiseAbs());
  const double square = w.squaredNorm() / 2;
  return {x * w, spread.rowwise().maxCoeff(), {square, units(w.size()) * square}};
}

/// x x'a for a whose entries are right to a few units.
Form image_form(const Matrix& x, const Matrix& a) {
  const Matrix w = x.transpose() * a, off = units(x.rows()) * (x.cwiseAbs().transpose() * a.cwiseAbs());
  Form out = linear_form(x, w);
  out.error += (x.cwiseAbs() * off).rowwise().maxCoeff();
  out.half_square.error += off.cwiseProduct(w.cwiseAbs() + off).sum();
  return out;
}

/// K a.
Form kernel_form(const Matrix& gram, const Matrix& a) {
  Form out{Matrix(a.rows(), a.cols()), Vector::Zero(a.rows()), {0, 0}};
  for (Index k = 0; k < a.cols(); ++k) {
    const Vector image = gram_times(gram, a.col(k)), off = rounding_of_product(gram, a.col(k));
    const Vector size = a.col(k).cwiseAbs();
    out.values.col(k) = image;
    out.error = out.error.cwiseMax(off);
    out.half_square.value += a.col(k).dot(image) / 2;
    out.half_square.error += size.dot(off) / 2 + units(a.rows()) * size.dot(image.cwiseAbs()) / 2;
  }
  return out;
}

/// The functions with coordinates w: those of a = L'^{-1} w as computed, and what w - L'a, whose length in
/// the space is about its own, may add.
Form span_form(const FeatureSpace& space, const Matrix& w) {
  const Matrix rows = space.factor.x(space.factor.pivots, Eigen::all);
  const auto triangle = rows.triangularView<Eigen::Lower>();
  const Matrix a = triangle.transpose().solve(w);
  const Matrix product = triangle.transpose() * a;
  const Matrix size = rows.cwiseAbs().triangularView<Eigen::Lower>().transpose() * a.cwiseAbs();
  const double left = 2 * ((w - product).norm() + units(w.rows()) * (size + w.cwiseAbs()).norm());
  Matrix whole = Matrix::Zero(space.gram.rows(), w.cols());
  whole(space.factor.pivots, Eigen::all) = a;
  Form out = kernel_form(space.gram, whole);
  out.error += left * space.gram.diagonal().cwiseSqrt();
  out.half_square.error += left * (w.norm() + left);
  return out;
}

/// Each row times the weight of its observation.
Matrix weighted(Matrix of_rows, const ClassNumbers& y) {
  if (y.weights.size() > 0) of_rows.array().colwise() *= y.weights.array();
  return of_rows;
}

/// A decision function's losses and probabilities.
struct Shares {
  Matrix p;      ///< [n x K]
  Vector missed; ///< [n] 1 - p_y, the sum of the others
  Vector off;    ///< [n] what f may be off by
  Computed loss; ///< their sum
};

/// log sum_k exp(f_k) - f_y, to the last digits also where it is small.
double loss_of(const Vector& f, Index y) {
  Index top = 0;
  const double most = f.maxCoeff(&top);
  double others = 0;
  for (Index k = 0; k < f.size(); ++k)
    if (k != top) others += exp(f(k) - most);
  return (most - f(y)) + log1p(others);
}

Shares shares_of(const Form& form, const Vector& intercepts, const ClassNumbers& y) {
  const Matrix f = form.values.rowwise() + intercepts.transpose();
  Shares out{Matrix(f.rows(), f.cols()), Vector::Zero(f.rows()), form.error, {0, 0}};
  for (Index i = 0; i < f.rows(); ++i) {
    const Index own = y.of[static_cast<std::size_t>(i)];
    const double most = f.row(i).maxCoeff(), moved = 4 * unit_roundoff * f.row(i).cwiseAbs().maxCoeff();
    double total = 0, others = 0;
    for (Index k = 0; k < f.cols(); ++k) total += out.p(i, k) = exp(f(i, k) - most);
    for (Index k = 0; k < f.cols(); ++k) others += (out.p(i, k) /= total) * (k != own ? 1 : 0);
    out.missed(i) = std::min(1.0, others);
    out.off(i) += moved + unit_roundoff * intercepts.cwiseAbs().maxCoeff();
    const double off = out.off(i), changes = finite_exp(2 * off);
    const double weight = weight_at(y.weights, i);
    out.loss.value += weight * loss_of(f.row(i), own);
    out.loss.error += weight * (2 * off * std::min(1.0, others * changes));
  }
  out.loss.error += units(f.size()) * out.loss.value;
  return out;
}

/// Y - Q [n x K] for the probabilities of an answer moved along a step: p (1 + step less its mean), those
/// below 0 left out.
Matrix moved_point(const Shares& at, const ClassNumbers& y, const Matrix& towards) {
  const Matrix step = towards.allFinite() ? towards : Matrix::Zero(towards.rows(), towards.cols());
  Matrix q = at.p;
  for (Index i = 0; i < q.rows(); ++i) {
    const Index own = y.of[static_cast<std::size_t>(i)];
    const double mean = at.p.row(i).dot(step.row(i));
    q.row(i).array() *= (1 + step.row(i).array() - mean).cwiseMax(0);
    q.row(i) /= q.row(i).sum();
    q(i, own) = 0;
    q.row(i) = -q.row(i).eval();
    q(i, own) = std::min(1.0, -q.row(i).sum());
  }
  return q;
}

/// The same with the weighted sums of its columns zero but for rounding.
Matrix balanced(Matrix off, const ClassNumbers& y) {
  const Vector lacking = weighted(off, y).colwise().sum(), totals = y.totals();
  Vector keep = Vector::Ones(off.cols()), gives = lacking.cwiseMax(0);
  if (!(gives.sum() > 0)) return off;
  gives /= gives.sum();
  for (Index k = 0; k < off.cols(); ++k) {
    if (lacking(k) < 0) keep(k) = totals(k) / (totals(k) - lacking(k));
  }
  for (Index i = 0; i < off.rows(); ++i) {
    const Index own = y.of[static_cast<std::size_t>(i)];
    Vector q = -off.row(i).transpose();
    q(own) = 1 - off(i, own);
    const double freed = q.dot((1 - keep.array()).matrix());
    q = q.cwiseProduct(keep) + freed * gives;
    q(own) = 0;
    off.row(i) = -q.transpose();
    off(i, own) = std::min(1.0, q.sum());
  }
  return off;
}

Computed entropy_of(const Matrix& off, const ClassNumbers& y) {
  constexpr double steepest =
      80; // of t log t, per unit_roundoff of t that rounding moves, 1 - t being a sum of K
  double sum = 0, missed = 0;
  for (Index i = 0; i < off.rows(); ++i) {
    const double weight = weight_at(y.weights, i);
    for (Index k = 0; k < off.cols(); ++k) {
      const double q = -off(i, k), s = off(i, k);
      if (k != y.of[static_cast<std::size_t>(i)]) {
        sum -= q > 0 ? weight * (q * log(q)) : 0;
      } else {
        sum -= s < 1 ? weight * ((1 - s) * log1p(-s)) : 0;
        missed += weight * s;
      }
    }
  }
  return {sum, units(off.size()) * sum + steepest * unit_roundoff * static_cast<double>(off.cols()) * missed};
}

/// What F penalises with, and the largest K(x, x) of its space.
struct Penalty {
  double rho, largest;
};

/// Y - Q of a dual point, and its weighted rows.
struct DualPointOf {
  Matrix off, pull;

  DualPointOf(const Shares& at, const ClassNumbers& y, const Matrix& step)
      : off(balanced(moved_point(at, y, step), y)), pull(weighted(off, y)) {}
};

/// D there; the image of the weighted rows in the space is given.
Computed dual_of(const DualPointOf& point, const ClassNumbers& y, const Form& image, const Penalty& penalty) {
  const auto [rho, largest] = penalty;
  const Computed entropy = entropy_of(point.off, y);
  const Matrix& off = point.pull;
  const double left = off.colwise().sum().lpNorm<1>() + units(off.size()) * off.lpNorm<1>();
  const double pull = (image.values.cwiseAbs().rowwise().maxCoeff() + image.error).maxCoeff();
  const double value = entropy.value - image.half_square.value / rho;
  const double balancing = left * (1 + entropy.value + 2 * (pull + left * largest) / rho);
  return {value, entropy.error + image.half_square.error / rho +
                     units(0) * (entropy.value + image.half_square.value / rho) + balancing};
}

Certificate certificate_of(double primal, double dual, double rounding) {
  Certificate out;
  out.primal = std::isfinite(primal) ? primal : infinity;
  out.dual = std::isfinite(dual) ? dual : -infinity;
  out.rounding = std::isfinite(rounding) ? rounding : infinity;
  return out;
}

Computed primal_of(const Shares& at, const Form& form, double rho) {
  const double value = at.loss.value + rho * form.half_square.value;
  return {value, at.loss.error + rho * form.half_square.error + units(0) * value};
}

/// F at an answer in class contrasts of the coordinates of `z`, without a penalty.
class Contrasts {
 public:
  Contrasts(const Shares& at, const ClassNumbers& y) : at_(at), y_(y), q_(class_basis(at.p.cols())) {
    Matrix residual = at.p;
    for (Index i = 0; i < residual.rows(); ++i)
      residual(i, y.of[static_cast<std::size_t>(i)]) = -at.missed(i);
    slopes_ = weighted(residual, y) * q_;
    for (Index k = 0; k < q_.rows(); ++k) {
      Matrix from(at.p.rows(), q_.cols());
      for (Index a = 0; a < q_.cols(); ++a) {
        const Vector apart = q_(k, a) - q_.col(a).array();
        from.col(a) = at.p * apart;
      }
      from_mean_.push_back(std::move(from));
    }
    spread_ = Vector::Zero(at.p.rows());
    for (Index k = 0; k < q_.rows(); ++k)
      spread_ += at.p.col(k).cwiseProduct(deviation(k).rowwise().squaredNorm());
    spread_ = weighted(spread_, y);
  }

  /// What lies between F and its infimum, at most; z [n x m] has independent columns.
  double above_infimum(const Matrix& z) const {
    const Matrix t = whitening(z.transpose() * spread_.asDiagonal() * z);
    return t.size() == 0 ? infinity : core::above_infimum(curvature(z, t));
  }

 private:
  /// The contrasts of class k less their mean.
  const Matrix& deviation(Index k) const { return from_mean_[static_cast<std::size_t>(k)]; }

  Curvature curvature(const Matrix& z, const Matrix& t) const {
    const Matrix u = z * t;
    const Vector size = u.rowwise().norm(),
                 off = units(z.cols()) * (z.cwiseAbs() * t.cwiseAbs()).rowwise().norm();
    const auto n = z.rows(), classes = q_.rows();
    const Index summed = n + 4 * classes;
    Curvature out;
    out.hessian = hessian(u);
    out.gradient = (u.transpose() * slopes_).reshaped();
    for (Index i = 0; i < n; ++i) {
      const double error = at_.off(i), changes = 2 * error * finite_exp(2 * error);
      out.hessian_error += spread_(i) * (units(summed) * size(i) * size(i) + (2 * size(i) + off(i)) * off(i));
      out.gradient_error += weight_at(y_.weights, i) *
                            (std::sqrt(2.0) * at_.missed(i) * (off(i) + size(i) * (changes + units(summed))));
      out.decay = std::max(out.decay, 2 * error);
      out.reach = std::max(out.reach, widest * (size(i) + off(i)));
    }
    return out;
  }

  Matrix hessian(const Matrix& u) const {
    const Index width = u.cols();
    Matrix out(width * q_.cols(), width * q_.cols());
    for (Index a = 0; a < q_.cols(); ++a) {
      for (Index b = 0; b <= a; ++b) {
        Vector weight = Vector::Zero(u.rows());
        for (Index k = 0; k < q_.rows(); ++k)
          weight += at_.p.col(k).cwiseProduct(deviation(k).col(a)).cwiseProduct(deviation(k).col(b));
        weight = weighted(weight, y_);
        const Matrix block = u.transpose() * (weight.asDiagonal() * u);
        out.block(a * width, b * width, width, width) = block;
        out.block(b * width, a * width, width, width) = block.transpose();
      }
    }
    return out;
  }

  static constexpr double widest = 1.42; // range of a vector of length 1

  const Shares& at_;
  const ClassNumbers& y_;
  Matrix q_, slopes_;             // [K x K-1], [n x K-1]
  std::vector<Matrix> from_mean_; // [K] of [n x K-1]
  Vector spread_;                 // [n] traces of S_i
};

/// Without a penalty.
Certificate certify_maximum(const Matrix& x, const ClassNumbers& y, const MultinomialAnswer& answer) {
  const Form form = linear_form(x, answer.weights);
  const Shares at = shares_of(form, answer.intercepts, y);
  Matrix z(x.rows(), x.cols() + 1);
  z << Vector::Ones(x.rows()), x;
  const double above = Contrasts(at, y).above_infimum(z(Eigen::all, independent_columns(z)));
  const Computed primal = primal_of(at, form, 0);
  return certificate_of(primal.value, std::max(0.0, primal.value - above), primal.error);
}

} // namespace

Certificate certify_multinomial(const Matrix& x, const ClassNumbers& y, double rho,
                                const MultinomialAnswer& answer) {
  if (!(rho > 0)) return certify_maximum(x, y, answer);
  const Form form = linear_form(x, answer.weights);
  const Shares at = shares_of(form, answer.intercepts, y);
  const DualPointOf point(at, y, answer.step);
  const Penalty penalty{rho, x.rowwise().squaredNorm().maxCoeff()};
  const Computed primal = primal_of(at, form, rho),
                 dual = dual_of(point, y, image_form(x, point.pull), penalty);
  return certificate_of(primal.value, dual.value, primal.error + dual.error);
}

Certificate certify_multinomial(const FeatureSpace& space, const ClassNumbers& y, double rho,
                                const MultinomialAnswer& answer) {
  const Form form = span_form(space, answer.weights);
  const Shares at = shares_of(form, answer.intercepts, y);
  const DualPointOf point(at, y, answer.step);
  const Penalty penalty{rho, space.gram.diagonal().maxCoeff()};
  const Computed primal = primal_of(at, form, rho),
                 dual = dual_of(point, y, kernel_form(space.gram, point.pull), penalty);
  return certificate_of(primal.value, dual.value, primal.error + dual.error);
}

} // namespace core
