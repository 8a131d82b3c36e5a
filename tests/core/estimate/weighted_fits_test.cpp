#include "core/estimate/weighted_fits.hpp"

#include <array>
#include <barrier>
#include <thread>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/estimate/resample.hpp"
#include "core/probability/bracket.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/large/large_sample.hpp"
#include "core/solver/margin/solve.hpp"
#include "core/solver/psi/psi_descent.hpp"
#include "tests/core/solver/psi/psi_cases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using Eigen::Index;
using Rows = std::vector<Eigen::Index>;
using Shape = core::Kernel::Shape;
using core::bracket;
using core::ClassifierLoss;
using core::DecisionGrid;
using core::FitGrid;
using core::Hinge;
using core::Matrix;
using core::merged;
using core::MergedResample;
using core::Psi;
using core::Resample;
using core::Vector;
using core::weighted_fits;

namespace {

const FitGrid grid{{0.1, 0.5, 0.75}, {1e-2, 40, 0.3, 2}};

/// Half of the rows stay, the others are any row; a quarter of the labels turn: a perturbed sample.
Resample perturbed(const core::Sample& sample, int seed) {
  core::Stream stream("weighted fits test, " + std::to_string(seed));
  Resample out{{}, sample.y};
  const auto n = static_cast<std::uint64_t>(sample.size());
  for (Index i = 0; i < sample.size(); ++i) {
    out.rows.push_back(stream.uniform() < 0.5 ? i : static_cast<Index>(stream.below(n)));
    if (stream.uniform() < 0.25) out.y(i) = -out.y(i);
  }
  return out;
}

Resample whole(const core::Sample& sample) {
  Resample out{{}, sample.y};
  for (Index i = 0; i < sample.size(); ++i) out.rows.push_back(i);
  return out;
}

/// Decision values at the training rows of the problem with every repeated observation written out.
Vector written_out(const Matrix& gram, const Resample& resample, double pi, double lambda) {
  const Matrix repeated = gram(resample.rows, resample.rows);
  const core::DualSolution fit = core::solve(core::weighted_dual(repeated, resample.y, pi, lambda));
  REQUIRE(fit.certificate.status == core::Status::ok);
  return fit.decision(gram(Eigen::all, resample.rows));
}

double difference(const DecisionGrid& s, const DecisionGrid& t) {
  double most = 0;
  for (std::size_t j = 0; j < s.by_weight.size(); ++j)
    most = std::max(most, (s.by_weight[j] - t.by_weight[j]).cwiseAbs().maxCoeff());
  return most;
}

} // namespace

TEST_CASE("fits on a merged resample are those of the observations written out", "[fits][oracle]") {
  const auto shape = GENERATE(Shape::linear, Shape::gaussian);
  const core::Sample sample = tests::example1(40, 21);
  const Matrix gram = tests::gram_of(sample, shape);
  for (const Resample& resample : {whole(sample), perturbed(sample, 1), perturbed(sample, 2)}) {
    const DecisionGrid out = weighted_fits(gram, resample, Hinge{})->on_train(grid);
    for (std::size_t j = 0; j < grid.weights.size(); ++j)
      for (std::size_t k = 0; k < grid.lambdas.size(); ++k) {
        CAPTURE(grid.weights[j], grid.lambdas[k]);
        const Vector expected = written_out(gram, resample, grid.weights[j], grid.lambdas[k]);
        CHECK((out.by_weight[j].col(static_cast<Index>(k)) - expected).cwiseAbs().maxCoeff() < 1e-3);
        CHECK(out.summaries[k].status == core::Status::ok);
        CHECK(out.summaries[k].fits == 3);
      }
  }
}

TEST_CASE("decision values at the training rows agree, read off the path or computed from a fit",
          "[fits][oracle]") {
  const auto loss = GENERATE(ClassifierLoss(Hinge{}), ClassifierLoss(Psi{}));
  const core::Sample sample = tests::example2(40, 22);
  const Matrix gram = tests::gram_of(sample, Shape::gaussian);
  const auto fits = weighted_fits(gram, perturbed(sample, 3), loss);
  const DecisionGrid on_train = fits->on_train(grid), at = fits->at(grid, gram);
  CHECK(difference(on_train, at) < 1e-6);
  CHECK(on_train.at(1).col(2) == on_train.by_weight[2].col(1));
  CHECK(on_train.rows({3, 3, 0}).by_weight[0](1, 2) == on_train.by_weight[0](3, 2));
}

