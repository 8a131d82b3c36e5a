#pragma once
#include <string>
#include <vector>

#include "results/report/panel.hpp"

namespace results {

// Which test points a study got wrong, out of the predictions its cells keep (prediction.observation,
// prediction.probability, prediction.label).

/// A test point on the wrong side of 1/2, or at it: what test_error counts as one error, or as half of one.
struct Misclassified {
  std::int32_t replicate = 0;
  std::string name;       ///< as the data set calls it, else "row 17", its number in the file from 1
  double label = 0;       ///< +1 or -1
  double probability = 0; ///< estimated, of +1
};

/// Those of one place of the design, by replicate, then in the order of the draw.
struct MisclassifiedPlace {
  Coordinates at;
  std::vector<std::string> labels; ///< on MisclassifiedList::axes
  bool has_predictions = false;    ///< some replicate keeps any
  std::vector<Misclassified> points{};
};

struct MisclassifiedList {
  std::vector<Axis> axes; ///< those with more than one place, in the order of the card
  std::vector<MisclassifiedPlace> places;
  bool has_replicates = false; ///< the study has more than one
};

/// The misclassified points of every place of the design.
MisclassifiedList misclassified(const Results& results);

/// A line for each test point on the wrong side of 1/2: where, which one, its class, its probability. A place
/// without one has a line that says so. How to read the list, and where it is empty for want of stored
/// predictions. In the long form the metric is "misclassified" and the point, ours its probability.
PanelEntry misclassified_panel();

} // namespace results
