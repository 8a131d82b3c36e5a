#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "results/record/columns.hpp"
#include "results/report/document.hpp"

// What a report says first: a sentence, a table and a few notes, of which a reader needs no more to know
// whether a study agrees with its paper. The whole report is results/report/panels/compose.hpp.
namespace results {

struct Answer {
  std::string sentence;             ///< verdict_sentence
  std::optional<Grid> grid{};       ///< side_by_side; none of a study without cells
  std::vector<std::string> notes{}; ///< what is needed most comes first; sentences
};

/// A pure function of the results. Throws UserError where the study's layout does not fit its design. Cost:
/// that of its table and of the joint tests of its blocks.
Answer answer(const Results& results);

/// How many replications would settle every published number that is undecided now and can be settled; 0
/// where there is none. Cost: that of the study's table.
std::int64_t settling_replications(const Results& results);

} // namespace results