TEST_CASE("the order of a grid and what else it holds change no bit of a hinge fit", "[fits][purity]") {
  const core::Sample sample = tests::example1(50, 23);
  const Matrix gram = tests::gram_of(sample, Shape::gaussian);
  const auto fits = weighted_fits(gram, perturbed(sample, 4), Hinge{});
  const DecisionGrid all = fits->on_train(grid), at = fits->at(grid, gram);
  for (std::size_t j = 0; j < grid.weights.size(); ++j)
    for (std::size_t k = 0; k < grid.lambdas.size(); ++k) {
      const FitGrid alone{{grid.weights[j]}, {grid.lambdas[k]}};
      CHECK(fits->on_train(alone).by_weight[0].col(0) == all.by_weight[j].col(static_cast<Index>(k)));
      CHECK(fits->at(alone, gram).by_weight[0].col(0) == at.by_weight[j].col(static_cast<Index>(k)));
    }
}

TEST_CASE("the order of a grid and its other weights change no bit of a psi fit, its other lambda no sign",
          "[fits][purity]") {
  const core::Sample sample = tests::example1(50, 23);
  const Matrix gram = tests::gram_of(sample, Shape::gaussian);
  const auto fits = weighted_fits(gram, perturbed(sample, 4), Psi{});
  const DecisionGrid all = fits->on_train(grid);
  FitGrid reversed = grid;
  std::reverse(reversed.lambdas.begin(), reversed.lambdas.end());
  const DecisionGrid backwards = fits->on_train(reversed);
  for (std::size_t j = 0; j < grid.weights.size(); ++j) {
    CHECK(fits->on_train({{grid.weights[j]}, grid.lambdas}).by_weight[0] == all.by_weight[j]);
    CHECK(backwards.by_weight[j].rowwise().reverse() == all.by_weight[j]);
    for (std::size_t k = 0; k < grid.lambdas.size(); ++k) {
      const Vector alone = fits->on_train({{grid.weights[j]}, {grid.lambdas[k]}}).by_weight[0].col(0);
      CHECK((alone - all.by_weight[j].col(static_cast<Index>(k))).cwiseAbs().maxCoeff() < 1e-6);
    }
  }
}

TEST_CASE("a psi fit is the descent from the hinge fit, and the summary adds up its d.c. steps",
          "[fits][psi]") {
  const core::Sample sample = tests::example1(30, 24);
  const Matrix gram = tests::gram_of(sample, Shape::linear);
  const auto psi = weighted_fits(gram, whole(sample), Psi{});
  const FitGrid two{{0.3, 0.5}, {0.1}};
  const DecisionGrid out = psi->on_train(two);
  std::int64_t steps = 0;
  for (std::size_t j = 0; j < 2; ++j) {
    const core::WeightedDual problem = core::weighted_dual(gram, sample.y, two.weights[j], 0.1);
    const core::PsiSolution expected = core::psi_descent(problem, core::solve(problem));
    steps += expected.dc_steps();
    CHECK((out.by_weight[j].col(0) - expected.decision(gram)).cwiseAbs().maxCoeff() < 1e-6);
  }
  CHECK(out.summaries[0].dc_steps == steps);
  CHECK(out.summaries[0].fits == 2);
  CHECK(weighted_fits(gram, whole(sample), Hinge{})->on_train(two).summaries[0].dc_steps == 0);
}

TEST_CASE("a resample of one class, or of one point, has a fit", "[fits][degenerate]") {
  const core::Sample sample = tests::example1(12, 25);
  const Matrix gram = tests::gram_of(sample, Shape::gaussian);
  for (const ClassifierLoss& loss : {ClassifierLoss(Hinge{}), ClassifierLoss(Psi{})}) {
    for (const double label : {-1.0, 1.0}) {
      const Resample one{{4, 4}, Vector::Constant(2, label)};
      const DecisionGrid out = weighted_fits(gram, one, loss)->on_train(grid);
      for (const Matrix& values : out.by_weight) CHECK((values.array() * label > 0).all());
    }
  }
}

TEST_CASE("fits of a large sample are certified, alike at its points and elsewhere, and those of the path",
          "[fits][oracle]") {
  const core::Sample sample = tests::example2(core::large_sample + 50, 9);
  const Matrix gram = core::Kernel{Shape::gaussian, 2}.gram(sample.x);
  const auto fits = weighted_fits(gram, whole(sample), Hinge{});
  const FitGrid some{{0.5}, {1, 10}};
  const DecisionGrid here = fits->on_train(some), there = fits->at(some, gram);
  CHECK(difference(here, there) < 1e-9);
  for (const core::FitSummary& summary : here.summaries) {
    CHECK(summary.status == core::Status::ok);
    CHECK(summary.worst_relative_gap <= 1e-8);
  }
  core::ExactLambdaPath path(gram, sample.y, 0.5);
  CHECK((path.at(10).decision(gram) - here.by_weight[0].col(1)).cwiseAbs().maxCoeff() < 1e-3);
}

