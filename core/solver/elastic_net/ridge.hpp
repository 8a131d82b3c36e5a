#pragma once
#include "core/loss/coherence.hpp"
#include "core/loss/huberised_hinge.hpp"
#include "core/solver/elastic_net/problem.hpp"

namespace core {

/// The problem of core/solver/elastic_net/problem.hpp at omega = 0, gamma > 0. Its solution has f = a + G r /
/// gamma, with G = M R^-1 M' and b = R^-1 M'r / gamma, or with the kernel as ridge G = K and b = r / gamma:
/// Newton's method on (theta, a) from 0 for f = a + G theta / gamma, with step halving, each step factorised
/// as for kernel logistic regression (core/solver/logistic/newton_system.hpp). Certified by the Fenchel dual;
/// not converged where the gap stays above 1e-8 of the objective. Both classes must be there. Cost n^2 p for
/// a plain ridge and n^3 / 3 a step.
template <class Loss>
ElasticNetFit fit_ridge(const ElasticNetProblem& problem, const Loss& loss, double gamma);

extern template ElasticNetFit fit_ridge(const ElasticNetProblem&, const Coherence&, double);
extern template ElasticNetFit fit_ridge(const ElasticNetProblem&, const HuberisedHinge&, double);

} // namespace core
