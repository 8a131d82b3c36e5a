#include "core/solver/elastic_net/face_system.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace core {
namespace {

// Relative to the largest diagonal entry: keeps a factor of repeated columns defined, and Newton's next step
// takes off what it costs.
constexpr double shift = 1e-13;

Vector factorised(Matrix& system, const Vector& side) {
  system.diagonal().array() += shift * std::max(system.diagonal().maxCoeff(), 1e-300);
  const Eigen::LLT<Eigen::Ref<Matrix>> factor(system);
  if (factor.info() == Eigen::Success) return factor.solve(side);
  return side / system.diagonal().maxCoeff();
}

/// All columns, in their order.
bool is_whole(const Matrix& m, const std::vector<Eigen::Index>& face) {
  return static_cast<Eigen::Index>(face.size()) == m.cols() && std::is_sorted(face.begin(), face.end());
}

} // namespace

Vector times(const Matrix& m, const std::vector<Eigen::Index>& face, const Vector& d) {
  if (is_whole(m, face)) return m * d;
  Vector sum = Vector::Zero(m.rows());
  for (std::size_t k = 0; k < face.size(); ++k)
    if (const double by = d(static_cast<Eigen::Index>(k)); by != 0) sum += by * m.col(face[k]);
  return sum;
}

Vector transposed_times(const Matrix& m, const std::vector<Eigen::Index>& face, const Vector& v) {
  if (is_whole(m, face)) return m.transpose() * v;
  Vector out(static_cast<Eigen::Index>(face.size()));
  for (std::size_t k = 0; k < face.size(); ++k) out(static_cast<Eigen::Index>(k)) = m.col(face[k]).dot(v);
  return out;
}

FaceSystem::FaceSystem(const ElasticNetProblem& problem)
    : m_(problem.columns),
      ridge_(problem.ridge),
      held_(static_cast<std::size_t>(problem.columns.cols()), 0),
      wanted_(held_) {}

Vector FaceSystem::step(const FaceModel& model) {
  const bool wide = static_cast<Eigen::Index>(model.face.size()) > m_.rows();
  return wide && ridge_ == Ridge::plain && model.ridge > 0 ? by_points(model) : by_columns(model);
}

Vector FaceSystem::by_columns(const FaceModel& model) {
  const Vector root = model.weights.cwiseSqrt();
  const double all = model.weights.sum();
  z_.resize(m_.rows(), static_cast<Eigen::Index>(model.face.size()));
  for (Eigen::Index k = 0; k < z_.cols(); ++k) {
    const auto column = m_.col(model.face[static_cast<std::size_t>(k)]);
    z_.col(k) = root.array() * (column.array() - column.dot(model.weights) / all);
  }
  system_.resize(z_.cols(), z_.cols());
  system_.triangularView<Eigen::Lower>() = z_.transpose() * z_;
  if (ridge_ == Ridge::plain) {
    system_.diagonal().array() += model.ridge;
  } else {
    for (Eigen::Index k = 0; k < z_.cols(); ++k)
      for (Eigen::Index l = k; l < z_.cols(); ++l)
        system_(l, k) += model.ridge *
                         m_(model.face[static_cast<std::size_t>(l)], model.face[static_cast<std::size_t>(k)]);
  }
  return factorised(system_, model.downhill);
}

void FaceSystem::take_outer(const std::vector<Eigen::Index>& face) {
  std::fill(wanted_.begin(), wanted_.end(), 0);
  for (const Eigen::Index j : face) wanted_[static_cast<std::size_t>(j)] = 1;
  Eigen::Index moved = 0;
  for (std::size_t j = 0; j < held_.size(); ++j) moved += held_[j] != wanted_[j];
  changes_ += moved;
  // What was added and taken away leaves its rounding behind: after as many changes as columns, afresh.
  if (outer_.size() == 0 || changes_ > m_.cols()) {
    outer_ = Matrix::Zero(m_.rows(), m_.rows());
    std::fill(held_.begin(), held_.end(), 0);
    changes_ = 0;
    const Matrix columns = m_(Eigen::all, face);
    outer_.selfadjointView<Eigen::Lower>().rankUpdate(columns);
  } else if (moved > 0) {
    for (std::size_t j = 0; j < held_.size(); ++j)
      if (held_[j] != wanted_[j])
        outer_.selfadjointView<Eigen::Lower>().rankUpdate(m_.col(static_cast<Eigen::Index>(j)),
                                                          wanted_[j] ? 1.0 : -1.0);
  }
  held_ = wanted_;
}

Vector FaceSystem::by_points(const FaceModel& model) {
  take_outer(model.face);
  const Vector root = model.weights.cwiseSqrt();
  const Vector share = model.weights / model.weights.sum();
  // P G P' with P = I - 1 share'.
  Matrix g = outer_.selfadjointView<Eigen::Lower>();
  const Vector mean = g * share;
  const double middle = share.dot(mean);
  system_.resize(g.rows(), g.cols());
  for (Eigen::Index k = 0; k < g.cols(); ++k)
    system_.col(k) = root(k) * (root.array() * (g.col(k).array() - mean.array() - mean(k) + middle));
  system_.diagonal().array() += model.ridge;
  Vector image = times(m_, model.face, model.downhill);
  image = root.array() * (image.array() - share.dot(image));
  Vector back = root.cwiseProduct(factorised(system_, image));
  back -= back.sum() * share;
  return (model.downhill - transposed_times(m_, model.face, back)) / model.ridge;
}

} // namespace core
