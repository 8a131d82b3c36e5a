#pragma once
#include <Eigen/Core>

namespace core {

/// The label of class k of so many, counted from 0: +1 and -1 of two, k + 1 of more.
inline double label_of(int k, int classes) {
  return classes == 2 ? (k == 0 ? 1 : -1) : k + 1;
}

/// The class, counted from 0, that a label names.
inline int class_of(double label, int classes) {
  return classes == 2 ? (label > 0 ? 0 : 1) : static_cast<int>(label) - 1;
}

/// Class probabilities at m points: P(Y = +1) of two classes, labelled +1 and -1; of K > 2, labelled 1 ... K,
/// a row of K that sums to one. Where a method has log-odds, or log p of K classes, they travel along: what a
/// probability rounds to 0 or 1 still has a finite loss by them. A vector is that of two classes.
class Probabilities {
 public:
  Probabilities() = default;
  Probabilities(Eigen::VectorXd positive, Eigen::VectorXd log_odds = {});
  template <class Derived>
    requires(Derived::ColsAtCompileTime == 1)
  Probabilities(const Eigen::DenseBase<Derived>& positive)
      : Probabilities(Eigen::VectorXd(positive.derived())) {}

  /// p [m x K], log p [m x K] or empty. The first of two columns is that of +1.
  static Probabilities of_classes(const Eigen::MatrixXd& p, const Eigen::MatrixXd& log_p = {});

  int classes() const { return p_.cols() > 0 ? static_cast<int>(p_.cols()) : 2; }
  Eigen::Index size() const { return p_.cols() > 0 ? p_.rows() : positive_.size(); }
  bool empty() const { return size() == 0; }

  /// P(Y = +1) [m]. Throws std::logic_error where there are more than two classes.
  const Eigen::VectorXd& positive() const;
  /// [m] of two classes, empty where they are not known.
  const Eigen::VectorXd& log_odds() const { return log_odds_; }
  /// [m x K], whatever K is.
  Eigen::MatrixXd matrix() const;

  // At a point:
  double of(Eigen::Index point, double label) const;
  /// The logarithm of it: by the log-odds where the probability is too coarse (core/elementary/sigmoid.hpp).
  double log_of(Eigen::Index point, double label) const;
  double logit(Eigen::Index point) const; ///< log(q / (1 - q)), of two classes

  /// Without log-odds: as double precision has the probabilities.
  Probabilities as_rounded() const;

  /// Those at some of the points, in the order of `rows`: numbers of points, or an Eigen sequence.
  template <class Rows>
  Probabilities at(const Rows& rows) const {
    if (p_.cols() > 0)
      return of_classes(p_(rows, Eigen::all), log_p_.size() > 0 ? log_p_(rows, Eigen::all).eval() : log_p_);
    return {positive_(rows), log_odds_.size() > 0 ? log_odds_(rows).eval() : log_odds_};
  }

 private:
  bool reads_log_odds(Eigen::Index point) const;

  Eigen::VectorXd positive_, log_odds_; ///< of two classes
  Eigen::MatrixXd p_, log_p_;           ///< of more
};

} // namespace core
