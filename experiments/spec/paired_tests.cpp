#include "experiments/spec/paired_tests.hpp"

#include <limits>

#include "core/parameters.hpp"
#include "experiments/spec/fields.hpp"
#include "experiments/spec/value.hpp"
#include "experiments/spec/vocabulary.hpp"

namespace experiments {
namespace {

const core::ParameterSpec alpha{.key = "alpha",
                                .kind = core::Kind::real,
                                .fallback = 0.05,
                                .meaning = "level of each test",
                                .good = 0.05,
                                .bad = 1.0,
                                .least = std::numeric_limits<double>::min(),
                                .most = 0.5};

std::vector<std::string> values_of(const LayoutContext& context, const std::string& name) {
  std::vector<std::string> out;
  for (const results::Axis& axis : context.axes)
    if (axis.name == name)
      for (const results::AxisValue& value : axis.values) out.push_back(value.name);
  return out;
}

void read_among(const Node& node, const LayoutContext& context, results::PairedTestLayout& tests,
                Problems& problems) {
  if (node.shape == Node::Shape::list) {
    tests.among = "method";
    tests.values = read_words(node, "among", {"method", values_of(context, "method")}, problems);
    if (tests.values.size() == 1 && node.items.size() == 1)
      problems.add(node.place, "'among' names one method (there is nothing to test it against). Add another");
    return;
  }
  tests.among = read_word(node, {"axis", axis_names(context)}, problems).value_or("");
  tests.values = values_of(context, tests.among);
  if (!tests.among.empty() && tests.values.size() < 2)
    problems.add(node.place, "axis '" + tests.among + "' has " + std::to_string(tests.values.size()) +
                                 " value (there is nothing to test it against). Name another axis");
}

} // namespace

std::optional<results::PairedTestLayout> read_paired_tests(const Node& node, const LayoutContext& context,
                                                           Problems& problems) {
  const Fields fields(node, {"the paired tests", {"over", "among", "of", "alpha", "sides"}}, problems);
  results::PairedTestLayout tests;
  if (const Node* over = fields.require("over", "the axis over which rejections are counted, such as data"))
    tests.over = read_word(*over, {"axis", axis_names(context)}, problems).value_or("");
  if (const Node* among = fields.require("among", "the axis whose values are compared, or a list of methods"))
    read_among(*among, context, tests, problems);
  if (const Node* of = fields.require("of", "the metric whose replicates are compared"))
    tests.of = read_word(*of, {"metric of this study", context.metrics}, problems).value_or("");
  if (const Node* level = fields.find("alpha"))
    if (const auto value = read_value(*level, alpha, problems)) tests.alpha = std::get<double>(*value);
  if (const Node* sides = fields.find("sides"))
    tests.two_sided = read_word(*sides, {"sides", {"one", "two"}}, problems) != "one";
  if (!tests.over.empty() && tests.over == tests.among)
    problems.add(fields.find("over")->place,
                 "paired tests over '" + tests.over +
                     "', whose values they compare (nothing is left to count). Name "
                     "another axis");
  return tests;
}

} // namespace experiments
