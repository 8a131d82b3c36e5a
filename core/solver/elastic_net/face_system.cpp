#include "core/solver/elastic_net/face_system.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary/functions.hpp"
#include "core/solver/elastic_net/face_products.hpp"

namespace core {
namespace {

// Relative to the largest diagonal entry: keeps a factor of repeated columns defined, and Newton's next step
// takes off what it costs.
constexpr double diagonal_shift = 1e-13;

constexpr double left = 1e-3; // of k, where conjugate gradients stop

} // namespace

FaceSystem::FaceSystem(const ElasticNetProblem& problem)
    : m_(problem.columns),
      ridge_(problem.ridge),
      copies_(problem.copies),
      in_(static_cast<std::size_t>(problem.columns.cols()), 0),
      wanted_(in_) {}

Vector FaceSystem::step(const FaceModel& model) {
  if (is_near(model))
    if (std::optional<Vector> d = iterated(model)) return *std::move(d);
  hold(model);
  return solve(model.downhill);
}

/// By the multiplications of a factor and those of the iterations that take as long as it would.
bool FaceSystem::is_near(const FaceModel& model) const {
  if (!factor_ || factor_->info() != Eigen::Success || model.face != face_) return false;
  const Vector ratios = model.weights.cwiseQuotient(weights_);
  double low = ratios.minCoeff(), high = ratios.maxCoeff();
  if (held_ridge_ > 0) {
    low = std::min(low, model.ridge / held_ridge_);
    high = std::max(high, model.ridge / held_ridge_);
  }
  constexpr double slower = 3; // a multiplication of vectors than one of blocks
  const auto n = static_cast<double>(m_.rows()), f = static_cast<double>(face_.size());
  const double side = by_points_ ? n : f;
  const double factor = n * (by_points_ ? n : f * f / 2) + side * side * side / 6;
  const double iteration = 2 * n * f * (by_points_ ? 2 : 1) + side * side;
  const double root = std::sqrt(high / low), share = (root - 1) / (root + 1);
  const double iterations = 1 + log(2 / left) / -log(share);
  return iterations * iteration * slower < factor;
}

/// M'W (M d - its weighted mean) + ridge R d.
Vector FaceSystem::product(const FaceModel& model, const Vector& d) const {
  const Vector image = times(m_, model.face, d);
  const double mean = image.dot(model.weights) / model.weights.sum();
  Vector out = transposed_times(m_, model.face, model.weights.array() * (image.array() - mean));
  if (ridge_ == Ridge::plain && copies_.size() == 0) return out + model.ridge * d;
  if (ridge_ == Ridge::plain) return out + plain_ridge(model).cwiseProduct(d);
  for (Eigen::Index k = 0; k < d.size(); ++k)
    out(k) += model.ridge * image(model.face[static_cast<std::size_t>(k)]);
  return out;
}

/// By conjugate gradients; nothing where rounding keeps them from arriving.
std::optional<Vector> FaceSystem::iterated(const FaceModel& model) const {
  constexpr int most = 40;
  Vector d = Vector::Zero(model.downhill.size()), rest = model.downhill;
  const double enough = left * rest.lpNorm<Eigen::Infinity>();
  Vector preconditioned = solve(rest), direction = preconditioned;
  double power = rest.dot(preconditioned);
  for (int k = 0; k < most; ++k) {
    if (rest.lpNorm<Eigen::Infinity>() <= enough) return d;
    const Vector image = product(model, direction);
    const double length = power / direction.dot(image);
    if (!(length > 0)) break;
    d += length * direction;
    rest -= length * image;
    preconditioned = solve(rest);
    const double next = rest.dot(preconditioned);
    direction = preconditioned + next / power * direction;
    power = next;
  }
  return std::nullopt;
}

/// The diagonal of a plain ridge [|face|] whose columns stand for several.
Vector FaceSystem::plain_ridge(const FaceModel& model) const {
  return model.ridge * copies_(model.face).cwiseInverse();
}

void FaceSystem::hold(const FaceModel& model) {
  face_ = model.face;
  weights_ = model.weights;
  root_ = weights_.cwiseSqrt();
  held_ridge_ = model.ridge;
  by_points_ = static_cast<Eigen::Index>(face_.size()) > m_.rows() && ridge_ == Ridge::plain &&
               copies_.size() == 0 && model.ridge > 0;
  by_points_ ? hold_points(model) : hold_columns(model);
  system_.diagonal().array() += diagonal_shift * std::max(system_.diagonal().maxCoeff(), 1e-300);
  factor_.emplace(system_);
}

void FaceSystem::hold_columns(const FaceModel& model) {
  const double all = model.weights.sum();
  z_.resize(m_.rows(), static_cast<Eigen::Index>(model.face.size()));
  for (Eigen::Index k = 0; k < z_.cols(); ++k) {
    const auto column = m_.col(model.face[static_cast<std::size_t>(k)]);
    z_.col(k) = root_.array() * (column.array() - column.dot(model.weights) / all);
  }
  system_.resize(z_.cols(), z_.cols());
  system_.triangularView<Eigen::Lower>() = z_.transpose() * z_;
  if (ridge_ == Ridge::plain) {
    if (copies_.size() == 0)
      system_.diagonal().array() += model.ridge;
    else
      system_.diagonal() += plain_ridge(model);
    return;
  }
  for (Eigen::Index k = 0; k < z_.cols(); ++k)
    for (Eigen::Index l = k; l < z_.cols(); ++l)
      system_(l, k) +=
          model.ridge * m_(model.face[static_cast<std::size_t>(l)], model.face[static_cast<std::size_t>(k)]);
}

void FaceSystem::take_outer(const std::vector<Eigen::Index>& face) {
  std::fill(wanted_.begin(), wanted_.end(), 0);
  for (const Eigen::Index j : face) wanted_[static_cast<std::size_t>(j)] = 1;
  Eigen::Index moved = 0;
  for (std::size_t j = 0; j < in_.size(); ++j) moved += in_[j] != wanted_[j];
  changes_ += moved;
  // What was added and taken away leaves its rounding behind: after as many changes as columns, afresh.
  if (outer_.size() == 0 || changes_ > m_.cols()) {
    outer_ = Matrix::Zero(m_.rows(), m_.rows());
    changes_ = 0;
    const Matrix columns = m_(Eigen::all, face);
    outer_.selfadjointView<Eigen::Lower>().rankUpdate(columns);
  } else if (moved > 0) {
    for (std::size_t j = 0; j < in_.size(); ++j)
      if (in_[j] != wanted_[j])
        outer_.selfadjointView<Eigen::Lower>().rankUpdate(m_.col(static_cast<Eigen::Index>(j)),
                                                          wanted_[j] ? 1.0 : -1.0);
  }
  in_ = wanted_;
}

void FaceSystem::hold_points(const FaceModel& model) {
  take_outer(model.face);
  const Vector share = model.weights / model.weights.sum();
  // P G P' with P = I - 1 share'.
  const Matrix g = outer_.selfadjointView<Eigen::Lower>();
  const Vector mean = g * share;
  const double middle = share.dot(mean);
  system_.resize(g.rows(), g.cols());
  for (Eigen::Index k = 0; k < g.cols(); ++k)
    system_.col(k) = root_(k) * (root_.array() * (g.col(k).array() - mean.array() - mean(k) + middle));
  system_.diagonal().array() += model.ridge;
}

/// What the held factor makes of a right side [|face|].
Vector FaceSystem::solve(const Vector& side) const {
  if (factor_->info() != Eigen::Success) return side / system_.diagonal().maxCoeff();
  if (!by_points_) return factor_->solve(side);
  const double all = weights_.sum();
  Vector image = times(m_, face_, side);
  image = root_.array() * (image.array() - weights_.dot(image) / all);
  Vector back = root_.cwiseProduct(factor_->solve(image));
  back -= back.sum() / all * weights_;
  return (side - transposed_times(m_, face_, back)) / held_ridge_;
}

} // namespace core
