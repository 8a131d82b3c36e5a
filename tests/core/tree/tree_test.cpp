#include "core/tree/tree.hpp"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/support/multiclass_samples.hpp"

using namespace core;
using tests::ClassSample;
using tests::clouds;
using tests::rows_up_to;

namespace {

Tree grown(const ClassSample& sample, const GrowthRules& rules) {
  return TreeGrower(sample.x, sample.y, rules).grow(rows_up_to(sample.x.rows()));
}

bool same(const Tree& a, const Tree& b) {
  if (a.nodes.size() != b.nodes.size() || a.counts != b.counts) return false;
  for (std::size_t t = 0; t < a.nodes.size(); ++t)
    if (a.nodes[t].input != b.nodes[t].input || a.nodes[t].cut != b.nodes[t].cut) return false;
  return true;
}

ClassSample line(const std::vector<double>& x, const std::vector<int>& k, int classes) {
  ClassSample out{Matrix(static_cast<Eigen::Index>(x.size()), 1), {k, classes}};
  for (std::size_t i = 0; i < x.size(); ++i) out.x(static_cast<Eigen::Index>(i), 0) = x[i];
  return out;
}

double impurity(const std::vector<double>& counts, Impurity kind) {
  double n = 0, sum = 0;
  for (const double m : counts) n += m;
  for (const double m : counts)
    if (m > 0) sum += kind == Impurity::gini ? m * (1 - m / n) : -m * std::log(m / n);
  return sum;
}

} // namespace

TEST_CASE("tree: the first split is the best of all, by search", "[tree][oracle]") {
  for (const Impurity kind : {Impurity::deviance, Impurity::gini}) {
    const ClassSample sample = clouds(40, 3, 12);
    const Tree tree = grown(sample, {kind, 10, 5});
    const auto after = [&](int input, double cut) {
      std::vector<double> left(3, 0), right(3, 0);
      for (Eigen::Index i = 0; i < 40; ++i)
        (sample.x(i, input) < cut
             ? left
             : right)[static_cast<std::size_t>(sample.y.of[static_cast<std::size_t>(i)])] += 1;
      double n = 0;
      for (const double m : left) n += m;
      return n < 5 || n > 35 ? infinity : impurity(left, kind) + impurity(right, kind);
    };
    double least = infinity;
    for (int input = 0; input < 2; ++input)
      for (Eigen::Index i = 0; i < 40; ++i) least = std::min(least, after(input, sample.x(i, input)));
    REQUIRE(tree.nodes[0].input >= 0);
    CHECK(after(tree.nodes[0].input, tree.nodes[0].cut) == Approx(least).epsilon(1e-12));
  }
}

TEST_CASE("tree: counts add up, leaves keep their least size, and points lie where they are counted",
          "[tree][manufactured]") {
  const ClassSample sample = clouds(200, 3, 1);
  const Tree tree = grown(sample, {Impurity::deviance, 10, 5});
  CHECK(tree.leaves() > 5);
  std::vector<std::int64_t> ended(tree.nodes.size(), 0);
  for (Eigen::Index i = 0; i < 200; ++i) ++ended[tree.leaf(sample.x, i)];
  for (std::size_t t = 0; t < tree.nodes.size(); ++t) {
    const Tree::Node& node = tree.nodes[t];
    if (node.input < 0) {
      CHECK(ended[t] == tree.size(t));
      CHECK(tree.size(t) >= 5);
      continue;
    }
    CHECK(tree.size(t) >= 10);
    for (int k = 0; k < 3; ++k)
      CHECK(tree.count(t, k) == tree.count(static_cast<std::size_t>(node.left), k) +
                                    tree.count(static_cast<std::size_t>(node.right), k));
  }
}

TEST_CASE("tree: one row a leaf reproduces distinct training points", "[tree][degenerate]") {
  const ClassSample sample = clouds(100, 3, 3);
  const Tree tree = grown(sample, {Impurity::gini, 2, 1});
  for (Eigen::Index i = 0; i < 100; ++i)
    CHECK(tree.majority(tree.leaf(sample.x, i)) == sample.y.of[static_cast<std::size_t>(i)]);
}

