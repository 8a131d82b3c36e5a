#include "datasets/protocol/split.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/contract.hpp"

namespace datasets::protocol {
namespace {

using Rows = std::vector<std::int64_t>;

/// The rows of each class in random order, positives first.
std::array<Rows, 2> shuffled_classes(const core::Labels& y, core::Stream& stream) {
  std::array<Rows, 2> classes;
  for (const std::int64_t i : stream.permutation(y.size())) classes[y(i) > 0 ? 0 : 1].push_back(i);
  return classes;
}

/// An order in which the classes stand in proportion in every beginning of it: the next row is of the class
/// that is further behind its share. So in every stretch the counts are within one row of the share as well,
/// or equal to it where the share is whole.
Rows proportional_order(const core::Labels& y, core::Stream& stream) {
  const auto classes = shuffled_classes(y, stream);
  const auto n = static_cast<double>(y.size());
  const double share = static_cast<double>(classes[0].size()) / n;
  Rows order;
  std::array<std::size_t, 2> taken{};
  for (std::int64_t k = 1; k <= y.size(); ++k) {
    const bool behind = share * static_cast<double>(k) - static_cast<double>(taken[0]) >= 0.5;
    const std::size_t c = (behind && taken[0] < classes[0].size()) || taken[1] == classes[1].size() ? 0 : 1;
    order.push_back(classes[c][taken[c]++]);
  }
  return order;
}

Rows random_order(const core::Labels& y, Sampling sampling, core::Stream& stream) {
  return sampling == Sampling::plain ? stream.permutation(y.size()) : proportional_order(y, stream);
}

Rows part(const Rows& order, std::int64_t from, std::int64_t size) {
  Rows rows(order.begin() + from, order.begin() + from + size);
  std::sort(rows.begin(), rows.end());
  return rows;
}

} // namespace

Split random_split(const core::Labels& y, const Sizes& sizes, Sampling sampling, core::Stream& stream) {
  const std::int64_t left = y.size() - sizes.train - sizes.tune;
  core::require(left >= std::max<std::int64_t>(sizes.test, 1),
                "n_train " + std::to_string(sizes.train) + ", n_tune " + std::to_string(sizes.tune) +
                    " and n_test " + std::to_string(sizes.test) + " of " + std::to_string(y.size()) +
                    " rows (nothing, or too little, is left to test on) ask for fewer");
  const Rows order = random_order(y, sampling, stream);
  return {part(order, 0, sizes.train), part(order, sizes.train, sizes.tune),
          part(order, sizes.train + sizes.tune, sizes.test > 0 ? sizes.test : left)};
}

Split fold_split(const core::Labels& y, const Fold& fold, Sampling sampling, core::Stream& stream) {
  core::require(fold.folds <= y.size(), std::to_string(fold.folds) + " folds of " + std::to_string(y.size()) +
                                            " rows (a fold would be empty) ask for fewer");
  Rows order;
  if (sampling == Sampling::plain) {
    order = stream.permutation(y.size());
  } else {
    for (const Rows& rows : shuffled_classes(y, stream)) order.insert(order.end(), rows.begin(), rows.end());
  }
  Split split;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool tested = static_cast<std::int64_t>(i) % fold.folds == fold.which;
    (tested ? split.test : split.train).push_back(order[i]);
  }
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

Split given_split(const std::vector<char>& training) {
  Split split;
  for (std::size_t i = 0; i < training.size(); ++i)
    (training[i] != 0 ? split.train : split.test).push_back(static_cast<std::int64_t>(i));
  return split;
}

Rows subsample(const core::Labels& y, std::int64_t size, Sampling sampling, core::Stream& stream) {
  core::require(size <= y.size(), "a sample of " + std::to_string(size) + " out of " +
                                      std::to_string(y.size()) +
                                      " rows (there are not so many) ask for fewer");
  return part(random_order(y, sampling, stream), 0, size > 0 ? size : y.size());
}

} // namespace datasets::protocol
