#include <cmath>
#include <random>

#include "results/statistics/chance.hpp"
#include "results/statistics/joint.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

Eigen::MatrixXd even(Eigen::Index k, double r) {
  return Eigen::MatrixXd::Constant(k, k, r) + (1 - r) * Eigen::MatrixXd::Identity(k, k);
}

/// z of one draw with the correlation `even`.
Eigen::VectorXd drawn(Eigen::Index k, double r, std::mt19937& draws) {
  std::normal_distribution<double> normal;
  const double common = normal(draws);
  Eigen::VectorXd z(k);
  for (double& one : z) one = std::sqrt(r) * common + std::sqrt(1 - r) * normal(draws);
  return z;
}

} // namespace

TEST_CASE("one cell moved by five standard errors, and a whole block moved by a little, are found",
          "[joint][checker]") {
  Eigen::VectorXd z = Eigen::VectorXd::Zero(16);
  const Eigen::MatrixXd apart = even(16, 0);
  CHECK(joint_test(z, apart).p == 1);
  z(7) = 5;
  CHECK(joint_test(z, apart).p < 1e-4);
  CHECK(joint_test(z, even(16, 0.5)).p < 1e-4);
  z.setConstant(1.9);
  CHECK(joint_test(z, apart).shifted < 1e-4);
  CHECK(joint_test(z, apart).p < 1e-4);
}

TEST_CASE("sixteen cells that move as one are worth one: the same shift is then no news",
          "[joint][checker]") {
  const Eigen::VectorXd z = Eigen::VectorXd::Constant(16, 1.9);
  const JointTest one = joint_test(z, even(16, 1));
  CHECK(one.df == Approx(1));
  CHECK(one.shifted == Approx(two_sided(1.9)));
  CHECK(one.single == Approx(two_sided(1.9)).margin(0.005));
  CHECK(one.p == Approx(2 * two_sided(1.9)).margin(0.01));
}

TEST_CASE("independent cells have the chi-squared of their number and Sidak's largest", "[joint][oracle]") {
  // pchisq(8 * 2, 8, lower.tail = FALSE) = 0.04238011; 1 - (1 - 2 pnorm(-sqrt(2)))^8
  const JointTest found = joint_test(Eigen::VectorXd::Constant(8, std::sqrt(2.0)), even(8, 0));
  CHECK(found.df == Approx(8));
  CHECK(found.shifted == Approx(0.04238011).epsilon(1e-6));
  CHECK(found.single == Approx(1 - std::pow(1 - two_sided(std::sqrt(2.0)), 8)).margin(0.01));
}

TEST_CASE("under the null about one block in twenty has a p below 0.05, whatever its correlation",
          "[joint][manufactured]") {
  std::mt19937 draws(5);
  for (const double r : {0.0, 0.5, 0.9}) {
    int below = 0;
    for (int i = 0; i < 200; ++i) below += joint_test(drawn(6, r, draws), even(6, r)).p < 0.05;
    CAPTURE(r, below);
    CHECK(below <= 20); // twice the expected ten
    CHECK(below >= 2);
  }
}

TEST_CASE("a correlation that is none, entry by entry, and no cell at all, are taken",
          "[joint][degenerate]") {
  Eigen::MatrixXd odd(3, 3);
  odd << 1, 0.9, -0.9, 0.9, 1, 0.9, -0.9, 0.9, 1; // an eigenvalue of -0.8
  CHECK(joint_test(Eigen::Vector3d(1, 1, 1), odd).p > 0.1);
  CHECK(joint_test(Eigen::VectorXd(0), Eigen::MatrixXd(0, 0)).p == 1);
}

TEST_CASE("Holm's p-values are those of R's p.adjust", "[joint][oracle]") {
  // p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.8), "holm")
  const std::vector<double> expected{0.04, 0.09, 0.09, 0.025, 0.8};
  const std::vector<double> found = holm({0.01, 0.04, 0.03, 0.005, 0.8});
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(expected[i]));
  CHECK(holm({}).empty());
}
