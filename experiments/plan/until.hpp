#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "results/record/columns.hpp"

namespace experiments {

/// When a study has enough replications: as soon as the Monte Carlo standard error of the mean of a metric is
/// small enough in every setting.
struct Until {
  double mcse = 0;
  std::string of;        ///< a metric
  std::int32_t most = 0; ///< replications, whatever the error
};

/// The least number of replications R, from `least` on, such that over the replicates 0 to R - 1 the standard
/// error of every setting is at most until.mcse; nothing where no R up to the rows' own is enough. It is a
/// function of the values in the order of replicates, and so of neither threads nor the history of a run. A
/// setting with fewer than two finite values, or with an infinite one among them, has no such error and is
/// never precise enough; failed replicates are left out.
std::optional<std::int32_t> enough(const Until& until, const results::Results& all, std::int32_t least);

/// How many replications to try next, where `replications` are not enough: what the spread so far calls for,
/// between a quarter more and three times as many, and never more than until.most.
std::int32_t next_try(const Until& until, const results::Results& all, std::int32_t replications);

/// "the Monte Carlo standard error of gkl is at most 0.002 in every setting after 340 replications"
std::string text(const Until& until, std::optional<std::int32_t> stopped);

} // namespace experiments
