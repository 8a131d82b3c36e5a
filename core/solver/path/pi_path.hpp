#pragma once
#include <vector>

#include "core/solver/path/exact_lambda_path.hpp"

namespace core {

/// The solution at one weight on a PiPath.
struct PiBreakpoint {
  double pi;
  double beta_0;
  Vector a; ///< [n]; the slope of a linear kernel is x'a / lambda
};

/// The exact solution path in the weight pi at fixed lambda (Wang, Shen & Liu 2008, section 4 and Figure 1).
///
/// Between neighbouring breakpoints a and beta_0 are linear in pi. Two breakpoints with one pi are a jump: of
/// beta_0 where the elbow is empty, of a along a null vector of the kernel where f stays. Each breakpoint is
/// one event of the paper: a point joins the elbow with theta = S or theta = 0, or leaves it for the left or
/// the right.
///
/// The paper starts at a weight near 0 by a quadratic program. Here the start is the tie pi* = n+ / (n+ +
/// n-), reached along lambda from the trivial solution there (core/solver/path/large_lambda.hpp); the
/// path runs from it to 0 and to 1. Near the ends f is constant and theta not unique, which needs no special
/// care from there: the elbow is always a set of independent points.
class PiPath {
 public:
  /// gram [n x n] and y [n] must outlive the path; both classes present, lambda > 0.
  PiPath(const Gram& gram, const Labels& y, double lambda, const StoppingRule& rule = {});
  PiPath(const CountedSample& sample, double lambda, const StoppingRule& rule = {});

  /// Rising in pi, from 0 to 1 where ok.
  const std::vector<PiBreakpoint>& breakpoints() const { return breakpoints_; }

  /// Did the path arrive at 0 and at 1?
  bool ok() const { return ok_; }

  /// The certified fit at 0 < pi < 1, interpolated; from `solve` (core/solver/margin/solve.hpp) where the
  /// path did not get there or its answer exceeds the rule's gap.
  DualSolution at(double pi) const;

 private:
  std::vector<PiBreakpoint> travel(ActiveSetPath path, double to);
  Vector interpolated(double pi) const;

  CountedSample sample_;
  double lambda_;
  StoppingRule rule_;
  bool ok_ = true;
  std::vector<PiBreakpoint> breakpoints_;
};

} // namespace core
