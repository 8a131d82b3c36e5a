#include "datasets/protocol/split.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using core::Labels;
using core::Stream;
using datasets::protocol::fold_split;
using datasets::protocol::random_split;
using datasets::protocol::Sampling;
using datasets::protocol::Split;
using datasets::protocol::subsample;
using Rows = std::vector<std::int64_t>;

namespace {

/// n labels, the first `positives` of them +1.
Labels labels(Eigen::Index n, Eigen::Index positives) {
  Labels y = Labels::Constant(n, -1);
  y.head(positives).setOnes();
  return y;
}

std::int64_t positives(const Labels& y, const Rows& rows) {
  return std::count_if(rows.begin(), rows.end(), [&](std::int64_t i) { return y(i) > 0; });
}

Rows sorted_union(std::initializer_list<Rows> parts) {
  Rows all;
  for (const Rows& part : parts) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  return all;
}

Rows first(std::int64_t n) {
  Rows rows(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::int64_t>(i);
  return rows;
}

} // namespace

TEST_CASE("a random split has the sizes asked for, shares no row, and leaves none out", "[datasets]") {
  const auto sampling = GENERATE(Sampling::plain, Sampling::stratified);
  const Labels y = labels(345, 145);
  Stream stream("split");
  const Split split = random_split(y, {100, 20, 0}, sampling, stream);
  CHECK(split.train.size() == 100);
  CHECK(split.tune.size() == 20);
  CHECK(sorted_union({split.train, split.tune, split.test}) == first(345));
  CHECK(std::is_sorted(split.train.begin(), split.train.end()));
  const Split capped = random_split(y, {100, 0, 45}, sampling, stream);
  CHECK(capped.test.size() == 45);
  CHECK(capped.tune.empty());
}

TEST_CASE("a stratified split has each class in proportion, to one row in every part", "[datasets]") {
  for (const Eigen::Index count : {1, 7, 50, 145, 344}) {
    const Labels y = labels(345, count);
    const double share = static_cast<double>(count) / 345;
    Stream stream("stratified");
    const Split split = random_split(y, {100, 20, 0}, Sampling::stratified, stream);
    for (const Rows* part : {&split.train, &split.tune, &split.test}) {
      CAPTURE(count, part->size());
      CHECK(std::abs(static_cast<double>(positives(y, *part)) - share * static_cast<double>(part->size())) <=
            1);
    }
  }
}

TEST_CASE("every row is as likely as any other to be trained on", "[datasets][oracle]") {
  const auto sampling = GENERATE(Sampling::plain, Sampling::stratified);
  const Labels y = labels(20, 8);
  std::map<std::int64_t, double> chosen;
  constexpr int trials = 4000;
  Stream stream("likely");
  for (int t = 0; t < trials; ++t)
    for (const auto i : random_split(y, {5, 0, 0}, sampling, stream).train) ++chosen[i];
  for (const auto& [row, count] : chosen)
    CHECK(count / trials == Approx(0.25).margin(5 * 0.433 / std::sqrt(trials)));
  CHECK(chosen.size() == 20);
}

TEST_CASE("the folds of a cross-validation test every row once, on the rest", "[datasets]") {
  const auto sampling = GENERATE(Sampling::plain, Sampling::stratified);
  for (const std::int64_t folds : {2, 7, 10, 106}) {
    const Labels y = labels(106, 53);
    Rows tested;
    for (std::int64_t which = 0; which < folds; ++which) {
      Stream stream("folds");
      const Split split = fold_split(y, {folds, which}, sampling, stream);
      CHECK(sorted_union({split.train, split.test}) == first(106));
      CHECK(std::abs(static_cast<std::int64_t>(split.test.size()) - 106 / folds) <= 1);
      tested.insert(tested.end(), split.test.begin(), split.test.end());
    }
    CHECK(sorted_union({tested}) == first(106));
  }
}

TEST_CASE("stratified folds differ by at most one row of each class", "[datasets]") {
  for (const Eigen::Index count : {3, 53, 100}) {
    const Labels y = labels(106, count);
    std::int64_t least = 106, most = 0, least_size = 106, most_size = 0;
    for (std::int64_t which = 0; which < 10; ++which) {
      Stream stream("folds");
      const Rows test = fold_split(y, {10, which}, Sampling::stratified, stream).test;
      least = std::min(least, positives(y, test)), most = std::max(most, positives(y, test));
      const auto size = static_cast<std::int64_t>(test.size());
      least_size = std::min(least_size, size), most_size = std::max(most_size, size);
    }
    CHECK(most - least <= 1);
    CHECK(most_size - least_size <= 1);
  }
}

TEST_CASE("a given split is what is given, and a subsample keeps the order of the file", "[datasets]") {
  const Split split = datasets::protocol::given_split({1, 0, 0, 1});
  CHECK(split.train == Rows{0, 3});
  CHECK(split.test == Rows{1, 2});
  Stream stream("sample");
  const Labels y = labels(50, 10);
  CHECK(subsample(y, 0, Sampling::plain, stream) == first(50));
  const Rows some = subsample(y, 20, Sampling::stratified, stream);
  CHECK(some.size() == 20);
  CHECK(std::is_sorted(some.begin(), some.end()));
  CHECK(positives(y, some) == 4);
}

TEST_CASE("a protocol that needs more rows than there are is refused", "[datasets]") {
  Stream stream("refused");
  const Labels y = labels(10, 5);
  CHECK(tests::refusal([&] { random_split(y, {8, 2, 0}, Sampling::plain, stream); }) ==
        "n_train 8, n_tune 2 and n_test 0 of 10 rows leave too few to test on. Ask for fewer.");
  CHECK(tests::refusal([&] { random_split(y, {6, 0, 5}, Sampling::plain, stream); }) != "accepted");
  CHECK(tests::refusal([&] { random_split(y, {6, 0, 4}, Sampling::plain, stream); }) == "accepted");
  CHECK(tests::refusal([&] { fold_split(y, {11, 0}, Sampling::plain, stream); }) ==
        "There are 11 folds and 10 rows. A fold would be empty. Ask for fewer folds.");
  CHECK(tests::refusal([&] { subsample(y, 11, Sampling::plain, stream); }) ==
        "The sample_size is 11, but there are 10 rows. Ask for fewer.");
}

TEST_CASE("floor takes of each class its share rounded down: 10 + 5 of 62, 13 + 6 of 72, 74 + 75 of 1500",
          "[datasets]") {
  struct Case {
    Eigen::Index rows, positives;
    std::int64_t asked, of_positives, of_negatives;
  };
  const auto c = GENERATE(Case{62, 40, 16, 10, 5}, Case{72, 25, 20, 6, 13}, Case{1500, 748, 150, 74, 75},
                          Case{400, 200, 12, 6, 6});
  const Labels y = labels(c.rows, c.positives);
  Stream stream("floor");
  const Split split = random_split(y, {c.asked, 0, 0}, Sampling::floor, stream);
  CHECK(positives(y, split.train) == c.of_positives);
  CHECK(static_cast<std::int64_t>(split.train.size()) == c.of_positives + c.of_negatives);
  CHECK(sorted_union({split.train, split.test}) == first(c.rows));
  Stream again("floor");
  const Split parts = random_split(y, {c.asked, 10, 5}, Sampling::floor, again);
  CHECK(parts.test.size() == 5);
  CHECK(parts.train.size() == split.train.size());
  CHECK(sorted_union({parts.train, parts.tune, parts.test}).size() ==
        parts.train.size() + parts.tune.size() + parts.test.size());
}

TEST_CASE("floor that leaves a class without a training row is refused", "[datasets]") {
  Stream stream("floor");
  CHECK_THROWS_WITH(random_split(labels(100, 4), {20, 0, 0}, Sampling::floor, stream),
                    Catch::Contains("without a training row"));
}
