#include "core/multiclass/tree/tree.hpp"

#include <algorithm>
#include <numeric>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"

namespace core {

using Eigen::Index;

std::int64_t Tree::size(std::size_t node) const {
  std::int64_t sum = 0;
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
double TreeGrower::purity(const std::int64_t* counts, std::int64_t size) const {
  double sum = 0;
  if (rules_.impurity == Impurity::gini) {
    for (int k = 0; k < y_.classes; ++k) sum += static_cast<double>(counts[k] * counts[k]);
    return sum / static_cast<double>(size);
  }
  const auto m_log_m = [](std::int64_t m) {
    return m > 1 ? static_cast<double>(m) * log(static_cast<double>(m)) : 0;
  };
  for (int k = 0; k < y_.classes; ++k) sum += m_log_m(counts[k]);
  return sum - m_log_m(size);
}

bool TreeGrower::improve(Split& best, Index input, const Rows& rows,
                         const std::vector<std::int64_t>& counts) const {
  struct Value {
    double x;
    int k;
  };
  std::vector<Value> values;
  values.reserve(rows.size());
  for (const Index i : rows) values.push_back({x_(i, input), y_.of[static_cast<std::size_t>(i)]});
  std::sort(values.begin(), values.end(), [](const Value& a, const Value& b) { return a.x < b.x; });
  if (!(values.front().x < values.back().x)) return false;
  const auto n = static_cast<std::int64_t>(values.size());
  const double before = purity(counts.data(), n);
  std::vector<std::int64_t> left(counts.size(), 0), right = counts;
  for (std::int64_t m = 1; m < n; ++m) {
    const Value &last = values[static_cast<std::size_t>(m - 1)], &next = values[static_cast<std::size_t>(m)];
    ++left[static_cast<std::size_t>(last.k)];
    --right[static_cast<std::size_t>(last.k)];
    if (!(last.x < next.x) || m < rules_.smallest_leaf || n - m < rules_.smallest_leaf) continue;
    const double gain = purity(left.data(), m) + purity(right.data(), n - m) - before;
    if (!(gain > best.gain + level_gains)) continue;
    // The middle of neighbouring doubles may round to the lower one, which has to go left.
    const double middle = last.x + (next.x - last.x) / 2;
    best = {static_cast<int>(input), middle > last.x ? middle : next.x, gain};
  }
  return true;
}

namespace {

Index distinct(Rows rows) {
  std::sort(rows.begin(), rows.end());
  return std::unique(rows.begin(), rows.end()) - rows.begin();
}

} // namespace

TreeGrower::Split TreeGrower::best_split(const Rows& rows, const std::vector<std::int64_t>& counts,
                                         const InputDraw& draw) const {
  Split best;
  const auto n = static_cast<std::int64_t>(rows.size());
  const bool pure = std::find(counts.begin(), counts.end(), n) != counts.end();
  if (pure || distinct(rows) < rules_.smallest_split || n < 2 * rules_.smallest_leaf) return best;
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
    std::vector<std::int64_t> counts(static_cast<std::size_t>(y_.classes), 0);
    for (const Index i : task.rows) ++counts[static_cast<std::size_t>(y_.of[static_cast<std::size_t>(i)])];
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
