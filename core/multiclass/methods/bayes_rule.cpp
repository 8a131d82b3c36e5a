#include "core/multiclass/methods/bayes_rule.hpp"

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

/// The segments between two classes. Neighbouring triangles share the ends on their common edge bit by bit.
struct Segments {
  std::map<Spot, std::vector<Spot>> neighbours;

  void add(const Spot& a, const Spot& b) {
    if (a == b) return; // the classes are level at a corner of the triangle alone
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }

  /// The line that leaves a place, its segments taken away.
  BoundaryLine line_from(Spot at) {
    BoundaryLine out{at};
    while (!neighbours[at].empty()) {
      const Spot next = neighbours[at].back();
      neighbours[at].pop_back();
      auto& back = neighbours[next];
      back.erase(std::find(back.begin(), back.end(), at));
      out.push_back(next);
      at = next;
    }
    return out;
  }

  /// Those with ends first, then the closed ones.
  std::vector<BoundaryLine> lines() {
    std::vector<BoundaryLine> out;
    for (const bool closed : {false, true})
      for (const auto& [spot, others] : neighbours)
        while (closed ? !others.empty() : others.size() % 2 == 1) out.push_back(line_from(spot));
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
        add_triangle({a, a + columns, across});
        add_triangle({a, a + 1, across});
      }
    std::vector<BoundaryLine> out;
    for (auto& [classes, segments] : between_)
      for (BoundaryLine& line : segments.lines()) out.push_back(std::move(line));
    return out;
  }

 private:
  using Triangle = std::array<Index, 3>; // rising numbers of points
  using Classes = std::pair<Index, Index>;

  /// A place in the plane with log p there.
  struct Place {
    Spot at;
    Vector log_p; ///< [K]
  };

  /// A class that is ahead at all three points is so in all of the triangle.
  void add_triangle(const Triangle& points) {
    if (label_(points[0]) == label_(points[1]) && label_(points[1]) == label_(points[2])) return;
    for (Index k = 0; k < log_p_.cols(); ++k)
      for (Index l = k + 1; l < log_p_.cols(); ++l) add_segment(points, {k, l});
  }

  /// Where two classes are level in the triangle, as far as no third is ahead of them.
  void add_segment(const Triangle& points, const Classes& classes) {
    std::vector<Place> ends;
    for (const auto& [p, q] :
         {std::pair(points[0], points[1]), {points[1], points[2]}, {points[0], points[2]}})
      if ((lead(p, classes) >= 0) != (lead(q, classes) >= 0)) ends.push_back(crossing(p, q, classes));
    if (ends.size() < 2) return;
    double from = 0, to = 1;
    for (Index k = 0; k < log_p_.cols(); ++k) {
      if (k == classes.first || k == classes.second) continue;
      const double before = ends[0].log_p(classes.first) - ends[0].log_p(k),
                   behind = ends[1].log_p(classes.first) - ends[1].log_p(k);
      if (before < 0 && behind < 0) return;
      if (before < 0) from = std::max(from, before / (before - behind));
      if (behind < 0) to = std::min(to, before / (before - behind));
    }
    if (to - from <= least_share) return;
    between_[classes].add(from == 0 ? ends[0].at : between(ends, from),
                          to == 1 ? ends[1].at : between(ends, to));
  }

  double lead(Index point, const Classes& classes) const {
    return log_p_(point, classes.first) - log_p_(point, classes.second);
  }

  Place crossing(Index p, Index q, const Classes& classes) const {
    const double share = lead(p, classes) / (lead(p, classes) - lead(q, classes));
    return {between({{at(p), {}}, {at(q), {}}}, share),
            (1 - share) * log_p_.row(p).transpose() + share * log_p_.row(q).transpose()};
  }

  static Spot between(const std::vector<Place>& ends, double share) {
    const Spot &from = ends[0].at, &to = ends[1].at;
    if (share == 1) return to; // to the bit, as seen from another triangle
    return {from.first + share * (to.first - from.first), from.second + share * (to.second - from.second)};
  }

  Spot at(Index point) const {
    const Index columns = lattice_.second.size();
    return {lattice_.first(point / columns), lattice_.second(point % columns)};
  }

  static constexpr double least_share = 1e-9; // of a segment: what is left of a point is none

  const Lattice& lattice_;
  const Matrix& log_p_;
  Eigen::Matrix<Index, Eigen::Dynamic, 1> label_; // [m] the most probable class
  std::map<Classes, Segments> between_;
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
  require(!train.truth.empty() && !test.truth.empty(),
          "bayes_rule is made of the true p, which this data set does not know. Use a simulated one.");
  Estimate out;
  out.probability = test.truth;
  out.facts["train_error"] = share_of_errors(train);
  if (train.x.cols() == 2) add_sample(train, out);
  if (const auto lattice = lattice_of(test.x)) add_borders(*lattice, test.truth.matrix(), out);
  return out;
}

} // namespace core
