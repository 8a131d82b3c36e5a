#include "core/multiclass/methods/pairwise_coupling.hpp"

#include <cmath>

#include "core/multiclass/methods/binary_reductions.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/probability/scaling/venn_abers.hpp"
#include "core/random/stream.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_draws.hpp"

// Pairs of classes that are calibrated and coupled (Wu, Lin & Weng 2004).
using namespace core;
using Eigen::Index;

namespace {

/// The chances of K classes from those above the diagonal, row by row.
Matrix chances(Index classes, const std::vector<std::string>& cells, std::size_t from) {
  Matrix r = Matrix::Zero(classes, classes);
  for (Index i = 0; i < classes; ++i)
    for (Index j = i + 1; j < classes; ++j) {
      r(i, j) = std::stod(cells[from++]);
      r(j, i) = 1 - r(i, j);
    }
  return r;
}

/// r_ij = p_i / (p_i + p_j).
Matrix consistent(const Vector& p) {
  Matrix r = Matrix::Zero(p.size(), p.size());
  for (Index i = 0; i < p.size(); ++i)
    for (Index j = 0; j < p.size(); ++j)
      if (j != i) r(i, j) = p(i) / (p(i) + p(j));
  return r;
}

const Classifier machine_of_pairs{Hinge{}, {Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 1.5}};

template <class Scaled>
std::shared_ptr<const Learner> calibrated_machine(std::int64_t folds) {
  auto scaling = std::make_shared<Scaled>();
  scaling->folds = folds;
  return std::make_shared<MarginLearner>(machine_of_pairs, std::move(scaling));
}

template <class Scaled>
Estimate coupled_machines(const Draw& draw, std::int64_t folds) {
  DrawCache cache(draw, tests::kAxes);
  const BinaryReduction method(ClassScheme::pairwise_coupling, calibrated_machine<Scaled>(folds));
  return method.learn(cache, cache.whole())->probability(0.5, {});
}

} // namespace

TEST_CASE("coupling has the minimum of exact arithmetic, for chances of 0 and 1 too", "[coupling][oracle]") {
  for (const auto& cells : tests::fixture("class_coupling.csv")) {
    const Index K = std::stoi(cells[0]);
    const Coupling found = coupled(chances(K, cells, 1));
    CAPTURE(K, cells);
    CHECK(found.gap <= coupled_within);
    CHECK(std::abs(found.p.sum() - 1) < 1e-14);
    for (Index k = 0; k < K; ++k) {
      const double known = std::stod(cells[cells.size() - static_cast<std::size_t>(K - k)]);
      CHECK(std::abs(found.p(k) - known) <= 1e-14);
      CHECK(std::abs(found.p(k) - known) <= 1e-10 * known + 1e-30);
    }
  }
}

TEST_CASE("coupling is what LIBSVM computes, as far as LIBSVM iterates", "[coupling][oracle]") {
  for (const auto& cells : tests::fixture("class_libsvm.csv")) {
    const Coupling found = coupled(chances(4, cells, 0));
    for (Index k = 0; k < 4; ++k)
      CHECK(std::abs(found.p(k) - std::stod(cells[static_cast<std::size_t>(6 + k)])) < 2e-3);
  }
}

TEST_CASE("chances that come from probabilities give them back, small ones with their digits",
          "[coupling][manufactured]") {
  for (const double least : {1e-3, 1e-9, 1e-15, 1e-20}) {
    Vector p(5);
    p << 0.2, least, std::sqrt(least), 0.5, 0;
    p(4) = 1 - p.sum();
    const Coupling found = coupled(consistent(p));
    CAPTURE(least);
    CHECK(found.gap <= coupled_within);
    for (Index k = 0; k < 5; ++k) CHECK(found.p(k) == Approx(p(k)).epsilon(1e-12));
  }
}

TEST_CASE("two classes have the chances themselves", "[coupling][degenerate]") {
  for (const double r : {0.0, 1e-300, 0.3, 1.0}) {
    Matrix chance = Matrix::Zero(2, 2);
    chance(0, 1) = r, chance(1, 0) = 1 - r;
    const Coupling found = coupled(chance);
    CHECK(found.p(0) == r);
    CHECK(found.p(1) == 1 - r);
    CHECK(found.gap == 0);
  }
}

TEST_CASE("a class that beats all others for certain has probability one, and a circle is level",
          "[coupling][degenerate]") {
  Matrix r = Matrix::Zero(3, 3);
  r(1, 0) = r(1, 2) = 1;
  r(0, 2) = 0.25, r(2, 0) = 0.75;
  CHECK((coupled(r).p - Vector::Unit(3, 1)).cwiseAbs().maxCoeff() < 1e-15);
  r.setZero();
  r(0, 1) = r(1, 2) = r(2, 0) = 1;
  CHECK((coupled(r).p.array() - 1.0 / 3).abs().maxCoeff() < 1e-15);
}

