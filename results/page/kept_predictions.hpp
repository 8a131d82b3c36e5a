#pragma once
#include <string>
#include <vector>

#include "core/metric/reliability.hpp"
#include "results/record/columns.hpp"

namespace results {

/// Whether the probabilities of one setting mean what they say, over the test points of all its replicates.
struct KeptReliability {
  std::string place; ///< "Pima, SVM_L, bracket"; empty where the study has one setting
  std::vector<core::ReliabilityBin> bins;
};

/// One of each setting whose cells keep their predictions of two classes, in the order of the design. Test
/// points of several replicates count each time; a prediction that is no probability is left out. Cost: one
/// look at each prediction.
std::vector<KeptReliability> kept_reliability(const Results& results);

/// How many diagrams a page draws at most; each takes about 6 KB.
inline constexpr std::size_t most_diagrams = 48;

/// Their diagrams as a section of the page, folded: the first most_diagrams, and how many there are. Empty
/// where no predictions are kept.
std::string reliability_section(const Results& results);

} // namespace results
