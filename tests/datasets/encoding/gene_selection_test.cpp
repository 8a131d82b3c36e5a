#include "datasets/encoding/gene_selection.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/random/stream.hpp"
#include "datasets/real/observations.hpp"
#include "datasets/real/real_source.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using datasets::encoding::between_over_within;
using datasets::encoding::most_different;
using datasets::encoding::rows_standardised;
using datasets::real::Observations;
using datasets::real::Protocol;
using datasets::real::RealSource;
using Columns = std::vector<Eigen::Index>;

namespace {

constexpr Eigen::Index arrays = 30, measured = 20;

/// 30 arrays of 20 genes, 12 of them positive; genes 3, 8 and 17 differ between the classes by five standard
/// deviations, the others not. The first 18 arrays are the training part, with 6 positives.
std::shared_ptr<Observations> expression() {
  auto data = std::make_shared<Observations>();
  core::Stream stream = core::StreamAxes{5, "genes", 0}.stream("expression");
  data->y = core::Labels::Constant(arrays, -1);
  data->inputs.x = core::Matrix(arrays, measured);
  for (Eigen::Index i = 0; i < arrays; ++i) {
    data->y(i) = i % 5 < 2 ? 1 : -1;
    for (Eigen::Index j = 0; j < measured; ++j) data->inputs.x(i, j) = stream.normal();
    for (const Eigen::Index j : {3, 8, 17}) data->inputs.x(i, j) += 2.5 * data->y(i);
    data->rows.push_back(i);
    data->training.push_back(i < 18 ? 1 : 0);
  }
  return data;
}

Protocol of_genes(std::int64_t count, Protocol::Genes::On on) {
  return {.split = Protocol::Split::given, .standardise = Protocol::Standardise::none, .genes = {count, on}};
}

core::Draw drawn(const std::shared_ptr<const Observations>& data, const Protocol& protocol) {
  return RealSource(data, protocol).draw({1, "genes", 0});
}

/// The columns of x [n x p] that these rows of a draw have, by their first row.
Columns columns_of(const core::Matrix& x, const core::Matrix& part) {
  Columns out;
  for (Eigen::Index k = 0; k < part.cols(); ++k)
    for (Eigen::Index j = 0; j < x.cols(); ++j)
      if (x(0, j) == part(0, k)) out.push_back(j);
  return out;
}

} // namespace

TEST_CASE("between over within is t^2 / (n - 2) of Student's t", "[datasets][oracle]") {
  core::Matrix x(5, 1);
  x << 1, 2, 6, 4, 8;
  core::Labels y(5);
  y << 1, 1, -1, -1, -1;
  // Means 1.5 and 6, squares within .5 and 8, so a pooled variance of 8.5 / 3.
  const double t = 4.5 / std::sqrt(8.5 / 3 * (1. / 2 + 1. / 3));
  CHECK(between_over_within(x, y)(0) == Approx(t * t / 3));
}

TEST_CASE("the genes that differ between the classes are chosen, in the order of the file", "[datasets]") {
  const auto data = expression();
  CHECK(most_different(data->inputs.x, data->y, 3) == Columns{3, 8, 17});
  for (const auto on : {Protocol::Genes::On::all, Protocol::Genes::On::training}) {
    const auto draw = drawn(data, of_genes(3, on));
    CHECK(columns_of(data->inputs.x, draw.train.x) == Columns{3, 8, 17});
    CHECK(draw.test.x.cols() == 3);
    CHECK(draw.test.x(0, 1) == data->inputs.x(18, 8));
  }
}

TEST_CASE("neither the scale nor the sign of a gene decides whether it is chosen", "[datasets]") {
  auto data = expression();
  data->inputs.x.col(8) *= -1e-6;
  data->inputs.x.col(0) *= 1e6;
  CHECK(most_different(data->inputs.x, data->y, 3) == Columns{3, 8, 17});
}

TEST_CASE("chosen on the training part, no label and no input of a test row has a say", "[datasets]") {
  const auto data = expression();
  auto changed = std::make_shared<Observations>(*data);
  for (Eigen::Index i = 18; i < arrays; ++i) {
    changed->y(i) = i % 2 == 0 ? 1 : -1;
    changed->inputs.x(i, 12) = 1000 * changed->y(i);
    changed->inputs.x(i, 3) = 0;
  }
  using On = Protocol::Genes::On;
  for (const auto standardise : {Protocol::Standardise::none, Protocol::Standardise::chip}) {
    Protocol honest = of_genes(5, On::training), biased = of_genes(5, On::all);
    honest.standardise = biased.standardise = standardise;
    CHECK(drawn(changed, honest).train.x == drawn(data, honest).train.x);
    CHECK(drawn(changed, biased).train.x != drawn(data, biased).train.x);
  }
}

TEST_CASE("chip: each array has mean 0 and sd 1 across all its genes, before some are chosen", "[datasets]") {
  const auto data = expression();
  Protocol chip = of_genes(0, Protocol::Genes::On::all);
  chip.standardise = Protocol::Standardise::chip;
  const auto whole = drawn(data, chip);
  for (const core::Sample* part : {&whole.train, &whole.test})
    for (Eigen::Index i = 0; i < part->size(); ++i) {
      CHECK(part->x.row(i).mean() == Approx(0).margin(1e-14));
      CHECK(part->x.row(i).squaredNorm() / (measured - 1) == Approx(1));
    }
  chip.genes.count = 3;
  CHECK(drawn(data, chip).train.x == core::Matrix(whole.train.x(Eigen::all, Columns{3, 8, 17})));
}

TEST_CASE("chosen genes are standardised by the training part like all columns", "[datasets]") {
  Protocol train = of_genes(3, Protocol::Genes::On::training);
  train.standardise = Protocol::Standardise::train;
  const auto draw = drawn(expression(), train);
  REQUIRE(draw.train.x.cols() == 3);
  CHECK(draw.train.x.colwise().mean().cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("a constant gene comes last, one that is constant within each class first, of equal ones the first",
          "[datasets][degenerate]") {
  core::Labels y(6);
  y << 1, 1, 1, -1, -1, -1;
  core::Matrix x(6, 5);
  x.col(0).setConstant(0.1 + 0.2);
  x.col(1) << 1, 2, 3, 2, 3, 4;
  x.col(2) = 10 * x.col(1);
  x.col(3) << .3, .3, .3, .7, .7, .7;
  x.col(4) = x.col(1);
  CHECK(between_over_within(x, y)(0) == 0);
  CHECK(between_over_within(x, y)(3) == core::infinity);
  CHECK(most_different(x, y, 1) == Columns{3});
  CHECK(most_different(x, y, 2) == Columns{1, 3});
  CHECK(most_different(x, y, 4) == Columns{1, 2, 3, 4});
  CHECK(most_different(x, y, 5).size() == 5);
  CHECK(between_over_within(x, core::Labels::Ones(6)).isZero(0));
  CHECK(rows_standardised(core::Matrix::Constant(2, 3, 0.3)).isZero(0));
}

TEST_CASE("more genes than there are columns are refused", "[datasets][degenerate]") {
  const auto message =
      tests::refusal([] { RealSource(expression(), of_genes(21, Protocol::Genes::On::training)); });
  CHECK(message == "genes_count is 21, but there are 20 columns to choose from. Ask for fewer.");
  CHECK(drawn(expression(), of_genes(20, Protocol::Genes::On::training)).train.x.cols() == 20);
}
