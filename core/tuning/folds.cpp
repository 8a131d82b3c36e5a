#include "core/tuning/folds.hpp"

#include "core/contract.hpp"

namespace core {

std::vector<Division> divisions(Eigen::Index n, std::int64_t k, Stream& stream) {
  require(2 <= k && k <= n,
          std::to_string(k) + " folds of " + std::to_string(n) +
              " training points (a fold must hold out and leave at least one) choose from 2 to n");
  const auto order = stream.permutation(n);
  std::vector<std::int64_t> fold_of(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    fold_of[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i) % k;
  }
  std::vector<Division> out(static_cast<std::size_t>(k));
  for (std::int64_t f = 0; f < k; ++f) {
    Division& fold = out[static_cast<std::size_t>(f)];
    for (Eigen::Index i = 0; i < n; ++i)
      (fold_of[static_cast<std::size_t>(i)] == f ? fold.inside : fold.outside).push_back(i);
  }
  return out;
}

} // namespace core
