#include "core/multiclass/tree/forest.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "core/contract.hpp"
#include "core/random/weighted_draw.hpp"
#include "core/settings/parameters.hpp"

namespace core {
namespace {

using Eigen::Index;

constexpr double worthwhile = 0.05; // of the error so far, for another step of the search

using Votes =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>; // a row is read at a time

constexpr double most_drawn = 1e7; // beyond it no forest ends within a day

/// Each observation of weight w as floor(w) copies behind each other and a part of one, so that what is drawn
/// of whole weights is what is drawn of the rows written as often as they count.
struct WrittenOut {
  Matrix x;
  ClassNumbers y;
  Vector parts; ///< the weight of each, at most 1

  explicit WrittenOut(const Observations& known) : y{{}, known.y.classes} {
    Rows rows;
    std::vector<double> weights;
    require_few(known.weight_of(known.rows) + static_cast<double>(known.rows.size()));
    for (const Index i : known.rows)
      for (double left = known.y.weights(i); left > 0; left -= 1) {
        rows.push_back(i);
        weights.push_back(std::min(left, 1.0));
        y.of.push_back(known.class_of_row(i));
      }
    x = known.x(rows, Eigen::all);
    parts = Eigen::Map<const Vector>(weights.data(), static_cast<Index>(weights.size()));
  }

 private:
  static void require_few(double copies) {
    require(copies <= most_drawn, "The weights sum to about " + shortest(copies) +
                                      ", and each tree of a forest draws as many rows. Divide the weights, "
                                      "so that it is 10 million at most.");
  }
};

/// The observations of a tree: so many as they count, in proportion to what each counts.
struct Bag {
  Rows rows;
  std::vector<bool> holds; ///< which of the positions drawn from

  Bag(const Rows& from, const Vector& weights, Stream& stream) : holds(from.size(), false) {
    const WeightedDraw drawn(weights, from.size());
    const double all = weight_of_all(weights, static_cast<Index>(from.size()));
    for (std::int64_t left = std::max<std::int64_t>(1, std::llround(all)); left > 0; --left) {
      const std::size_t at = drawn(stream);
      rows.push_back(from[at]);
      holds[at] = true;
    }
  }
};

/// Adds what a leaf says.
void add_voice(const Tree& tree, std::size_t leaf, Forest::Voice voice, Eigen::Ref<Eigen::RowVectorXd> sums) {
  const double most = tree.count(leaf, tree.majority(leaf));
  if (voice == Forest::Voice::shares) {
    const double size = tree.size(leaf);
    for (int k = 0; k < tree.classes; ++k) sums(k) += tree.count(leaf, k) / size;
    return;
  }
  int level = 0;
  for (int k = 0; k < tree.classes; ++k) level += tree.count(leaf, k) == most ? 1 : 0;
  for (int k = 0; k < tree.classes; ++k)
    if (tree.count(leaf, k) == most) sums(k) += 1.0 / level;
}

/// What is wrong with these votes for an observation of class k.
double blame(const Eigen::RowVectorXd& votes, int k) {
  const double most = votes.maxCoeff();
  if (votes(k) < most) return 1;
  return 1 - 1 / static_cast<double>((votes.array() == most).count());
}

} // namespace

Forest::Forest(const Observations& known, const ForestRules& rules, const StreamAxes& axes) {
  if (known.y.weights.size() > 0) {
    const WrittenOut out(known);
    Rows all(out.y.of.size());
    std::iota(all.begin(), all.end(), Index{0});
    grow({out.x, out.y, std::move(all)}, unless_all_one(out.parts), rules, axes);
  } else {
    grow(known, {}, rules, axes);
  }
}

void Forest::grow(const Observations& known, const Vector& parts, const ForestRules& rules,
                  const StreamAxes& axes) {
  const TreeGrower grower(known.x, known.y, rules.growth);
  Votes votes = Matrix::Zero(static_cast<Index>(known.rows.size()), known.y.classes);
  for (std::int64_t t = 0; t < rules.trees; ++t) {
    const std::string tree = "tree=" + std::to_string(t);
    Stream bag = axes.stream(tree + " bag"), nodes = axes.stream(tree + " nodes");
    const Bag drawn(known.rows, parts, bag);
    trees_.push_back(grower.grow(drawn.rows, {&nodes, rules.inputs}));
    for (std::size_t i = 0; i < known.rows.size(); ++i)
      if (!drawn.holds[i])
        add_voice(trees_.back(), trees_.back().leaf(known.x, known.rows[i]), Voice::votes,
                  votes.row(static_cast<Index>(i)));
  }
  double blamed = 0, asked = 0;
  for (std::size_t i = 0; i < known.rows.size(); ++i) {
    const auto row = votes.row(static_cast<Index>(i));
    if (!(row.sum() > 0)) continue;
    const double part = weight_at(parts, static_cast<Index>(i));
    blamed += part * blame(row, known.class_of_row(known.rows[i]));
    asked += part;
  }
  error_out_of_bag_ = asked > 0 ? blamed / asked : 0;
}

Matrix Forest::probability(const Matrix& x, Voice voice) const {
  Votes sums = Matrix::Zero(x.rows(), trees_.front().classes);
  for (const Tree& tree : trees_)
    for (Index i = 0; i < x.rows(); ++i) add_voice(tree, tree.leaf(x, i), voice, sums.row(i));
  return sums / static_cast<double>(trees_.size());
}

double Forest::mean_leaves() const {
  double sum = 0;
  for (const Tree& tree : trees_) sum += static_cast<double>(tree.leaves());
  return sum / static_cast<double>(trees_.size());
}

InputChoice choose_inputs(const Observations& known, ForestRules rules, const StreamAxes& axes) {
  std::map<Index, double> errors;
  const auto error_of = [&](Index inputs) {
    if (!errors.contains(inputs)) {
      rules.inputs = inputs;
      errors[inputs] = Forest(known, rules, axes).error_out_of_bag();
    }
    return errors[inputs];
  };
  const auto start = std::max<Index>(1, static_cast<Index>(std::sqrt(static_cast<double>(known.x.cols()))));
  for (const bool down : {true, false}) {
    for (Index at = start;;) {
      const Index next = down ? (at + 1) / 2 : std::min(2 * at, known.x.cols());
      if (next == at || !(error_of(at) - error_of(next) > worthwhile * error_of(at))) break;
      at = next;
    }
  }
  InputChoice out;
  error_of(start);
  double least = infinity;
  for (const auto& [inputs, error] : errors) {
    out.tried.push_back(static_cast<double>(inputs));
    out.errors.push_back(error);
    if (error < least) least = error, out.inputs = inputs;
  }
  return out;
}

} // namespace core
