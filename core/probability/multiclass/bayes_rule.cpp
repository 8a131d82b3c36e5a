#include "core/probability/multiclass/bayes_rule.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"

namespace core {
namespace {

using Eigen::Index;
using Spot = std::pair<double, double>;

/// What an end of a segment is: the edge between two lattice points, the smaller first, or the inside of a
/// triangle
/// (-1, its number). Neighbouring triangles share the ends on their edges.
using Node = std::pair<Index, Index>;

/// The segments between two classes.
struct Segments {
  std::map<Node, Spot> spots;
  std::map<Node, std::vector<Node>> neighbours;

  void add(const Node& a, const Spot& at_a, const Node& b, const Spot& at_b) {
    spots.emplace(a, at_a);
    spots.emplace(b, at_b);
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }

  /// The line that leaves a node, its segments taken away.
  BoundaryLine line_from(Node at) {
    BoundaryLine out{spots.at(at)};
    while (!neighbours[at].empty()) {
      const Node next = neighbours[at].back();
      neighbours[at].pop_back();
      auto& back = neighbours[next];
      back.erase(std::find(back.begin(), back.end(), at));
      out.push_back(spots.at(next));
      at = next;
    }
    return out;
  }

  /// Those with ends first, then the closed ones.
  std::vector<BoundaryLine> lines() {
    std::vector<BoundaryLine> out;
    for (const bool closed : {false, true})
      for (const auto& [node, spot] : spots)
        while (closed ? !neighbours[node].empty() : neighbours[node].size() % 2 == 1)
          out.push_back(line_from(node));
    return out;
  }
};

class Boundaries {
 public:
  Boundaries(const Lattice& lattice, const Matrix& log_p)
      : lattice_(lattice), log_p_(log_p), label_(log_p.rows()) {
    for (Index i = 0; i < log_p.rows(); ++i) log_p.row(i).maxCoeff(&label_(i));
  }

  std::vector<BoundaryLine> lines() {
    const Index rows = lattice_.first.size(), columns = lattice_.second.size();
    for (Index i = 0; i + 1 < rows; ++i)
      for (Index j = 0; j + 1 < columns; ++j) {
        const Index a = i * columns + j, across = a + columns + 1;
        add_triangle({a, a + columns, across}, 2 * a);
        add_triangle({a, a + 1, across}, 2 * a + 1);
      }
    std::vector<BoundaryLine> out;
    for (auto& [classes, segments] : between_)
      for (BoundaryLine& line : segments.lines()) out.push_back(std::move(line));
    return out;
  }

 private:
  using Triangle = std::array<Index, 3>;

  Spot at(Index point) const {
    const Index columns = lattice_.second.size();
    return {lattice_.first(point / columns), lattice_.second(point % columns)};
  }

  /// Where the classes of two points are level on the edge between them.
  Spot crossing(Index p, Index q) const {
    const double ahead = log_p_(p, label_(p)) - log_p_(p, label_(q)),
                 behind = log_p_(q, label_(q)) - log_p_(q, label_(p));
    const double share = ahead + behind > 0 ? ahead / (ahead + behind) : 0.5;
    const Spot from = at(p), to = at(q);
    return {from.first + share * (to.first - from.first), from.second + share * (to.second - from.second)};
  }

  /// Where the classes of three points are level in their triangle.
  Spot meeting(const Triangle& points) const {
    Eigen::Matrix3d level;
    for (int v = 0; v < 3; ++v) {
      const auto score = [&](int k) {
        return log_p_(points[static_cast<std::size_t>(v)], label_(points[static_cast<std::size_t>(k)]));
      };
      level.col(v) << score(0) - score(1), score(1) - score(2), 1;
    }
    Eigen::Vector3d share = level.fullPivLu().solve(Eigen::Vector3d(0, 0, 1));
    // Beyond the triangle where a fourth class or the rounding of level labels has a hand in it.
    if (!share.allFinite() || share.minCoeff() < 0) share.setConstant(1.0 / 3);
    Spot out{0, 0};
    for (int v = 0; v < 3; ++v) {
      const Spot corner = at(points[static_cast<std::size_t>(v)]);
      out.first += share(v) * corner.first;
      out.second += share(v) * corner.second;
    }
    return out;
  }

