#include <cmath>

#include "core/metric/metric.hpp"
#include "tests/support/catch.hpp"

using core::Matrix;
using core::Probabilities;
using core::Sample;
using core::Vector;

namespace {

Matrix rows(std::initializer_list<std::initializer_list<double>> values) {
  Matrix out(static_cast<Eigen::Index>(values.size()), static_cast<Eigen::Index>(values.begin()->size()));
  Eigen::Index i = 0;
  for (const auto& row : values) {
    Eigen::Index j = 0;
    for (const double value : row) out(i, j++) = value;
    ++i;
  }
  return out;
}

Vector vec(std::initializer_list<double> values) {
  return Vector::Map(values.begin(), static_cast<Eigen::Index>(values.size()));
}

/// Labels 1, 3 of three classes with their true p.
Sample three_classes() {
  return {Matrix::Zero(2, 1), vec({1, 3}), Probabilities::of_classes(rows({{0.5, 0.3, 0.2}, {0, 0.5, 0.5}})),
          3};
}

} // namespace

TEST_CASE("of K classes every metric is the number computed by hand", "[metric]") {
  const Sample test = three_classes();
  const auto q = Probabilities::of_classes(rows({{0.6, 0.2, 0.2}, {0.25, 0.25, 0.5}}));
  CHECK(core::l1(q, test) == Approx((0.2 + 0.5) / 2));
  CHECK(core::l2(q, test) == Approx((0.02 + 0.125) / 2));
  CHECK(core::egkl(q, test) ==
        Approx((0.5 * std::log(0.5 / 0.6) + 0.3 * std::log(0.3 / 0.2) + 0.5 * std::log(2)) / 2));
  CHECK(core::gkl(q, test) - core::gkl(test.truth, test) == Approx(core::egkl(q, test)));
  CHECK(core::cre(q, test) == Approx(-(std::log(0.6) + std::log(0.5)) / 2));
  CHECK(core::log_likelihood(q, test) == Approx(std::log(0.6) + std::log(0.5)));
  CHECK(core::mse(q, test) == Approx((0.16 + 0.04 + 0.04 + 0.0625 + 0.0625 + 0.25) / 4));
  CHECK(core::test_error(q, test) == 0);
}

TEST_CASE("t classes level at the top share the point, and the wrong one is a whole error",
          "[metric][degenerate]") {
  Sample test = three_classes();
  const auto level = Probabilities::of_classes(rows({{0.4, 0.4, 0.2}, {0.4, 0.4, 0.2}}));
  CHECK(core::test_error(level, test) == Approx((0.5 + 1) / 2));
  const double third = 1.0 / 3;
  CHECK(core::test_error(Probabilities::of_classes(rows({{third, third, third}, {1, 0, 0}})), test) ==
        Approx((2.0 / 3 + 1) / 2));
}

TEST_CASE("a class without probability costs nothing where it does not occur and everything where it does",
          "[metric][degenerate]") {
  const Sample test = three_classes();
  CHECK(std::isfinite(core::egkl(Probabilities::of_classes(rows({{0.5, 0.3, 0.2}, {0, 0.5, 0.5}})), test)));
  CHECK(std::isinf(core::egkl(Probabilities::of_classes(rows({{0.5, 0.5, 0}, {0, 0.5, 0.5}})), test)));
  CHECK(core::egkl(test.truth, test) == 0);
}

TEST_CASE("two classes as two columns are two classes, with every bit of every metric", "[metric]") {
  const Vector p = vec({0.3, 0.9, 0.5}), q = vec({0.35, 0.7, 0.5});
  const Sample one{Matrix::Zero(3, 1), vec({1, -1, 1}), p};
  Sample other = one;
  other.truth = Probabilities::of_classes(Probabilities(p).matrix());
  for (const auto& row : core::metrics()) {
    CAPTURE(row.id);
    const core::Draw draw{one, {}, one}, same{other, {}, other};
    CHECK(row.value({q, {}}, draw) ==
          row.value({Probabilities::of_classes(Probabilities(q).matrix()), {}}, same));
  }
}

TEST_CASE("a probability that rounds to 0 has the logarithm that travels with it, of K classes too",
          "[metric][degenerate]") {
  const auto bare = Probabilities::of_classes(rows({{0, 1, 0}}));
  const auto known = Probabilities::of_classes(rows({{0, 1, 0}}), rows({{-800, 0, -900}}));
  const Sample test{Matrix::Zero(1, 1), vec({1}), {}, 3};
  CHECK(std::isinf(core::cre(bare, test)));
  CHECK(core::cre(known, test) == 800);
  CHECK(std::isinf(core::cre(known.as_rounded(), test)));
  CHECK(core::cre(known.at(std::vector<Eigen::Index>{0}), test) == 800);
}

TEST_CASE("a score decides where there is no probability, and 0 is half an error", "[metric]") {
  core::Estimate decided;
  decided.score = vec({2, -1, 0, -3});
  const Sample test{Matrix::Zero(4, 1), vec({1, 1, 1, -1})};
  CHECK(core::test_error(decided, test) == Approx(1.5 / 4));
}

TEST_CASE("asking K classes for the probability of the positive one is a mistake of the program",
          "[metric]") {
  CHECK_THROWS_AS(Probabilities::of_classes(rows({{0.2, 0.3, 0.5}})).positive(), std::logic_error);
}
