#include "core/multiclass/logit/multinomial_fit.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary/functions.hpp"
#include "core/multiclass/logit/certified_newton.hpp"
#include "core/multiclass/logit/softmax.hpp"
#include "core/multiclass/machine/class_basis.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

using Eigen::Index;

// From so many columns on their products are taken by loops that are compiled for each processor. What is
// smaller keeps the order of sums that its stored results have.
constexpr Index many = 64;

/// theta is G [(p+1) x (K-1)] column by column, f = Z G Q' with Z = (1, x) and Q the basis of
/// core/multiclass/machine/class_basis.hpp.
class Multinomial final : public ConvexLikelihood {
 public:
  Multinomial(const Matrix& x, const Matrix* gram, const ClassNumbers& y, double rho)
      : z_(x.rows(), x.cols() + 1),
        gram_(gram),
        q_(class_basis(y.classes)),
        rho_(rho),
        row_weights_(y.weights) {
    z_ << Vector::Ones(x.rows()), x;
    y_ = Matrix::Zero(x.rows(), y.classes);
    for (Index i = 0; i < x.rows(); ++i) y_(i, y.of[static_cast<std::size_t>(i)]) = 1;
  }

  Index unknowns() const { return z_.cols() * q_.cols(); }

  /// (b, W) as [(p+1) x K].
  Matrix coefficients(const Vector& theta) const { return as_matrix(theta) * q_.transpose(); }

  /// f [n x K] at the observations.
  Matrix decision(const Vector& theta) const { return z_ * as_matrix(theta) * q_.transpose(); }

  double value(const Vector& theta) const override {
    const Matrix logs = log_softmax(decision(theta));
    const double loss = row_weights_.size() == 0 ? -y_.cwiseProduct(logs).sum()
                                                 : -row_weights_.dot(y_.cwiseProduct(logs).rowwise().sum());
    return loss + rho_ / 2 * penalised(as_matrix(theta)).squaredNorm();
  }

  Expansion expansion(const Vector& theta) const override {
    const Matrix p = exponentials(log_softmax(decision(theta)));
    Matrix gradient = z_.transpose() * (weighted(p - y_) * q_);
    gradient.bottomRows(z_.cols() - 1) += rho_ * penalised(as_matrix(theta));
    return {gradient.reshaped(), hessian(p)};
  }

  Bound bound(const Vector& theta, const Vector& step) const override {
    const Matrix p = exponentials(log_softmax(decision(theta))), d = decision(step);
    const Vector mean = p.cwiseProduct(d).rowwise().sum();
    const Matrix moved = (d.colwise() - mean).eval();
    Matrix q = p.cwiseProduct((1 + moved.array()).matrix()).cwiseMax(0);
    q.array().colwise() /= q.rowwise().sum().array().eval();
    const Matrix off = weighted(y_ - q);
    Vector left = (Vector::Ones(off.rows()).transpose() * off).transpose();
    double dual = entropy(q);
    if (rho_ > 0) {
      dual -= image_norm(off) / (2 * rho_);
    } else {
      left = (z_.transpose() * off * q_).reshaped();
    }
    const double largest_move = (d.rowwise().maxCoeff() - d.rowwise().minCoeff()).maxCoeff();
    const bool held = rho_ > 0;
    dual -= left_of_constraint(left, held ? free_part(theta) : theta, held ? free_part(step) : step);
    return {dual, largest_move};
  }

 private:
  Eigen::Map<const Matrix> as_matrix(const Vector& theta) const {
    return {theta.data(), z_.cols(), q_.cols()};
  }
  static Matrix penalised(const Matrix& g) { return g.bottomRows(g.rows() - 1); }
  Vector free_part(const Vector& theta) const { return coefficients(theta).row(0).transpose(); }

  /// |X'A|^2, or the same in the whole feature space.
  double image_norm(const Matrix& off) const {
    if (gram_ != nullptr) return off.cwiseProduct(gram_->selfadjointView<Eigen::Lower>() * off).sum();
    return (z_.rightCols(z_.cols() - 1).transpose() * off).squaredNorm();
  }

  double entropy(const Matrix& q) const {
    const auto of_entries = q.unaryExpr([](double v) { return v > 0 ? v * log(v) : 0; });
    if (row_weights_.size() == 0) return -of_entries.sum();
    return -row_weights_.dot(Vector(of_entries.rowwise().sum()));
  }