TEST_CASE("the gap of a wrong coupling bounds what it lacks", "[coupling][manufactured]") {
  // Equal chances: F(p) = sum_{i<j} (p_i - p_j)^2 / 4, least 0 at thirds.
  const Matrix r = Matrix::Constant(3, 3, 0.5);
  for (const double off : {0.3, 0.01, 1e-4}) {
    Vector p = Vector::Constant(3, 1.0 / 3);
    p(0) += off, p(1) -= off;
    const double lacks = (4 * off * off + off * off + off * off) / 4;
    CHECK(coupling_gap(r, p) >= lacks);
    CHECK(coupling_gap(r, p) > coupled_within);
  }
}

TEST_CASE("coupled machines: the calibrated chances of every pair, coupled at each point",
          "[coupling][oracle]") {
  const Draw draw = tests::cloud_draw(60, 3, 7);
  const Estimate estimate = coupled_machines<PlattCalibration>(draw, 0);
  std::vector<Vector> q;
  for (const auto& [first, second] : {std::pair{1.0, 2.0}, {1.0, 3.0}, {2.0, 3.0}}) {
    Draw two = draw;
    std::vector<Index> rows;
    for (Index i = 0; i < 60; ++i)
      if (draw.train.y(i) == first || draw.train.y(i) == second) rows.push_back(i);
    two.train.x = draw.train.x(rows, Eigen::all);
    two.train.y = (draw.train.y(rows).array() == first).select(Vector::Ones(rows.size()), -1.0);
    two.train.classes = 2;
    DrawCache cache(two, tests::kAxes);
    q.push_back(calibrated_machine<PlattCalibration>(0)
                    ->learn(cache, cache.whole())
                    ->probability(0.5, {})
                    .probability.positive());
  }
  const Matrix p = estimate.probability.matrix();
  for (Index i = 0; i < 60; ++i) {
    Matrix r = Matrix::Zero(3, 3);
    r(0, 1) = q[0](i), r(0, 2) = q[1](i), r(1, 2) = q[2](i);
    r(1, 0) = 1 - r(0, 1), r(2, 0) = 1 - r(0, 2), r(2, 1) = 1 - r(1, 2);
    CHECK((p.row(i).transpose() - coupled(r).p).cwiseAbs().maxCoeff() < 1e-12);
  }
  CHECK(estimate.facts.at("coupling_gap") <= coupled_within);
  CHECK(estimate.summary.status == Status::ok);
  CHECK(estimate.summary.fits == 3 * 2);
}

TEST_CASE("coupled machines of two classes are the calibrated machine", "[coupling][degenerate]") {
  const Draw draw = tests::cloud_draw(50, 2, 8);
  DrawCache cache(draw, tests::kAxes);
  const Probabilities alone =
      calibrated_machine<PlattCalibration>(5)->learn(cache, cache.whole())->probability(0.5, {}).probability;
  const Probabilities coupled_pair = coupled_machines<PlattCalibration>(draw, 5).probability;
  CHECK(coupled_pair.positive() == alone.positive());
  CHECK(coupled_pair.log_odds() == alone.log_odds());
}

TEST_CASE("coupled machines: a class without a training row, and one with a single row, have probabilities",
          "[coupling][degenerate]") {
  for (const int left : {0, 1}) {
    Draw draw = tests::cloud_draw(60, 4, 9);
    int seen = 0;
    std::vector<Index> rows;
    for (Index i = 0; i < 60; ++i)
      if (draw.train.y(i) != 2 || seen++ < left) rows.push_back(i);
    draw.train.x = Matrix(draw.train.x(rows, Eigen::all));
    draw.train.y = Vector(draw.train.y(rows));
    for (const Estimate& estimate :
         {coupled_machines<PlattCalibration>(draw, 0), coupled_machines<VennAbersScaling>(draw, 5)}) {
      CAPTURE(left);
      CHECK(tests::missing_mass(estimate.probability) < 1e-12);
      CHECK(estimate.probability.matrix().minCoeff() > 0);
      CHECK(estimate.probability.matrix().col(1).maxCoeff() < 0.5);
    }
  }
}

TEST_CASE("one against all: where no class has any chance they are level", "[multiclass][degenerate]") {
  const std::vector<double> labels{1, 2, 3};
  const ClassNumbers y = class_numbers(Eigen::Map<const Vector>(labels.data(), 3), 3);
  const std::vector<Probabilities> none(3, Vector::Zero(2));
  const Matrix p = ClassProblems(ClassScheme::one_vs_all, y).together(none).probability.matrix();
  CHECK((p.array() - 1.0 / 3).abs().maxCoeff() < 1e-15);
}