TEST_CASE("tree: does not depend on the order of the observations", "[tree][degenerate]") {
  ClassSample sample = clouds(120, 3, 7);
  sample.x = (4 * sample.x.array()).round() / 4; // many ties
  const TreeGrower grower(sample.x, sample.y, {Impurity::deviance, 2, 1});
  Rows rows = rows_up_to(120);
  const Tree forth = grower.grow(rows);
  std::reverse(rows.begin(), rows.end());
  CHECK(same(forth, grower.grow(rows)));
  Stream stream("order");
  const auto order = stream.permutation(120);
  CHECK(same(forth, grower.grow(Rows(order.begin(), order.end()))));
}

TEST_CASE("tree: level gains go to the first input and the lowest cut", "[tree][degenerate]") {
  // The second input repeats the first: never chosen.
  ClassSample sample = clouds(60, 3, 5);
  sample.x.col(1) = sample.x.col(0);
  for (const Tree::Node& node : grown(sample, {}).nodes) CHECK(node.input <= 0);
  // Cutting after the first or before the last gains the same.
  const Tree tree = grown(line({1, 2, 3}, {0, 1, 0}, 2), {Impurity::gini, 2, 1});
  CHECK(tree.nodes[0].cut == 1.5);
}

TEST_CASE("tree: what cannot be split is one leaf", "[tree][degenerate]") {
  const GrowthRules to_the_end{Impurity::deviance, 2, 1};
  CHECK(grown(tests::awkward_clouds("one class", 30, 1), to_the_end).nodes.size() == 1);
  const Tree points = grown(tests::awkward_clouds("all at one point", 30, 1), to_the_end);
  CHECK(points.nodes.size() == 1);
  CHECK(points.size(0) == 30);
  CHECK(grown(line({1}, {2}, 3), to_the_end).majority(0) == 2);
  // An exclusive or on a square: no split lowers the impurity.
  ClassSample square{Matrix(4, 2), {{0, 1, 1, 0}, 2}};
  square.x << 0, 0, 0, 1, 1, 0, 1, 1;
  CHECK(grown(square, to_the_end).nodes.size() == 1);
  CHECK(grown(square, {Impurity::gini, 2, 1}).nodes.size() == 1);
}

TEST_CASE("tree: a constant input is never split, and cuts lie between neighbouring doubles",
          "[tree][degenerate]") {
  for (const Tree::Node& node : grown(tests::awkward_clouds("constant column", 60, 2), {}).nodes)
    CHECK(node.input <= 0);
  const double one = 1, next = std::nextafter(one, 2.0);
  const ClassSample close = line({one, one, next, next}, {0, 0, 1, 1}, 2);
  const Tree tree = grown(close, {Impurity::gini, 2, 1});
  REQUIRE(tree.nodes.size() == 3);
  CHECK(tree.majority(tree.leaf(close.x, 0)) == 0);
  CHECK(tree.majority(tree.leaf(close.x, 3)) == 1);
}

TEST_CASE("tree: repeated rows weigh as often as they are drawn", "[tree][manufactured]") {
  const ClassSample sample = clouds(50, 3, 8);
  Rows drawn;
  ClassSample copied{Matrix(100, 2), {{}, 3}};
  Stream stream("bag");
  for (Eigen::Index i = 0; i < 100; ++i) {
    drawn.push_back(static_cast<Eigen::Index>(stream.below(50)));
    copied.x.row(i) = sample.x.row(drawn.back());
    copied.y.of.push_back(sample.y.of[static_cast<std::size_t>(drawn.back())]);
  }
  const GrowthRules rules{Impurity::deviance, 2, 3};
  CHECK(same(TreeGrower(sample.x, sample.y, rules).grow(drawn), grown(copied, rules)));
}