  /// Each row times its weight.
  Matrix weighted(Matrix of_rows) const {
    if (row_weights_.size() > 0) of_rows.array().colwise() *= row_weights_.array();
    return of_rows;
  }

  Matrix hessian(const Matrix& p) const {
    const Index width = z_.cols();
    const Matrix mean = p * q_;
    Matrix out = Matrix::Zero(unknowns(), unknowns());
    for (Index a = 0; a < q_.cols(); ++a) {
      for (Index b = 0; b <= a; ++b) {
        const Vector weight =
            weighted(p * q_.col(a).cwiseProduct(q_.col(b)) - mean.col(a).cwiseProduct(mean.col(b)));
        auto block = out.block(a * width, b * width, width, width);
        const Matrix weighted = weight.asDiagonal() * z_;
        if (width < many)
          block.triangularView<Eigen::Lower>() = z_.transpose() * weighted;
        else
          add_lower_products(z_, weighted, block);
        block.triangularView<Eigen::StrictlyUpper>() = block.transpose();
      }
      out.diagonal().segment(a * width + 1, width - 1).array() += rho_;
    }
    return out;
  }

  Matrix z_;
  const Matrix* gram_;
  Matrix q_;
  double rho_;
  Vector row_weights_; ///< [n], or empty
  Matrix y_;           ///< [n x K], a one in each row
};

/// What is known of the inputs: a matrix, or coordinates in the space of a kernel.
struct Inputs {
  const Matrix& x;
  const FeatureSpace* space = nullptr;

  const Matrix* gram() const { return space != nullptr ? &space->gram : nullptr; }
  Certificate certify(const ClassNumbers& y, double rho, const MultinomialAnswer& answer) const {
    return space != nullptr ? certify_multinomial(*space, y, rho, answer)
                            : certify_multinomial(x, y, rho, answer);
  }
};

MultinomialFit fitted(const Inputs& inputs, const ClassNumbers& y, double rho) {
  const std::vector<int> there = y.present();
  const Index p = inputs.x.cols();
  MultinomialFit fit{Matrix::Zero(p, y.classes), Vector::Constant(y.classes, -infinity), {}};
  if (there.size() > 1) {
    const ClassNumbers known = y.without_absent();
    const Multinomial problem(inputs.x, inputs.gram(), known, rho);
    const NewtonMinimum found = newton_minimum(problem, Vector::Zero(problem.unknowns()));
    const Matrix coefficients = problem.coefficients(found.theta), weights = coefficients.bottomRows(p);
    const Vector intercepts = coefficients.row(0).transpose();
    const Matrix step = problem.decision(found.step);
    const MultinomialAnswer answer{weights, intercepts, step};
    fit.weights(Eigen::all, there) = weights;
    fit.intercepts(there) = intercepts;
    fit.certificate = concluded(found, inputs.certify(known, rho, answer));
    fit.runs_away = found.runs_away;
  } else if (!there.empty()) {
    fit.intercepts(there.front()) = 0;
  }
  if (static_cast<int>(there.size()) < y.classes) fit.certificate.status = Status::not_converged;
  return fit;
}

} // namespace

Matrix MultinomialFit::log_probability(const Matrix& x) const {
  return log_softmax(row_products(x, weights).rowwise() + intercepts.transpose());
}

MultinomialFit fit_multinomial(const Matrix& x, const ClassNumbers& y, double rho) {
  return fitted({x}, y, rho);
}

MultinomialFit fit_multinomial(const FeatureSpace& space, const ClassNumbers& y, double rho) {
  return fitted({space.factor.x, &space}, y, rho);
}

KernelMultinomialFit fit_kernel_multinomial(const Matrix& gram, const ClassNumbers& y, double rho) {
  constexpr double left_at_rho = 1e-7 / 2, most_left = 1e-2, finer = 1e-2;
  const double left = std::min(left_at_rho * rho, most_left);
  KernelMultinomialFit out{kernel_factor(gram, left, gram.rows()), {}};
  out.fit = fit_multinomial(FeatureSpace{out.factor, gram}, y, rho);
  if (out.fit.certificate.meets(certified_gap)) return out;
  out.factor = kernel_factor(gram, finer * left, gram.rows());
  out.fit = fit_multinomial(FeatureSpace{out.factor, gram}, y, rho);
  return out;
}

} // namespace core
