#include "datasets/protocol/split.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "core/contract.hpp"

namespace datasets::protocol {
namespace {

using Rows = std::vector<std::int64_t>;

/// The rows of each class that has some in random order, that of the largest label first.
std::vector<Rows> shuffled_classes(const core::Labels& y, core::Stream& stream) {
  std::map<double, Rows, std::greater<>> by_label;
  for (const std::int64_t i : stream.permutation(y.size())) by_label[y(i)].push_back(i);
  std::vector<Rows> classes;
  for (auto& [label, rows] : by_label) classes.push_back(std::move(rows));
  return classes;
}

/// An order in which the classes stand in proportion in every beginning of it: the next row is of the class
/// that is further behind its share. So in every stretch the counts are within one row of the share as well,
/// or equal to it where the share is whole.
Rows proportional_order(const core::Labels& y, core::Stream& stream) {
  const auto classes = shuffled_classes(y, stream);
  const auto n = static_cast<double>(y.size());
  Rows order;
  std::vector<std::size_t> taken(classes.size(), 0);
  const auto behind = [&](std::size_t c, std::int64_t k) {
    if (taken[c] == classes[c].size()) return -core::infinity;
    return static_cast<double>(classes[c].size()) / n * static_cast<double>(k) -
           static_cast<double>(taken[c]);
  };
  // Where there are two classes, the first is further behind if it lacks half a row.
  const auto furthest = [&](std::int64_t k) -> std::size_t {
    if (classes.size() == 2) return behind(0, k) >= 0.5 || taken[1] == classes[1].size() ? 0 : 1;
    std::size_t most = 0;
    for (std::size_t c = 1; c < classes.size(); ++c)
      if (behind(c, k) > behind(most, k)) most = c;
    return most;
  };
  for (std::int64_t k = 1; k <= y.size(); ++k) {
    const std::size_t c = furthest(k);
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

void add(Rows& to, const Rows& from, std::int64_t begin, std::int64_t end) {
  to.insert(to.end(), from.begin() + begin, from.begin() + end);
}

Split floor_split(const core::Labels& y, const Sizes& sizes, core::Stream& stream) {
  Split out;
  Rows rest;
  for (const Rows& rows : shuffled_classes(y, stream)) {
    const auto of_class = static_cast<std::int64_t>(rows.size());
    const std::int64_t train = sizes.train * of_class / y.size(), tune = sizes.tune * of_class / y.size();
    core::require(
        train > 0,
        "n_train " + std::to_string(sizes.train) + " leaves a class of " + std::to_string(of_class) +
            " rows without a training row. With sampling: floor its share is below one. Ask for more.",
        {"n_train"});
    add(out.train, rows, 0, train);
    add(out.tune, rows, train, train + tune);
    add(rest, rows, train + tune, of_class);
  }
  std::sort(rest.begin(), rest.end());
  const Rows order = sizes.test > 0 ? stream.permutation(static_cast<std::int64_t>(rest.size())) : Rows{};
  for (std::int64_t k = 0; k < sizes.test; ++k)
    out.test.push_back(rest[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])]);
  if (sizes.test == 0) out.test = rest;
  for (Rows* rows : {&out.train, &out.tune, &out.test}) std::sort(rows->begin(), rows->end());
  return out;
}

} // namespace

Split random_split(const core::Labels& y, const Sizes& sizes, Sampling sampling, core::Stream& stream) {
  const std::int64_t left = y.size() - sizes.train - sizes.tune;
  core::require(left >= std::max<std::int64_t>(sizes.test, 1),
                "n_train " + std::to_string(sizes.train) + ", n_tune " + std::to_string(sizes.tune) +
                    " and n_test " + std::to_string(sizes.test) + " of " + std::to_string(y.size()) +
                    " rows leave too few to test on. Ask for fewer.",
                {"n_train", "n_tune", "n_test"});
  if (sampling == Sampling::floor) return floor_split(y, sizes, stream);
  const Rows order = random_order(y, sampling, stream);
  return {part(order, 0, sizes.train), part(order, sizes.train, sizes.tune),
          part(order, sizes.train + sizes.tune, sizes.test > 0 ? sizes.test : left)};
}

Split fold_split(const core::Labels& y, const Fold& fold, Sampling sampling, core::Stream& stream) {
  core::require(fold.folds <= y.size(),
                "There are " + std::to_string(fold.folds) + " folds and " + std::to_string(y.size()) +
                    " rows. A fold would be empty. Ask for fewer folds.",
                {"folds"});
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
  core::require(size <= y.size(),
                "The sample_size is " + std::to_string(size) + ", but there are " + std::to_string(y.size()) +
                    " rows. Ask for fewer.",
                {"sample_size"});
  return part(random_order(y, sampling, stream), 0, size > 0 ? size : y.size());
}

} // namespace datasets::protocol
