#include "core/multiclass/tree/pruning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {
namespace {

using Level = PruningSequence::Level;

/// What hangs below each node of a tree some of whose nodes are leaves already.
struct Below {
  std::vector<std::int64_t> leaves;
  std::vector<double> errors;
};

class WeakestLinks {
 public:
  explicit WeakestLinks(const Tree& tree)
      : tree_(tree), rounding_(1e-12 * tree.size(0)), errors_(tree.nodes.size()) {
    for (std::size_t t = 0; t < errors_.size(); ++t) errors_[t] = tree.errors(t);
    out_.leaf_since.assign(tree.nodes.size(), std::numeric_limits<int>::max());
    for (std::size_t t = 0; t < errors_.size(); ++t)
      if (tree.nodes[t].input < 0) out_.leaf_since[t] = 0;
  }

  PruningSequence run() {
    Level alpha{0, 1};
    for (int level = 0;; ++level) {
      while (cut(alpha, level)) {
      }
      look();
      out_.levels.push_back({alpha.errors, alpha.links, below_.leaves[0], below_.errors[0]});
      if (is_leaf(0)) break;
      alpha = weakest();
    }
    return std::move(out_);
  }

 private:
  bool is_leaf(std::size_t t) const { return out_.leaf_since[t] != std::numeric_limits<int>::max(); }

  /// g(t), as a fraction.
  Level link(std::size_t t) const {
    const double saved = errors_[t] - below_.errors[t];
    return {saved > rounding_ ? saved : 0, below_.leaves[t] - 1};
  }

  static bool is_above(const Level& a, const Level& b) {
    return a.errors * static_cast<double>(b.links) > b.errors * static_cast<double>(a.links);
  }

  void look() {
    const std::size_t nodes = errors_.size();
    below_ = {std::vector<std::int64_t>(nodes), std::vector<double>(nodes)};
    for (std::size_t t = nodes; t-- > 0;) {
      const auto left = static_cast<std::size_t>(tree_.nodes[t].left),
                 right = static_cast<std::size_t>(tree_.nodes[t].right);
      below_.leaves[t] = is_leaf(t) ? 1 : below_.leaves[left] + below_.leaves[right];
      below_.errors[t] = is_leaf(t) ? errors_[t] : below_.errors[left] + below_.errors[right];
    }
  }

  /// Makes leaves of the nodes whose link is at most alpha; false where there is none.
  bool cut(const Level& alpha, int level) {
    look();
    bool any = false;
    for (std::size_t t = 0; t < errors_.size(); ++t) {
      if (is_leaf(t) || is_above(link(t), alpha)) continue;
      out_.leaf_since[t] = level;
      any = true;
    }
    return any;
  }

  /// The weakest of the nodes that hang on the root.
  Level weakest() const {
    Level least{1, 0};
    std::vector<std::size_t> open{0};
    while (!open.empty()) {
      const std::size_t t = open.back();
      open.pop_back();
      if (is_leaf(t)) continue;
      if (least.links == 0 || is_above(least, link(t))) least = link(t);
      open.push_back(static_cast<std::size_t>(tree_.nodes[t].left));
      open.push_back(static_cast<std::size_t>(tree_.nodes[t].right));
    }
    return least;
  }

  const Tree& tree_;
  double rounding_;            ///< of a sum of weights that are not whole; less than one of a count
  std::vector<double> errors_; ///< R(t)
  Below below_;
  PruningSequence out_;
};

/// The complexities an observation at which a fold's tree stands for each level.
std::vector<double> representatives(const PruningSequence& sequence, double n) {
  std::vector<double> out;
  for (std::size_t k = 0; k + 1 < sequence.levels.size(); ++k)
    out.push_back(std::sqrt(sequence.levels[k].complexity() / n * (sequence.levels[k + 1].complexity() / n)));
  out.push_back(infinity);
  return out;
}

Rows outside(const Rows& rows, const Rows& fold) {
  std::vector<bool> inside(rows.size(), false);
  for (const Eigen::Index i : fold) inside[static_cast<std::size_t>(i)] = true;
  Rows out;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!inside[i]) out.push_back(rows[i]);
  return out;
}

} // namespace

std::size_t PruningSequence::leaf(const Tree& tree, int level, const Matrix& x, Eigen::Index i) const {
  std::size_t at = 0;
  while (leaf_since[at] > level) {
    const Tree::Node& node = tree.nodes[at];
    at = static_cast<std::size_t>(x(i, node.input) < node.cut ? node.left : node.right);
  }
  return at;
}

int PruningSequence::level_at(double complexity, double observations) const {
  int level = 0;
  for (std::size_t k = 1; k < levels.size(); ++k)
    if (levels[k].complexity() / observations <= complexity) level = static_cast<int>(k);
  return level;
}

PruningSequence pruning_sequence(const Tree& tree) {
  return WeakestLinks(tree).run();
}

Tree pruned(const Tree& tree, const PruningSequence& sequence, int level) {
  Tree out;
  out.classes = tree.classes;
  struct Task {
    std::size_t from;
    int parent;
    bool is_left;
  };
  std::vector<Task> tasks{{0, -1, false}};
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    const int at = static_cast<int>(out.nodes.size());
    if (task.parent >= 0) {
      Tree::Node& parent = out.nodes[static_cast<std::size_t>(task.parent)];
      (task.is_left ? parent.left : parent.right) = at;
    }
    const bool is_leaf = sequence.leaf_since[task.from] <= level;
    const Tree::Node& node = tree.nodes[task.from];
    out.nodes.push_back(is_leaf ? Tree::Node{} : Tree::Node{node.input, node.cut});
    for (int k = 0; k < tree.classes; ++k) out.counts.push_back(tree.count(task.from, k));
    if (is_leaf) continue;
    tasks.push_back({static_cast<std::size_t>(node.right), at, false});
    tasks.push_back({static_cast<std::size_t>(node.left), at, true});
  }
  return out;
}

ChosenTree cross_validated_tree(const TreeGrower& grower, const Observations& known,
                                const std::vector<Rows>& folds) {
  ChosenTree out{grower.grow(known.rows), {}, 0, {}};
  out.sequence = pruning_sequence(out.tree);
  if (folds.empty()) return out;
  const std::vector<double> alphas = representatives(out.sequence, known.weight_of(known.rows));
  out.held_out.assign(alphas.size(), 0);
  for (const Rows& fold : folds) {
    const Rows others = outside(known.rows, fold);
    const Tree tree = grower.grow(others);
    const PruningSequence sequence = pruning_sequence(tree);
    const double weight = known.weight_of(others);
    for (std::size_t k = 0; k < alphas.size(); ++k) {
      const int level = sequence.level_at(alphas[k], weight);
      for (const Eigen::Index position : fold) {
        const Eigen::Index i = known.rows[static_cast<std::size_t>(position)];
        const int told = tree.majority(sequence.leaf(tree, level, known.x, i));
        out.held_out[k] += told != known.class_of_row(i) ? weight_at(known.y.weights, i) : 0;
      }
    }
  }
  for (std::size_t k = 0; k < alphas.size(); ++k)
    if (out.held_out[k] <= out.held_out[static_cast<std::size_t>(out.level)]) out.level = static_cast<int>(k);
  out.tree = pruned(out.tree, out.sequence, out.level);
  return out;
}

} // namespace core
