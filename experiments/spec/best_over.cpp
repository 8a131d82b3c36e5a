#include "experiments/spec/best_over.hpp"

#include "experiments/spec/axes.hpp"
#include "experiments/spec/vocabulary.hpp"

namespace experiments {

std::string read_best_over(const Node& node, const std::vector<results::Axis>& axes, Problems& problems) {
  Vocabulary swept{"swept axis", {}};
  for (const results::Axis& axis : axes)
    if (is_swept(axis)) swept.words.push_back(axis.name);
  if (!swept.words.empty()) return read_word(node, swept, problems).value_or("");
  problems.add(node.place,
               "'best_over' has nothing to collapse (this study sweeps no parameter). Write the values to "
               "choose from as {grid: [...]}, or remove it");
  return "";
}

} // namespace experiments
