#include <catch2/catch.hpp>

#include "core/probability/weighted_fits.hpp"
#include "core/solver/psi_descent.hpp"
#include "tests/core/solver/psi_cases.hpp"

using core::WeightedFit;
using core::WeightedFits;
using Loss = core::Classifier::Loss;

namespace {

const std::vector<double> weights{0.1, 0.5, 0.75};
const std::vector<double> lambdas{1e-3, 0.02, 0.7, 40};

bool same_bits(const WeightedFit& s, const WeightedFit& t) {
  return s.a == t.a && s.beta_0 == t.beta_0 && s.lambda == t.lambda && s.dc_steps == t.dc_steps &&
         s.certificate.primal == t.certificate.primal && s.certificate.dual == t.certificate.dual;
}

} // namespace

TEST_CASE("psi fits: the order in which they are asked for changes no bit", "[probability][psi]") {
  const core::Sample sample = tests::example1(50, 11);
  for (const auto shape : {core::Kernel::Shape::linear, core::Kernel::Shape::gaussian}) {
    const core::Matrix gram = tests::gram_of(sample, shape);
    WeightedFits up(gram, sample.y, Loss::psi), down(gram, sample.y, Loss::psi);
    for (const double pi : weights)
      for (const double lambda : lambdas) up.at(pi, lambda);
    for (std::size_t j = weights.size(); j-- > 0;)
      for (std::size_t k = lambdas.size(); k-- > 0;) down.at(weights[j], lambdas[k]);
    for (const double pi : weights) {
      for (const double lambda : lambdas) {
        WeightedFits alone(gram, sample.y, Loss::psi);
        CHECK(same_bits(up.at(pi, lambda), alone.at(pi, lambda)));
        CHECK(same_bits(down.at(pi, lambda), alone.at(pi, lambda)));
      }
    }
  }
}

TEST_CASE("psi fits: are the descent from the hinge fit, which stays as it was", "[probability][psi]") {
  const core::Sample sample = tests::example2(40, 12);
  const core::Matrix gram = tests::gram_of(sample, core::Kernel::Shape::gaussian);
  WeightedFits hinge(gram, sample.y), psi(gram, sample.y, Loss::psi);
  for (const double pi : weights) {
    for (const double lambda : lambdas) {
      const WeightedFit& svm = hinge.at(pi, lambda);
      CHECK(svm.dc_steps == 0);
      CHECK(svm.a == core::LambdaPath(gram, sample.y, pi).at(lambda).a);
      const auto expected = core::psi_descent(core::weighted_dual(gram, sample.y, pi, lambda), svm);
      const WeightedFit& fit = psi.at(pi, lambda);
      CHECK(fit.a == expected.a);
      CHECK(fit.beta_0 == expected.beta_0);
      CHECK(fit.dc_steps == expected.dc_steps());
      CHECK(&psi.at(pi, lambda) == &fit);
    }
  }
}

TEST_CASE("psi fits: the audit adds up d.c. steps", "[probability][psi]") {
  const core::Sample sample = tests::example1(30, 13);
  const core::Matrix gram = tests::gram_of(sample, core::Kernel::Shape::linear);
  WeightedFits psi(gram, sample.y, Loss::psi);
  core::Audit one, two, both;
  one.see(psi.at(0.5, 0.1));
  two.see(psi.at(0.3, 0.01));
  both.see(one);
  both.see(two);
  CHECK(both.fits == 2);
  CHECK(both.dc_steps == psi.at(0.5, 0.1).dc_steps + psi.at(0.3, 0.01).dc_steps);
  CHECK(both.dc_steps >= 2);
}
