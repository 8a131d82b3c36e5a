#include "core/sample/probabilities.hpp"

#include <cmath>
#include <stdexcept>

#include "core/elementary/functions.hpp"
#include "core/elementary/sigmoid.hpp"

namespace core {

Probabilities::Probabilities(Eigen::VectorXd positive, Eigen::VectorXd log_odds)
    : positive_(std::move(positive)), log_odds_(std::move(log_odds)) {}

Probabilities Probabilities::of_classes(const Eigen::MatrixXd& p, const Eigen::MatrixXd& log_p) {
  Probabilities out;
  if (p.cols() == 2) {
    out.positive_ = p.col(0);
    if (log_p.size() > 0) out.log_odds_ = log_p.col(0) - log_p.col(1);
    return out;
  }
  out.p_ = p;
  out.log_p_ = log_p;
  return out;
}

const Eigen::VectorXd& Probabilities::positive() const {
  if (p_.cols() > 0)
    throw std::logic_error("P(Y = +1) of " + std::to_string(p_.cols()) + " classes was asked for");
  return positive_;
}

Eigen::MatrixXd Probabilities::matrix() const {
  if (p_.cols() > 0) return p_;
  Eigen::MatrixXd out(positive_.size(), 2);
  out << positive_, (1 - positive_.array()).matrix();
  return out;
}

double Probabilities::of(Eigen::Index point, double label) const {
  if (p_.cols() > 0) return p_(point, class_of(label, classes()));
  return label > 0 ? positive_(point) : 1 - positive_(point);
}

bool Probabilities::reads_log_odds(Eigen::Index point) const {
  return log_odds_.size() > 0 && is_coarse(positive_(point)) && std::isfinite(log_odds_(point));
}

double Probabilities::log_of(Eigen::Index point, double label) const {
  if (p_.cols() > 0) {
    const int k = class_of(label, classes());
    const bool by_logs = log_p_.size() > 0 && is_coarse(p_(point, k)) && std::isfinite(log_p_(point, k));
    return by_logs ? log_p_(point, k) : log(p_(point, k));
  }
  if (reads_log_odds(point)) return log_sigmoid(label > 0 ? log_odds_(point) : -log_odds_(point));
  return log(of(point, label));
}

double Probabilities::logit(Eigen::Index point) const {
  const double q = positive()(point);
  return reads_log_odds(point) ? log_odds_(point) : log(q / (1 - q));
}

Probabilities Probabilities::as_rounded() const {
  Probabilities out = *this;
  out.log_odds_.resize(0);
  out.log_p_.resize(0, 0);
  return out;
}

} // namespace core
