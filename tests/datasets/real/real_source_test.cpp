#include "datasets/real/real_source.hpp"

#include <algorithm>
#include <set>

#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using core::StreamAxes;
using datasets::protocol::Sampling;
using datasets::real::Observations;
using datasets::real::Protocol;
using datasets::real::RealSource;

namespace {

/// 40 rows in 3 columns: the number of the row, a constant, a column that is constant but for row 39.
std::shared_ptr<const Observations> made() {
  auto data = std::make_shared<Observations>();
  data->inputs.x = core::Matrix::Constant(40, 3, 0.3);
  data->inputs.x.col(0) = core::Vector::LinSpaced(40, 0, 39);
  data->inputs.x(39, 2) = 5;
  data->y = core::Labels::Constant(40, -1);
  data->y.head(15).setOnes();
  for (std::int64_t i = 0; i < 40; ++i) data->rows.push_back(100 + i);
  data->training.assign(40, 0);
  std::fill_n(data->training.begin(), 25, 1);
  return data;
}

RealSource source(const Protocol& protocol) {
  return {made(), protocol};
}

std::set<double> first_column(const core::Sample& sample) {
  return {sample.x.col(0).begin(), sample.x.col(0).end()};
}

} // namespace

TEST_CASE("inputs and labels stay together, and there is no true p", "[datasets]") {
  const auto draw =
      source({.sizes = {20, 5, 0}, .standardise = Protocol::Standardise::none}).draw({1, "data", 0});
  CHECK(draw.train.size() == 20);
  CHECK(draw.tune.size() == 5);
  CHECK(draw.test.size() == 15);
  CHECK(draw.test.truth.size() == 0);
  CHECK(draw.test_rows.empty());
  for (const auto* part : {&draw.train, &draw.tune, &draw.test})
    for (Eigen::Index i = 0; i < part->size(); ++i) CHECK(part->y(i) == (part->x(i, 0) < 15 ? 1 : -1));
}

TEST_CASE("by the training part: its columns have mean 0 and sd 1, and no test value has a say",
          "[datasets]") {
  const Protocol protocol{.sizes = {20, 0, 0}, .standardise = Protocol::Standardise::train};
  const auto draw = source(protocol).draw({1, "data", 0});
  CHECK(draw.train.x.col(0).mean() == Approx(0).margin(1e-14));
  CHECK(draw.train.x.col(0).squaredNorm() / 19 == Approx(1));
  CHECK(draw.train.x.col(1).isZero(0));
  CHECK(draw.test.x.col(1).isZero(0));

  const auto tested =
      source({.sizes = {20, 0, 0}, .standardise = Protocol::Standardise::none}).draw({1, "data", 0}).test;
  auto changed = std::make_shared<Observations>(*made());
  for (const double row : tested.x.col(0)) changed->inputs.x.row(static_cast<Eigen::Index>(row)) *= 1000;
  CHECK(RealSource(changed, protocol).draw({1, "data", 0}).train.x == draw.train.x);
  Protocol by_all = protocol;
  by_all.standardise = Protocol::Standardise::all;
  CHECK(RealSource(changed, by_all).draw({1, "data", 0}).train.x !=
        source(by_all).draw({1, "data", 0}).train.x);
}

TEST_CASE("by all rows: training and test part together have mean 0 and sd 1", "[datasets]") {
  const auto draw =
      source({.sizes = {20, 0, 0}, .standardise = Protocol::Standardise::all}).draw({1, "data", 0});
  core::Vector all(40);
  all << draw.train.x.col(0), draw.test.x.col(0);
  CHECK(all.mean() == Approx(0).margin(1e-14));
  CHECK(all.squaredNorm() / 39 == Approx(1));
}

TEST_CASE("a column that is constant in the training part stays finite in the test part", "[datasets]") {
  const auto draw = source({.split = Protocol::Split::given}).draw({1, "data", 0});
  CHECK(draw.train.x.col(2).isZero(0));
  CHECK(draw.test.x(14, 2) == Approx(4.7));
  CHECK(draw.test.x.allFinite());
}

TEST_CASE("a given split is the same in every replicate and for every seed", "[datasets]") {
  const auto one = source({.split = Protocol::Split::given}).draw({1, "data", 0});
  const auto other = source({.split = Protocol::Split::given}).draw({2, "data", 7});
  CHECK(one.train.x == other.train.x);
  CHECK(one.train.size() == 25);
  CHECK(one.test.size() == 15);
}

