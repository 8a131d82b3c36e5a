#include "core/tuning/folds.hpp"

#include "core/contract.hpp"

namespace core {

std::vector<Fold> folds(const Workbench& bench, std::int64_t k) {
  const Labels& y = bench.draw().train.y;
  const auto n = static_cast<std::int64_t>(y.size());
  require(2 <= k && k <= n,
          std::to_string(k) + " folds of " + std::to_string(n) +
              " training points (a fold must hold out and leave at least one) choose from 2 to n");
  Stream stream = bench.axes().stream("folds=" + std::to_string(k));
  const auto order = stream.permutation(n);
  std::vector<std::int64_t> fold_of(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    fold_of[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i) % k;
  }
  std::vector<Fold> out(static_cast<std::size_t>(k));
  for (std::int64_t f = 0; f < k; ++f) {
    Fold& fold = out[static_cast<std::size_t>(f)];
    for (std::int64_t i = 0; i < n; ++i) {
      (fold_of[static_cast<std::size_t>(i)] == f ? fold.held_out : fold.outside.rows).push_back(i);
    }
    fold.outside.name = "fold " + std::to_string(f) + " of " + std::to_string(k);
    fold.outside.y = y(fold.outside.rows);
  }
  return out;
}

} // namespace core
