#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/random/stream.hpp"
#include "core/sample/types.hpp"

namespace core {

/// One fold of a division of 0..n-1: its points, and all others, both ascending.
struct Division {
  std::vector<Eigen::Index> inside, outside;
};

/// at_random: any point may come into any fold; stratified: each class is dealt out evenly.
enum class FoldAssignment { at_random, stratified };

/// A random division of n points into k folds whose sizes differ by at most one. Throws UserError unless
/// 2 <= k <= n.
std::vector<Division> divisions(Eigen::Index n, std::int64_t k, Stream& stream);

/// The same where also the numbers of each class in the folds differ by at most one: the class of the largest
/// label in a random order, then the next in one, are dealt out to the folds in turn; of two classes the
/// positives first. labels [n].
std::vector<Division> stratified_divisions(const Labels& labels, std::int64_t k, Stream& stream);

/// A class that is smaller than the number of folds, under this name.
struct TooFewForFolds : UserError {
  TooFewForFolds(const std::string& name, double its_label, std::int64_t its_rows, std::int64_t of_folds);

  double label;
  std::int64_t rows, folds;
};

/// Throws TooFewForFolds where a class of labels [n] has fewer rows than there are folds.
void require_class_in_every_fold(const Labels& labels, std::int64_t k);

/// One of the two.
std::vector<Division> divisions(const Labels& labels, std::int64_t k, FoldAssignment assignment,
                                Stream& stream);

} // namespace core
