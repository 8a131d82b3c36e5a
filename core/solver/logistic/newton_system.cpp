#include "core/solver/logistic/newton_system.hpp"

#include <algorithm>
#include <cmath>

#include "core/solver/gram/columns.hpp"
#include "core/solver/loops/cholesky.hpp"

namespace core {
namespace {

class DenseNewton final : public NewtonSystem {
 public:
  DenseNewton(const GramRows& sample, double lambda) : scaled_gram_(sample.block() / lambda) {}

  NewtonStep solve(const Vector& s, const Vector& d, double) override {
    Matrix matrix = s.asDiagonal() * scaled_gram_ * s.asDiagonal();
    matrix.diagonal().array() += 1;
    const Cholesky factor(std::move(matrix));
    const Vector from_d = factor.solve(s.cwiseProduct(d)), from_s = factor.solve(s);
    const double db = -s.dot(from_d) / s.dot(from_s);
    return {-from_d - db * from_s, db};
  }

 private:
  Matrix scaled_gram_;
};

/// K = G G' + E with G [n x rank] and E positive semidefinite, of which the diagonal is kept.
struct LowRank {
  Matrix factor; ///< G
  Vector rest;   ///< diagonal of E [n]
};

/// Cholesky's factorisation of the Gram matrix with the largest remaining diagonal entry as the next pivot,
/// stopped at this rank or where no entry of the rest is above `rest`. Cost n rank^2, and one column of K for
/// each rank.
LowRank pivoted_cholesky(const GramRows& sample, Eigen::Index most_rank, double rest) {
  LowRank out{Matrix(sample.size(), most_rank), sample.gram.diagonal()(sample.rows)};
  Eigen::Index rank = 0;
  for (; rank < most_rank; ++rank) {
    Eigen::Index pivot = 0;
    const double largest = out.rest.maxCoeff(&pivot);
    if (!(largest > rest)) break;
    const auto known = out.factor.leftCols(rank);
    Vector column = sample.gram.col(sample.rows[static_cast<std::size_t>(pivot)])(sample.rows);
    column -= known * known.row(pivot).transpose();
    out.factor.col(rank) = column / std::sqrt(largest);
    out.rest = (out.rest - out.factor.col(rank).cwiseAbs2()).cwiseMax(0);
    out.rest(pivot) = 0;
  }
  out.factor.conservativeResize(Eigen::NoChange, rank);
  return out;
}

/// (D + U U')^{-1} followed by the projection along its own metric to 1'S u = 0, for U = S G / sqrt(lambda)
/// and D = I + S E S / lambda, K = G G' + E.
class Preconditioner {
 public:
  Preconditioner(const LowRank& gram, const Vector& s, double lambda)
      : inverse_(1 / (1 + s.array().square() * gram.rest.array() / lambda)),
        scaled_((s / std::sqrt(lambda)).asDiagonal() * gram.factor),
        core_(inner(scaled_, inverse_)) {
    from_s_ = inverted(s);
    along_ = from_s_ / s.dot(from_s_);
  }

  struct Image {
    Vector u;
    double multiplier = 0; ///< db: what of v lies along s
  };
  Image operator()(const Vector& v, const Vector& s) const {
    const Vector u = inverted(v);
    const double multiplier = along_.dot(v);
    return {u - s.dot(u) * along_, multiplier};
  }

 private:
  static Cholesky inner(const Matrix& scaled, const Vector& inverse) {
    const Matrix half = inverse.cwiseSqrt().asDiagonal() * scaled;
    Matrix core = Matrix::Identity(half.cols(), half.cols());
    add_lower_products(half, half, core);
    return Cholesky(std::move(core));
  }

  Vector inverted(const Vector& v) const {
    const Vector first = inverse_.cwiseProduct(v);
    return first - inverse_.cwiseProduct(scaled_ * core_.solve(scaled_.transpose() * first));
  }

  Vector inverse_;
  Matrix scaled_;
  Cholesky core_;
  Vector from_s_, along_;
};

class ConjugateGradientNewton final : public NewtonSystem {
 public:
  ConjugateGradientNewton(const GramRows& sample, double lambda)
      : sample_(sample),
        lambda_(lambda),
        low_rank_(pivoted_cholesky(sample, std::min(most_rank, sample.size()), fine * lambda)) {}

  NewtonStep solve(const Vector& s, const Vector& d, double miss) override {
    const Preconditioner precondition(low_rank_, s, lambda_);
    Vector residual = -s.cwiseProduct(d), u = Vector::Zero(s.size());
    auto image = precondition(residual, s);
    Vector direction = image.u;
    // residual'image is the square of the error in the preconditioner's metric: twice the miss of the model.
    double square = residual.dot(image.u);
    const double enough = std::max(2 * miss, rounding * square);
    for (int k = 0; k < most_iterations && square > enough; ++k) {
      const Vector product = direction + s.cwiseProduct(sample_.times(s.cwiseProduct(direction))) / lambda_;
      const double length = square / direction.dot(product);
      u += length * direction;
      residual -= length * product;
      image = precondition(residual, s);
      const double before = square;
      square = residual.dot(image.u);
      direction = image.u + square / before * direction;
    }
    return {u, image.multiplier};
  }

 private:
  static constexpr int most_iterations = 500;
  static constexpr double rounding = 1e-17; // of the first square: what is left below it is noise
  static constexpr Eigen::Index most_rank = 500;
  static constexpr double fine = 0.1; // entries of the rest that matter little, in units of lambda
  GramRows sample_;
  double lambda_;
  LowRank low_rank_;
};

} // namespace

std::unique_ptr<NewtonSystem> dense_newton(const GramRows& sample, double lambda) {
  return std::make_unique<DenseNewton>(sample, lambda);
}

std::unique_ptr<NewtonSystem> conjugate_gradient_newton(const GramRows& sample, double lambda) {
  return std::make_unique<ConjugateGradientNewton>(sample, lambda);
}

} // namespace core
