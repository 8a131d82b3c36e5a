#include <cstdio>

#include "core/kernel/kernel.hpp"
#include "core/solver/solve.hpp"

/// Fits a support vector machine to six points on a line and prints what the fit is worth.
int main() {
  core::Matrix x(6, 1);
  x << -3, -2, 0.5, -0.5, 2, 3;
  core::Labels y(6);
  y << -1, -1, -1, 1, 1, 1;
  const core::Matrix gram = core::Kernel{}.gram(x);
  const core::DualSolution fit = core::solve(core::weighted_dual(gram, y, 0.5, 1));
  const core::Certificate& proof = fit.certificate;
  std::printf("primal %.6f, dual %.6f, relative gap %s 1e-8\n", proof.primal, proof.dual,
              proof.relative_gap() <= 1e-8 ? "at most" : "above");
  return proof.status == core::Status::ok ? 0 : 1;
}
