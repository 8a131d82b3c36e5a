#include "core/multiclass/tree/tree.hpp"

#include <algorithm>
#include <numeric>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"

namespace core {

using Eigen::Index;

double Tree::size(std::size_t node) const {
  double sum = 0;
  for (int k = 0; k < classes; ++k) sum += count(node, k);
  return sum;
}

int Tree::majority(std::size_t node) const {
  int best = 0;
  for (int k = 1; k < classes; ++k)
    if (count(node, k) > count(node, best)) best = k;
  return best;
}

std::size_t Tree::leaf(const Matrix& x, Index i) const {
  std::size_t at = 0;
  while (nodes[at].input >= 0) {
    const Node& node = nodes[at];
    at = static_cast<std::size_t>(x(i, node.input) < node.cut ? node.left : node.right);
  }
  return at;
}

std::int64_t Tree::leaves() const {
  return std::count_if(nodes.begin(), nodes.end(), [](const Node& node) { return node.input < 0; });
}

struct TreeGrower::Split {
  int input = -1;
  double cut = 0, gain = 0;
};

TreeGrower::TreeGrower(const Matrix& x, const ClassNumbers& y, const GrowthRules& rules)
    : x_(x), y_(y), rules_(rules) {
  expect(x.rows() == y.size(), "each row of x has a class");
}

/// What splitting raises: minus half the deviance, or minus n times the Gini index plus n.
double TreeGrower::purity(const std::vector<double>& counts, double size) const {
  double sum = 0;
  if (rules_.impurity == Impurity::gini) {
    for (const double count : counts) sum += count * count;
    return sum / size;
  }
  const auto m_log_m = [](double m) { return m > 0 && m != 1 ? m * log(m) : 0; };
  for (const double count : counts) sum += m_log_m(count);
  return sum - m_log_m(size);
}

bool TreeGrower::improve(Split& best, Index input, const Rows& rows,
                         const std::vector<double>& counts) const {
  struct Value {
    double x, weight;
    int k;
  };
  std::vector<Value> values;
  values.reserve(rows.size());
  for (const Index i : rows)
    values.push_back({x_(i, input), weight_at(y_.weights, i), y_.of[static_cast<std::size_t>(i)]});
  std::sort(values.begin(), values.end(), [](const Value& a, const Value& b) { return a.x < b.x; });
  if (!(values.front().x < values.back().x)) return false;
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0), before = purity(counts, n);
  const auto smallest = static_cast<double>(rules_.smallest_leaf);
  std::vector<double> left(counts.size(), 0), right = counts;
  double m = 0; // to the left
  for (std::size_t at = 1; at < values.size(); ++at) {
    const Value &last = values[at - 1], &next = values[at];
    m += last.weight;
    left[static_cast<std::size_t>(last.k)] += last.weight;
    right[static_cast<std::size_t>(last.k)] -= last.weight;
    if (!(last.x < next.x) || m < smallest || n - m < smallest) continue;
    const double gain = purity(left, m) + purity(right, n - m) - before;
    if (!(gain > best.gain + level_gains)) continue;
    // The middle of neighbouring doubles may round to the lower one, which has to go left.
    const double middle = last.x + (next.x - last.x) / 2;
    best = {static_cast<int>(input), middle > last.x ? middle : next.x, gain};
  }
  return true;
}

double TreeGrower::weight_of_distinct(Rows rows) const {
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  double sum = 0;
  for (const Index i : rows) sum += weight_at(y_.weights, i);
  return sum;
}

TreeGrower::Split TreeGrower::best_split(const Rows& rows, const std::vector<double>& counts,
                                         const InputDraw& draw) const {
  Split best;
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
  const bool pure = std::find(counts.begin(), counts.end(), n) != counts.end();
  if (pure || weight_of_distinct(rows) < static_cast<double>(rules_.smallest_split) ||
      n < 2 * static_cast<double>(rules_.smallest_leaf))
    return best;
  std::vector<std::int64_t> order(static_cast<std::size_t>(x_.cols()));
  std::iota(order.begin(), order.end(), 0);
  if (draw.stream != nullptr) order = draw.stream->permutation(x_.cols());
  Index seen = 0;
  for (const std::int64_t input : order) {
    if (draw.stream != nullptr && seen == draw.inputs) break;
    seen += improve(best, input, rows, counts) ? 1 : 0;
  }
  return best;
}

Tree TreeGrower::grow(const Rows& rows, const InputDraw& draw) const {
  expect(!rows.empty(), "a tree is grown of at least one observation");
  struct Task {
    Rows rows;
    int parent;
    bool is_left;
  };
  Tree tree;
  tree.classes = y_.classes;
  std::vector<Task> tasks{{rows, -1, false}};
  while (!tasks.empty()) {
    Task task = std::move(tasks.back());
    tasks.pop_back();
    const int at = static_cast<int>(tree.nodes.size());
    if (task.parent >= 0) {
      Tree::Node& parent = tree.nodes[static_cast<std::size_t>(task.parent)];
      (task.is_left ? parent.left : parent.right) = at;
    }
    std::vector<double> counts(static_cast<std::size_t>(y_.classes), 0);
    for (const Index i : task.rows)
      counts[static_cast<std::size_t>(y_.of[static_cast<std::size_t>(i)])] += weight_at(y_.weights, i);
    const Split split = best_split(task.rows, counts, draw);
    tree.nodes.push_back({split.input, split.cut});
    tree.counts.insert(tree.counts.end(), counts.begin(), counts.end());
    if (split.input < 0) continue;
    const auto middle = std::stable_partition(task.rows.begin(), task.rows.end(),
                                              [&](Index i) { return x_(i, split.input) < split.cut; });
    tasks.push_back({Rows(middle, task.rows.end()), at, false});
    tasks.push_back({Rows(task.rows.begin(), middle), at, true});
  }
  return tree;
}

} // namespace core