TEST_CASE("a grid of a large linear sample is read off the path where that pays: the fits one by one",
          "[fits][oracle]") {
  const core::Sample sample = tests::example2(core::large_sample + 50, 9);
  const core::Features features(sample.x);
  const auto fits = weighted_fits(core::Gram(features), perturbed(sample, 4), Hinge{});
  FitGrid many{{0.3, 0.5}, {}};
  for (int k = 0; k < 12; ++k) many.lambdas.push_back(std::pow(2.0, k - 3));
  REQUIRE(core::path_pays(core::Gram(features), many.lambdas.size()));
  REQUIRE_FALSE(core::path_pays(core::Gram(features), 1));
  const DecisionGrid read = fits->on_train(many);
  for (std::size_t k = 0; k < many.lambdas.size(); k += 4) {
    const DecisionGrid alone = fits->on_train({many.weights, {many.lambdas[k]}});
    for (std::size_t j = 0; j < many.weights.size(); ++j)
      CHECK((read.by_weight[j].col(static_cast<Index>(k)) - alone.by_weight[j].col(0)).cwiseAbs().maxCoeff() <
            2e-3);
    CHECK(read.summaries[k].status == core::Status::ok);
    CHECK(read.summaries[k].worst_relative_gap <= core::WeightedFits::grid_gap);
  }
}

TEST_CASE("a grid of a large Gaussian sample is read off the path, too: the fits one by one",
          "[fits][oracle]") {
  const core::Sample sample = tests::example2(core::large_sample + 50, 9);
  const core::KernelColumns columns(core::Kernel{Shape::gaussian, 2}, sample.x);
  const core::Gram gram(columns);
  const auto fits = weighted_fits(gram, whole(sample), Hinge{});
  const FitGrid many{{0.5}, {.25, 1, 4, 16, 64}};
  REQUIRE(core::path_pays(gram, many.lambdas.size()));
  REQUIRE_FALSE(core::path_pays(gram, 1));
  const DecisionGrid read = fits->on_train(many);
  const DecisionGrid there = fits->at(many, core::CrossGram(core::Kernel{Shape::gaussian, 2}.gram(sample.x)));
  for (std::size_t k = 0; k < many.lambdas.size(); k += 2) {
    const Index column = static_cast<Index>(k);
    const core::Matrix alone = fits->on_train({many.weights, {many.lambdas[k]}}).by_weight[0];
    CHECK((read.by_weight[0].col(column) - alone.col(0)).cwiseAbs().maxCoeff() < 2e-3);
    CHECK((there.by_weight[0].col(column) - alone.col(0)).cwiseAbs().maxCoeff() < 2e-3);
    CHECK(read.summaries[k].worst_relative_gap <= core::WeightedFits::grid_gap);
  }
}

namespace {

/// Signs of p - j/m for a known probability.
Matrix signs_of(double p, int m) {
  Matrix decision(1, m - 1);
  for (int j = 1; j < m; ++j) decision(0, j - 1) = p - static_cast<double>(j) / m;
  return decision;
}

} // namespace

TEST_CASE("the bracket recovers any probability to half an interval", "[bracket][manufactured]") {
  const int m = GENERATE(2, 10, 20, 33);
  for (double p = 0.003; p < 1; p += 0.0137) {
    CAPTURE(m, p);
    CHECK(bracket(signs_of(p, m)).probability(0) == Approx(p).margin(0.5 / m + 1e-12));
    CHECK(bracket(signs_of(p, m)).nonmonotone == 0);
  }
}

TEST_CASE("Table 5's extremes: nineteen interior weights give .025 and .975", "[bracket]") {
  CHECK(bracket(Matrix::Constant(1, 19, -1)).probability(0) == Approx(0.025));
  CHECK(bracket(Matrix::Constant(1, 19, 1)).probability(0) == Approx(0.975));
}

TEST_CASE("non-monotone signs give the middle of the outermost changes and are counted", "[bracket]") {
  Matrix decision(2, 4);    // m = 5
  decision << 1, -1, 1, -1, // last positive 3/5, first negative 2/5
      1, 1, -1, -1;
  const auto result = bracket(decision);
  CHECK(result.probability(0) == Approx(0.5));
  CHECK(result.probability(1) == Approx(0.5));
  CHECK(result.nonmonotone == 1);
}

TEST_CASE("a decision of exactly zero belongs to neither sign", "[bracket][degenerate]") {
  Matrix decision(1, 3); // m = 4: + 0 -
  decision << 1, 0, -1;
  CHECK(bracket(decision).probability(0) == Approx(0.5));
  CHECK(bracket(Matrix::Zero(1, 3)).probability(0) == Approx(0.5));
}

