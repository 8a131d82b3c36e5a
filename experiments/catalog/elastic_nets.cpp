#include <algorithm>

#include "core/probability/sparse/coordinate_descent.hpp"
#include "core/probability/sparse/elastic_net.hpp"
#include "core/settings/parameter.hpp"
#include "core/tuning/criterion.hpp"
#include "experiments/catalog/methods.hpp"

// The methods with an elastic net, of which C-learning is one. They read the classifier's kernel.
namespace experiments {
namespace {

using core::Coherence;
using core::Parameters;
using core::Ridge;
using Built = std::unique_ptr<core::ProbabilityEstimator>;

const auto mixing =
    core::real("omega", "the share of the penalty on absolute values, where the tuning chooses none")
        .in(0, 1)
        .or_else(0.5);
const auto ridge =
    core::word<Ridge>("ridge", "the other share with a Gaussian kernel: b'Kb, or b'b as with a linear one",
                      {{"kernel", Ridge::kernel}, {"plain", Ridge::plain}})
        .or_else(Ridge::kernel);
const auto rho = core::real("rho", "the temperature of the coherence function").in(1e-6, 1e6).or_else(1);
const auto cost = core::real("u", "the cost of a misclassification").in(1e-6, 1e6).or_else(1);
const auto delta = core::real("delta", "the width of the rounded corner").in(1e-6, 1e6).or_else(2);

Built elastic_net(const core::ElasticNetLoss& loss, const Parameters& p, Ingredients from) {
  const auto& kernel = from.classifier.machine_kernel(
      "An elastic net takes no psi-learning classifier, which would change nothing. Name a weighted_svm.");
  const core::ElasticNet::Choice choice{kernel, ridge.of(p), loss, mixing.of(p)};
  return std::make_unique<core::TunedEstimator>(std::make_unique<core::ElasticNet>(choice),
                                                std::move(from.criterion));
}

MethodWork net_work(const Training& training, const Step& step, double sweeps) {
  const double entries = training.size.rows * training.columns();
  const Work net = Work{.fits = 1}.with(step, entries * sweeps);
  return training.is_gaussian() ? net + kernel_matrices(training, 2) : net + kernel_or_factor(training);
}

/// From the solution at the lambda before a few sweeps, and more of them where more coefficients are not
/// zero.
MethodWork elastic_net_work(const Training& training) {
  return net_work(training, steps::elastic_net, 1 + std::min(training.size.rows, training.columns()) / 150);
}

MethodRow c_learning() {
  return {{"c_learning",
           "C-learning",
           "Zhang, Dai & Jordan (2013), eqs 14 and 20",
           "the C-loss with an elastic net; p(x) is that of eq. 10",
           1,
           {rho, cost, mixing, ridge}},
          [](const Parameters& p, Ingredients from) {
            return elastic_net(Coherence::c(rho.of(p), cost.of(p)), p, std::move(from));
          },
          elastic_net_work};
}

MethodRow c_learning_descent() {
  static const auto penalised = mixing.in(1e-6, 1);
  static const auto lambda =
      core::real("lambda", "gamma, the weight of the penalty").in(1e-9, 1e9).or_else(0.01);
  return {{"c_learning_descent",
           "Descent",
           "Zhang, Dai & Jordan (2013), Algorithm 1 and Figure 3",
           "C-learning at one gamma, with the objective step by step",
           1,
           {rho, cost, penalised, lambda},
           true,
           false},
          [](const Parameters& p, Ingredients from) -> Built {
            const auto& kernel = from.classifier.machine_kernel(
                "An elastic net takes no psi-learning classifier, which would change nothing. Name a "
                "weighted_svm.");
            return std::make_unique<core::CoordinateDescent>(core::CoordinateDescent::Choice{
                kernel, Coherence::c(rho.of(p), cost.of(p)), penalised.of(p), lambda.of(p)});
          },
          [](const Training& training) { return net_work(training, steps::descent, 1); }};
}

MethodRow hhsvm() {
  MethodRow row{{"hhsvm",
                 "HHSVM",
                 "Wang, Zhu & Zou (2008); Zhang, Dai & Jordan (2013), section 5.2",
                 "the huberised hinge with an elastic net; it decides without probabilities",
                 1,
                 {delta, mixing, ridge}},
                [](const Parameters& p, Ingredients from) {
                  return elastic_net(core::HuberisedHinge{delta.of(p)}, p, std::move(from));
                },
                elastic_net_work};
  row.entry.decides_only = true;
  return row;
}

MethodRow elastic_net_logistic() {
  return {{"elastic_net_logistic",
           "RLRM",
           "Friedman, Hastie & Tibshirani (2010); Zhang, Dai & Jordan (2013), section 5.2",
           "logistic regression with an elastic net",
           1,
           {mixing, ridge}},
          [](const Parameters& p, Ingredients from) {
            return elastic_net(Coherence::logit(), p, std::move(from));
          },
          elastic_net_work};
}

} // namespace

std::vector<MethodRow> elastic_nets() {
  return {c_learning(), hhsvm(), elastic_net_logistic(), c_learning_descent()};
}

} // namespace experiments
