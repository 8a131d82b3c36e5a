#include "experiments/spec/paired_tests.hpp"

#include <limits>

#include "core/parameters.hpp"
#include "experiments/spec/competitors.hpp"
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

} // namespace

std::optional<results::PairedTestLayout> read_paired_tests(const Node& node, const LayoutContext& context,
                                                           Problems& problems) {
  const Fields fields(node, {"the paired tests", {"over", "among", "of", "alpha", "sides"}}, problems);
  results::PairedTestLayout tests;
  if (const Node* over = fields.require("over", "the axis over which rejections are counted, such as data"))
    tests.over = read_word(*over, {"axis", axis_names(context)}, problems).value_or("");
  if (const Node* among =
          fields.require("among", "the axis whose values are compared, or a list of methods")) {
    const Competitors all = read_competitors(*among, context, problems);
    tests.among = all.axis;
    tests.values = all.values;
  }
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
