#include "experiments/spec/readings.hpp"

#include <algorithm>

#include "experiments/spec/fields.hpp"
#include "experiments/spec/layout.hpp"
#include "experiments/spec/vocabulary.hpp"

namespace experiments {
namespace {

bool has_readings(const results::Axis& axis) {
  return std::any_of(axis.values.begin(), axis.values.end(),
                     [](const results::AxisValue& value) { return !value.stands_for.empty(); });
}

} // namespace

std::vector<std::string> read_readings(const Node& node, const results::Layout& layout,
                                       const std::vector<results::Axis>& axes, Problems& problems) {
  const Fields fields(node, {"the readings", {"metrics"}}, problems);
  if (std::none_of(axes.begin(), axes.end(), has_readings))
    problems.add(
        node.place,
        "'readings' has nothing to compare (no block has stands_for, so that each published number has "
        "one reading). Add stands_for to the blocks that are readings, or remove it");
  Vocabulary shown{"metric of this layout", layout.metrics};
  if (layout.improvement) std::erase(shown.words, layout.improvement->name);
  for (const std::string& rank : ranked_metrics(layout)) std::erase(shown.words, rank);
  const Node* metrics = fields.require("metrics", "the numbers whose distance is taken");
  if (metrics == nullptr || shown.words.empty()) return {};
  return read_words(*metrics, "metrics", shown, problems);
}

} // namespace experiments
