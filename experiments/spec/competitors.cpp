#include "experiments/spec/competitors.hpp"

#include "experiments/spec/vocabulary.hpp"

namespace experiments {
namespace {

std::vector<std::string> values_of(const LayoutContext& context, const std::string& name) {
  std::vector<std::string> out;
  for (const results::Axis& axis : context.axes)
    if (axis.name == name)
      for (const results::AxisValue& value : axis.values) out.push_back(value.name);
  return out;
}

} // namespace

Competitors read_competitors(const Node& node, const LayoutContext& context, Problems& problems) {
  Competitors out;
  if (node.shape == Node::Shape::list) {
    out.axis = "method";
    out.values = read_words(node, "among", {"method", values_of(context, "method")}, problems);
    if (out.values.size() == 1 && node.items.size() == 1)
      problems.add(node.place, "'among' names one method (there is nothing to compare it with). Add another");
    return out;
  }
  out.axis = read_word(node, {"axis", axis_names(context)}, problems).value_or("");
  out.values = values_of(context, out.axis);
  if (!out.axis.empty() && out.values.size() < 2)
    problems.add(node.place, "axis '" + out.axis + "' has " + std::to_string(out.values.size()) +
                                 " value (there is nothing to compare it with). Name another axis");
  return out;
}

} // namespace experiments
