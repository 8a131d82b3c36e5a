#pragma once
#include <cstdint>
#include <vector>

#include "core/random/stream.hpp"
#include "core/sample/types.hpp"

// Which rows a replicate learns from and which it is tested on. Row numbers are 0-based and ascend within
// each part.
namespace datasets::protocol {

/// Parts of 0 .. n - 1, without a common row.
struct Split {
  std::vector<std::int64_t> train, tune, test;
};

/// plain: any rows. stratified: each part has the classes of the whole in proportion, to one row. floor: of
/// each class the training part has floor(size x rows of the class / rows), in integers, so that it may have
/// fewer rows than asked for, and the tuning part likewise; of a cross-validation and of a subsample the same
/// as stratified.
enum class Sampling { plain, stratified, floor };

struct Sizes {
  std::int64_t train = 100, tune = 0;
  std::int64_t test = 0; ///< 0: all that is left
};

/// A random division of the rows of y [n]. Throws UserError where the parts need more rows than there are,
/// nothing is left to test on, or floor leaves a class without a training row.
Split random_split(const core::Labels& y, const Sizes& sizes, Sampling sampling, core::Stream& stream);

/// One of `folds` parts of a random partition of the rows is the test part, the others the training part.
/// Sizes of two folds differ by at most one row; stratified, so do their counts of each class. The same
/// stream gives the same partition. Throws UserError where there are fewer rows than folds.
struct Fold {
  std::int64_t folds, which; ///< which: 0-based
};
Split fold_split(const core::Labels& y, const Fold& fold, Sampling sampling, core::Stream& stream);

/// The rows with training[i] != 0 and the others.
Split given_split(const std::vector<char>& training);

/// `size` rows of y, ascending; all of them where size is 0. Throws UserError where there are fewer.
std::vector<std::int64_t> subsample(const core::Labels& y, std::int64_t size, Sampling sampling,
                                    core::Stream& stream);

} // namespace datasets::protocol
