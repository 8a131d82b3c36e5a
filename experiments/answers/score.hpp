#pragma once
#include <string>
#include <vector>

#include "experiments/run/run.hpp"

// Probabilities that another program computed for a study's draws become a row of its table.
namespace experiments {

struct ScoreRequest {
  RunOptions run{};                 ///< of which study, in which directory, on how many threads
  std::vector<std::string> files{}; ///< datasets/answers/read_answers.hpp
  std::string name{}, label{};      ///< in the study and in its table; without a label the name
  bool replace = false;             ///< take the place of other probabilities of that name
};

/// Checks that the files answer every draw of the study, once each and with probabilities. Stores them in the
/// run directory and runs the study, which computes what is not stored yet. Prints the table, then the paired
/// differences between the new method and each other one. Returns the exit code of the run. Throws UserError
/// before anything is written.
int score(const ScoreRequest& request);

} // namespace experiments
