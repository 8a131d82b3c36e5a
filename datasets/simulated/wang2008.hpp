#pragma once
#include "datasets/source/source.hpp"

// The two simulated examples of Wang, Shen & Liu (2008), section 5.1.
namespace datasets::wang2008 {

struct Sizes {
  std::int64_t train = 100, test = 900;
  std::int64_t tune = 0; ///< an independent sample for the tuning_set criterion, from a stream of its own
};

/// Where the train + test points of a replicate come from. The paper says that they are generated and that
/// randomly selected ones are for training, over 100 replications: either with new points each time, or with
/// one pool of points that each replicate divides anew. A pool's points, labels and p are the same in all
/// replicates; pools of different numbers are independent.
struct Pool {
  bool shared = false;
  std::int64_t number = 1;
};

/// Example 1. X uniform on the unit disk, Y = sign(X_1) (+1 at 0), then labels flipped. P(Y = 1 | x) = .8
/// where x_1 >= 0 and .2 elsewhere, whatever the reading: the readings change the sample, not what the paper
/// compares with.
struct Example1 final : Source {
  /// uniform: uniform on the disk, as printed. polar: radius and angle uniform, denser at the centre (a
  /// reading found from the published numbers, therefore forensic).
  enum class Disk { uniform, polar };
  /// exact: round(rate N) distinct points, as printed. bernoulli: each point with this probability.
  /// replace_once and replace_toggle: round(rate N) draws with replacement, a repeated point flipped once or
  /// each time it is drawn.
  enum class Flip { exact, bernoulli, replace_once, replace_toggle };

  Sizes sizes{};
  Pool pool{};
  Disk disk = Disk::uniform;
  Flip flip = Flip::exact;
  double flip_rate = 0.2;

  core::Draw draw(const core::StreamAxes&) const override;
};

/// Example 2. Y = +-1 with equal probability, X_1 uniform on [0, 2 pi], X_2 = Y (sin X_1 + 1 + N(0, sd^2)).
/// logit P(Y = 1 | x) = 2 x_2 (sin x_1 + 1) / sd^2.
struct Example2 final : Source {
  Sizes sizes{};
  Pool pool{};
  double sd = 0.1;

  core::Draw draw(const core::StreamAxes&) const override;
};

/// The rows of the catalogue.
core::Entry example1_entry();
core::Entry example2_entry();
std::unique_ptr<Source> build_example1(const core::Parameters&);
std::unique_ptr<Source> build_example2(const core::Parameters&);

} // namespace datasets::wang2008