TEST_CASE("a given split knows the rows it tests, too", "[datasets]") {
  const auto draw = source({.split = Protocol::Split::given, .standardise = Protocol::Standardise::none})
                        .draw({1, "data", 0});
  REQUIRE(draw.test_rows.size() == 15);
  for (std::size_t i = 0; i < 15; ++i)
    CHECK(static_cast<double>(draw.test_rows[i] - 100) == draw.test.x(static_cast<Eigen::Index>(i), 0));
  CHECK(draw.whole == nullptr);
}

TEST_CASE("replicate r is fold r mod k of repetition r / k, and knows the rows it tests", "[datasets]") {
  const auto folds =
      source({.split = Protocol::Split::folds, .folds = 8, .standardise = Protocol::Standardise::none});
  std::vector<std::vector<std::int64_t>> repetitions;
  for (std::int32_t repetition = 0; repetition < 2; ++repetition) {
    auto& order = repetitions.emplace_back();
    std::set<std::int64_t> tested;
    for (std::int32_t fold = 0; fold < 8; ++fold) {
      const auto draw = folds.draw({1, "data", 8 * repetition + fold});
      REQUIRE(draw.test_rows.size() == 5);
      for (std::size_t i = 0; i < 5; ++i)
        CHECK(static_cast<double>(draw.test_rows[i] - 100) == draw.test.x(static_cast<Eigen::Index>(i), 0));
      tested.insert(draw.test_rows.begin(), draw.test_rows.end());
      order.insert(order.end(), draw.test_rows.begin(), draw.test_rows.end());
    }
    CHECK(tested.size() == 40);
  }
  CHECK(repetitions[0] != repetitions[1]);
}

TEST_CASE("the rows a study works with are the same in every replicate, and others for another seed",
          "[datasets]") {
  const auto sampled = source({.split = Protocol::Split::folds,
                               .folds = 2,
                               .sample_size = 20,
                               .standardise = Protocol::Standardise::none});
  const auto rows_of = [&](const StreamAxes& axes) {
    const auto draw = sampled.draw(axes);
    auto rows = first_column(draw.train);
    rows.merge(first_column(draw.test));
    return rows;
  };
  CHECK(rows_of({1, "data", 0}).size() == 20);
  CHECK(rows_of({1, "data", 0}) == rows_of({1, "data", 5}));
  CHECK(rows_of({1, "data", 0}) != rows_of({2, "data", 0}));
}

TEST_CASE("a given split that the data set does not have, or of a part of it, is refused", "[datasets]") {
  auto none = std::make_shared<Observations>(*made());
  none->training.clear();
  CHECK(tests::refusal([&] {
          RealSource(none, {.split = Protocol::Split::given}).draw({1, "data", 0});
        }).starts_with("split: given of a data set whose publisher gives none"));
  CHECK(tests::refusal([&] {
          source({.split = Protocol::Split::given, .sample_size = 10}).draw({1, "data", 0});
        }).starts_with("sample_size with split: given"));
}

TEST_CASE("equal axes draw equal bits, another replicate another split", "[datasets][reproducibility]") {
  const auto random = source({.sizes = {20, 0, 0}});
  CHECK(random.draw({1, "data", 3}).train.x == random.draw({1, "data", 3}).train.x);
  CHECK(random.draw({1, "data", 3}).train.x != random.draw({1, "data", 4}).train.x);
}

TEST_CASE("one fold: replicates learn from the folds of a cross-validation and are tested on all the others",
          "[datasets]") {
  const Protocol folds{.split = Protocol::Split::folds,
                       .folds = 5,
                       .sampling = Sampling::stratified,
                       .standardise = Protocol::Standardise::none};
  Protocol one_fold = folds;
  one_fold.split = Protocol::Split::one_fold;
  for (std::int32_t r = 0; r < 10; ++r) {
    const auto there = source(folds).draw({1, "data", r}), back = source(one_fold).draw({1, "data", r});
    CHECK(back.train.x == there.test.x);
    CHECK(back.test.x == there.train.x);
    CHECK((back.train.y.array() > 0).count() == 3);
    CHECK(back.test_rows.empty());
    CHECK(back.whole == nullptr);
  }
}

TEST_CASE("one fold: fewer rows of a class than folds are refused", "[datasets]") {
  const auto message = tests::refusal([&] {
    source({.split = Protocol::Split::one_fold, .folds = 16, .sampling = Sampling::stratified})
        .draw({1, "data", 0});
  });
  CHECK_THAT(message, Catch::StartsWith("split: one_fold with 16 folds of 15 rows of a class (a fold"));
}
