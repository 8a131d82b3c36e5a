#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "results/page/drawings.hpp"
#include "results/report/verdicts/verdicts.hpp"

// All tables of all papers on one page.
namespace results {

/// What one table came to.
struct Score {
  std::string paper, study, title;
  std::string source;         ///< whose numbers it is compared with, as a sentence names it
  std::string replications{}; ///< "100" of each setting, or "1 to 4"
  std::int32_t most = 0;      ///< replications of a setting
  std::int32_t of_paper = 0;  ///< what the paper averaged over; 0 where it does not say
  VerdictCounts judged{};     ///< numbers, pairs of methods or claims
  std::vector<ZMark> z{};     ///< of the cells that are judged by themselves
  BlockCounts blocks{};       ///< as judged with those of the paper's other tables
  std::string report{};       ///< where its report lies, from the scoreboard; empty = nowhere

  /// Whether the paper has more of them, so that it can tell more.
  bool is_short() const { return most < of_paper; }
};

/// The score of a study without its blocks, which are judged with those of its paper's other studies.
Score score_of(const Judged& study);

/// A page without a script: a row a table, grouped by paper, in the order of paper and study. Each row has
/// its blocks by verdict and cause, its z as a strip, and leads to its report where there is one. Needs
/// nothing from outside.
std::string scoreboard(std::vector<Score> scores);

} // namespace results
