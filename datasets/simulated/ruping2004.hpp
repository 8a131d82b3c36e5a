#pragma once
#include "datasets/source/source.hpp"

// The simulated example of Rueping (2004), Figure 1.
namespace datasets::ruping2004 {

/// One input, X ~ N(0, 1) in the negative class and N(2, 1) in the positive one, so that
/// logit P(Y = 1 | x) = 2 x - 2. The caption of the figure gives the two laws and neither sizes nor shares;
/// here half of each part is of either class, the odd point negative. Each part is drawn from a stream of its
/// own: the size of one changes no point of another.
struct TwoNormals final : Source {
  std::int64_t n_train = 100, n_test = 900;
  std::int64_t n_tune = 0; ///< an independent sample for the tuning_set criterion

  core::Draw draw(const core::StreamAxes&) const override;
};

/// The row of the catalogue.
core::Entry two_normals_entry();
std::unique_ptr<Source> build_two_normals(const core::Parameters&);

} // namespace datasets::ruping2004
