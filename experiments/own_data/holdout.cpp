#include "experiments/own_data/holdout.hpp"

#include <cmath>
#include <string>

#include "core/contract.hpp"
#include "core/parameters.hpp"
#include "datasets/protocol/split.hpp"

namespace experiments::own_data {
namespace {

void require_both_classes(const core::Labels& train, const core::Labels& all) {
  for (const double sign : {+1.0, -1.0}) {
    const std::string side = sign > 0 ? "positive" : "negative";
    core::require((train.array() == sign).any(), "the training part has no " + side + " row (" +
                                                     std::to_string((all.array() == sign).count()) + " of " +
                                                     std::to_string(all.size()) + " rows are " + side +
                                                     ", and all of them are held out) hold out fewer rows");
  }
}

} // namespace

std::int64_t rows_held_out(std::int64_t n, double holdout) {
  core::require(0 <= holdout && holdout < 1, "--holdout " + core::shortest(holdout) +
                                                 " (it is the share of rows that is held out) choose from 0 "
                                                 "to less than 1, such as 0.25");
  const auto held_out = static_cast<std::int64_t>(std::llround(holdout * static_cast<double>(n)));
  core::require(holdout == 0 || held_out > 0,
                "--holdout " + core::shortest(holdout) + " of " + std::to_string(n) +
                    " rows (that is no row to score on) hold out more, or 0 to score nothing");
  return held_out;
}

Parts divided(const core::Labels& y, std::int64_t held_out, const core::StreamAxes& axes) {
  namespace protocol = datasets::protocol;
  Parts parts;
  if (held_out == 0) {
    for (std::int64_t i = 0; i < y.size(); ++i) parts.train.push_back(i);
  } else {
    core::Stream stream = axes.stream("split");
    const auto split =
        protocol::random_split(y, {y.size() - held_out, 0, 0}, protocol::Sampling::stratified, stream);
    parts = {split.train, split.test};
  }
  require_both_classes(y(parts.train), y);
  return parts;
}

} // namespace experiments::own_data