TEST_CASE("the count of signs is the bracket where signs are monotone, and counts a value of 0 as negative",
          "[bracket][oracle]") {
  const int m = 21;
  for (const double p : {0.01, 0.3, 0.72, 0.99})
    CHECK(count_of_signs(signs_of(p, m))(0) == Approx(bracket(signs_of(p, m)).probability(0)));
  CHECK(count_of_signs(Matrix::Constant(1, m - 1, -1))(0) == Approx(0.5 / 21));
  CHECK(count_of_signs(Matrix::Constant(1, m - 1, 1))(0) == Approx(20.5 / 21));
  Matrix decision(2, 4);
  decision << 1, -1, -1, 1, //
      1, 0, 1e-300, -1;
  CHECK(bracket(decision).probability(0) == Approx(3.0 / 5));
  CHECK(count_of_signs(decision)(0) == Approx(2.5 / 5));
  CHECK(count_of_signs(decision)(1) == Approx(1.5 / 5));
}

TEST_CASE("one interval is refused with a sentence", "[bracket][degenerate]") {
  CHECK_THROWS_AS(core::interior_weights(1), core::UserError);
  CHECK(core::interior_weights(4) == std::vector<double>{0.25, 0.5, 0.75});
}

TEST_CASE("threads that ask for a kernel's matrices at the same time are given the same ones",
          "[probability][reproducibility]") {
  const Sample train = tests::example1(200, 1), test = tests::example1(50, 2);
  const KernelChoice choice{Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 0.7};
  const Kernel kernel = choice.on(train);
  const Matrix gram = kernel.gram(train.x), cross = kernel.cross_gram(test.x, train.x);
  constexpr std::size_t count = 6;
  for (int round = 0; round < 20; ++round) {
    DrawCache cache({train, {}, test}, {1, "threads", round});
    std::array<const Matrix*, count> grams{}, crosses{};
    std::barrier begin(count);
    {
      std::vector<std::jthread> threads;
      for (std::size_t k = 0; k < count; ++k)
        threads.emplace_back([&, k] {
          begin.arrive_and_wait();
          KernelCache& mine = cache.kernel(choice);
          if (k % 2 == 0) crosses[k] = &mine.against_train(Points::Part::test);
          grams[k] = &mine.gram();
          crosses[k] = &mine.against_train(Points::Part::test);
        });
    }
    for (std::size_t k = 0; k < count; ++k) CHECK((grams[k] == grams[0] && crosses[k] == crosses[0]));
    CHECK(*grams[0] == gram);
    CHECK(*crosses[0] == cross);
  }
}

TEST_CASE("pieces of a draw's work are carried out once each, one after the other or as somebody says",
          "[probability]") {
  DrawCache cache({tests::example1(10, 1), {}, {}}, {1, "pieces", 0});
  std::vector<std::size_t> seen;
  const auto see = [&](std::size_t i) { seen.push_back(i); };
  cache.for_each(3, see);
  CHECK(seen == std::vector<std::size_t>{0, 1, 2});
  cache.share_out([](std::size_t pieces, const std::function<void(std::size_t)>& work) {
    while (pieces > 0) work(--pieces);
  });
  cache.for_each(2, see);
  cache.for_each(0, see);
  CHECK(seen == std::vector<std::size_t>{0, 1, 2, 1, 0});
}

namespace {

core::Vector vec(std::initializer_list<double> values) {
  core::Vector v(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

} // namespace

TEST_CASE("a merged resample counts equal observations and lets undrawn rows ride along",
          "[resample][manufactured]") {
  const MergedResample out = merged({{3, 0, 3, 3, 1}, vec({1, -1, -1, 1, 1})}, 5);
  CHECK(out.rows == Rows{0, 1, 3, 3, 2, 4});
  CHECK(out.y.head(4) == vec({-1, 1, -1, 1}));
  CHECK(out.count == vec({1, 1, 1, 2, 0, 0}));
  for (std::size_t row = 0; row < 5; ++row)
    CHECK(out.rows[static_cast<std::size_t>(out.place[row])] == static_cast<Eigen::Index>(row));
  CHECK_FALSE(out.is_whole());
}

TEST_CASE("the order of a resample's points does not matter", "[resample]") {
  const MergedResample one = merged({{2, 0, 2}, vec({1, -1, -1})}, 3);
  const MergedResample other = merged({{2, 2, 0}, vec({-1, 1, -1})}, 3);
  CHECK(one.rows == other.rows);
  CHECK(one.y == other.y);
  CHECK(one.count == other.count);
}

TEST_CASE("a resample is whole where it has every row once with its label, however often it was drawn",
          "[resample][degenerate]") {
  CHECK(merged({{0, 1, 2}, vec({1, -1, 1})}, 3).is_whole());
  CHECK(merged({{2, 1, 0}, vec({1, -1, 1})}, 3).is_whole());
  CHECK_FALSE(merged({{0, 1}, vec({1, -1})}, 3).is_whole());
  CHECK(merged({{0, 1, 1}, vec({1, -1, -1})}, 2).is_whole());
  CHECK_FALSE(merged({{0, 0, 1}, vec({1, -1, -1})}, 2).is_whole());
}