  void add_triangle(const Triangle& points, Index number) {
    struct Crossed {
      Index p, q;
    };
    std::vector<Crossed> crossed;
    for (const auto& [p, q] : {Crossed{points[0], points[1]}, {points[1], points[2]}, {points[0], points[2]}})
      if (label_(p) != label_(q)) crossed.push_back({std::min(p, q), std::max(p, q)});
    if (crossed.empty()) return;
    if (crossed.size() == 2) {
      const Crossed &one = crossed[0], &other = crossed[1];
      between(one.p, one.q)
          .add({one.p, one.q}, crossing(one.p, one.q), {other.p, other.q}, crossing(other.p, other.q));
      return;
    }
    const Node inside{-1, number};
    for (const Crossed& edge : crossed)
      between(edge.p, edge.q).add({edge.p, edge.q}, crossing(edge.p, edge.q), inside, meeting(points));
  }

  Segments& between(Index p, Index q) {
    return between_[{std::min(label_(p), label_(q)), std::max(label_(p), label_(q))}];
  }

  const Lattice& lattice_;
  const Matrix& log_p_;
  Eigen::Matrix<Index, Eigen::Dynamic, 1> label_; // [m] the most probable class
  std::map<std::pair<Index, Index>, Segments> between_;
};

/// log p [m x K]; of what is 0 the logarithm of the smallest number there is.
Matrix logarithms(const Matrix& p) {
  return p.unaryExpr([](double v) { return log(std::max(v, std::numeric_limits<double>::min())); });
}

double share_of_errors(const Sample& sample) {
  const Matrix p = sample.truth.matrix();
  double errors = 0;
  for (Index i = 0; i < sample.size(); ++i) {
    Index best = 0;
    p.row(i).maxCoeff(&best);
    errors += best == class_of(sample.y(i), sample.classes) ? 0 : 1;
  }
  return errors / static_cast<double>(sample.size());
}

void add_sample(const Sample& train, Estimate& out) {
  std::vector<double> classes;
  for (const double label : train.y) classes.push_back(class_of(label, train.classes) + 1);
  out.series["sample.x1"] = numbers(train.x.col(0));
  out.series["sample.x2"] = numbers(train.x.col(1));
  out.series["sample.class"] = std::move(classes);
}

void add_borders(const Lattice& lattice, const Matrix& p, Estimate& out) {
  const std::vector<BoundaryLine> lines = class_boundaries(lattice, logarithms(p));
  auto &x1 = out.series["border.x1"], &x2 = out.series["border.x2"], &number = out.series["border.line"];
  for (std::size_t k = 0; k < lines.size(); ++k)
    for (const auto& [first, second] : lines[k]) {
      x1.push_back(first);
      x2.push_back(second);
      number.push_back(static_cast<double>(k + 1));
    }
  out.facts["borders"] = static_cast<double>(lines.size());
}

} // namespace

std::optional<Lattice> lattice_of(const Matrix& x) {
  if (x.cols() != 2 || x.rows() < 4) return std::nullopt;
  Index columns = 1;
  while (columns < x.rows() && x(columns, 0) == x(0, 0)) ++columns;
  const Index rows = x.rows() / columns;
  if (columns < 2 || rows < 2 || rows * columns != x.rows()) return std::nullopt;
  Lattice out{Vector(rows), x.col(1).head(columns)};
  for (Index i = 0; i < rows; ++i) out.first(i) = x(i * columns, 0);
  const auto rises = [](const Vector& v) {
    return ((v.tail(v.size() - 1) - v.head(v.size() - 1)).array() > 0).all();
  };
  if (!rises(out.first) || !rises(out.second)) return std::nullopt;
  for (Index k = 0; k < x.rows(); ++k)
    if (x(k, 0) != out.first(k / columns) || x(k, 1) != out.second(k % columns)) return std::nullopt;
  return out;
}

std::vector<BoundaryLine> class_boundaries(const Lattice& lattice, const Matrix& log_p) {
  expect(log_p.rows() == lattice.first.size() * lattice.second.size(),
         "a row of log p for each lattice point");
  return Boundaries(lattice, log_p).lines();
}

Estimate BayesRule::estimate(DrawCache& cache) const {
  const Sample &train = cache.draw().train, &test = cache.draw().test;
  require(
      !train.truth.empty() && !test.truth.empty(),
      "bayes_rule of a data set that does not know the true p (the rule is made of it) use a simulated one");
  Estimate out;
  out.probability = test.truth;
  out.facts["train_error"] = share_of_errors(train);
  if (train.x.cols() == 2) add_sample(train, out);
  if (const auto lattice = lattice_of(test.x)) add_borders(*lattice, test.truth.matrix(), out);
  return out;
}

} // namespace core
