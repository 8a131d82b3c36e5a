#include "core/random/folds.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"

namespace core {
namespace {

void check(std::int64_t k, Eigen::Index n) {
  require(2 <= k && k <= n,
          "There are " + std::to_string(k) + " folds and " + std::to_string(n) +
              " training points. A fold must hold out one and leave one. Choose from 2 "
              "folds to as many as there are points.",
          {"folds"});
}

/// Deals the points out in this order, to one fold after the other.
std::vector<Division> dealt(const std::vector<std::int64_t>& order, std::int64_t k) {
  std::vector<std::int64_t> fold_of(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    fold_of[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i) % k;
  }
  std::vector<Division> out(static_cast<std::size_t>(k));
  for (std::int64_t f = 0; f < k; ++f) {
    Division& fold = out[static_cast<std::size_t>(f)];
    for (std::size_t i = 0; i < order.size(); ++i)
      (fold_of[i] == f ? fold.inside : fold.outside).push_back(static_cast<Eigen::Index>(i));
  }
  return out;
}

} // namespace

std::vector<Division> divisions(Eigen::Index n, std::int64_t k, Stream& stream) {
  check(k, n);
  return dealt(stream.permutation(n), k);
}

std::vector<Division> stratified_divisions(const Labels& labels, std::int64_t k, Stream& stream) {
  check(k, labels.size());
  auto order = stream.permutation(labels.size());
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t i, std::int64_t j) { return labels(i) > labels(j); });
  return dealt(order, k);
}

TooFewForFolds::TooFewForFolds(const std::string& name, double its_label, std::int64_t its_rows,
                               std::int64_t of_folds)
    : UserError(
          "Class '" + name + "' has " + std::to_string(its_rows) + " training row" +
              (its_rows == 1 ? "" : "s") + ", too few for cross-validation with " + std::to_string(of_folds) +
              " folds. Every fold needs one. " +
              (its_rows < 2 ? "Add rows." : "Take folds=" + std::to_string(its_rows) + ", or add rows."),
          {"folds"}),
      label(its_label),
      rows(its_rows),
      folds(of_folds) {}

void require_class_in_every_fold(const Labels& labels, std::int64_t k) {
  std::map<double, std::int64_t> rows;
  for (const double label : labels) ++rows[label];
  for (const auto& [label, count] : rows)
    if (count < k) throw TooFewForFolds(shortest(label), label, count, k);
}

std::vector<Division> divisions(const Labels& labels, std::int64_t k, FoldAssignment assignment,
                                Stream& stream) {
  return assignment == FoldAssignment::stratified ? stratified_divisions(labels, k, stream)
                                                  : divisions(labels.size(), k, stream);
}

} // namespace core
