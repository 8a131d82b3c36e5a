#pragma once
#include <memory>
#include <variant>
#include <vector>

#include "core/loss/coherence.hpp"
#include "core/loss/huberised_hinge.hpp"
#include "core/solver/elastic_net/face_system.hpp"
#include "core/solver/elastic_net/problem.hpp"

// How the problem of core/solver/elastic_net/problem.hpp is solved for omega > 0, warm from one gamma to the
// next. A round of descent
//
//   1. solves the intercept exactly and takes the gradient on the working set,
//   2. sweeps by coordinates over those at zero that violate their condition, on the quadratic model of the
//      loss with weights w_i = L''/n and residual r_i (weight times residual is r_i itself: no quotient), and
//   3. takes Newton's step, factorised, on the face of the coefficients that are not zero: kernel columns are
//      nearly collinear, and there sweeps alone do not arrive.
//
// A step that would change a sign sets those coefficients to zero; where that raises the objective it goes as
// far along the ray as lowers it, at most to the first change of sign. The objective never rises. The working
// set is that of the sequential strong rule (Tibshirani et al. 2012); once it is solved all columns are asked
// for their condition, and violators join.
namespace core {

/// The smallest gamma at which no coefficient is selected: max_j |m_j'r| / omega at the intercept alone.
/// Where omega is below 0.01, where none or few are ever left out, 0.01 stands for it: a scale. Both classes
/// must be there. Cost n p.
template <class Loss>
double largest_gamma(const ElasticNetProblem& problem, const Loss& loss);

extern template double largest_gamma(const ElasticNetProblem&, const Coherence&);
extern template double largest_gamma(const ElasticNetProblem&, const HuberisedHinge&);

template <class Loss>
class ElasticNetPath {
 public:
  /// Both classes must be there.
  ElasticNetPath(const ElasticNetProblem& problem, const Loss& loss);

  /// As above.
  double largest_gamma() const { return largest_gamma_; }

  /// The solution at gamma > 0, from the one that was found last. Not converged where its certificate stays
  /// above 1e-8.
  ElasticNetFit at(double gamma);

  /// Objective at every round of the last call.
  const std::vector<double>& objectives() const { return objectives_; }

 private:
  using Columns = std::vector<Eigen::Index>;
  void start(double gamma);
  void refresh();
  double objective_of(const Vector& b, const Vector& h, double intercept) const;
  double gradient_on(const Columns& columns);
  bool admit_violators(double& misfit);
  bool descend();
  Columns to_sweep() const;
  bool sweep();
  bool newton();
  bool move(const Columns& columns, const Vector& direction);
  struct Step;
  Step step_of(const Columns& columns, Vector change) const;
  double slope(const Step& step, double fraction) const;
  bool accept(Vector b, Vector h, double most);
  bool along_ray(const Step& step);
  double lowest_before(const Step& step, double reach, double start) const;
  double bound(double misfit) const;
  void extend();
  Certificate certificate(double misfit, std::int64_t rounds) const;

  const Matrix& m_;
  const Labels& y_;
  double omega_;
  Ridge ridge_kind_;
  Loss loss_;
  FaceSystem system_;

  double gamma_ = 0, one_ = 0, ridge_ = 0; // gamma, gamma omega, gamma (1 - omega)
  double intercept_ = 0;
  Vector b_, h_;          // [p], M b [n]
  Vector pull_, weights_; // r, w [n]
  double objective_ = 0;
  double floor_ = 0; // of the curvature, as a share of the largest: raised where Newton's steps are short
  Vector pulled_;    // M'r - ridge R b [p], of the columns that were asked last
  Columns working_;
  bool cut_ = false; // whether a step ended at a change of sign
  int sweeps_ = 1;   // of the model a round
  double largest_gamma_ = 0, largest_entry_ = 0;
  std::vector<double> objectives_;
};

extern template class ElasticNetPath<Coherence>;
extern template class ElasticNetPath<HuberisedHinge>;

} // namespace core
