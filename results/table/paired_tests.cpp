#include "results/table/paired_tests.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>

#include "core/contract.hpp"
#include "results/format/number.hpp"
#include "results/table/averages.hpp"
#include "results/table/correlation.hpp"
#include "results/table/places.hpp"

namespace results {
namespace {

using Settings = std::map<std::pair<std::string, std::string>, std::int32_t>; ///< by (over, among)

constexpr double constant_to = 10 * std::numeric_limits<double>::epsilon();

/// The settings at one place of the other axes.
struct TestPlace {
  Coordinates at;
  Settings settings;
};

std::vector<TestPlace> test_places(const StudyCard& card) {
  const PairedTestLayout& layout = *card.layout.paired_tests;
  std::vector<TestPlace> out;
  for (const Point& point : card.points) {
    Coordinates at = point.at;
    const auto over = at.extract(layout.over), among = at.extract(layout.among);
    if (over.empty() || among.empty()) continue;
    auto found = std::find_if(out.begin(), out.end(), [&](const TestPlace& place) { return place.at == at; });
    if (found == out.end()) found = out.insert(out.end(), {at, {}});
    found->settings.emplace(std::pair(over.mapped(), among.mapped()), point.setting);
  }
  return out;
}

Metric metric_of(const StudyCard& card) {
  const std::string& name = card.layout.paired_tests->of;
  const auto found =
      std::find_if(card.metrics.begin(), card.metrics.end(), [&](const Metric& m) { return m.name == name; });
  core::require(found != card.metrics.end(), "the paired tests of " + card.study + " are of '" + name +
                                                 "' (the study does not compute it) add it to metrics");
  return *found;
}

void add_test(TestCount& count, const Summary& difference, const PairedTestLayout& layout) {
  const double p = paired_t_test(difference, layout.two_sided);
  const bool equal = difference.mean == 0 && difference.se == 0;
  if (std::isnan(p) && !equal) ++count.untestable;
  if (p < layout.alpha && difference.mean > 0) ++count.larger;
}

std::string published_count(const StudyCard& card, const Coordinates& at, const std::string& row,
                            const std::string& column) {
  for (const PublishedCount& one : card.published_tests)
    if (one.at == at && one.row == row && one.column == column) return one.count;
  return "";
}

double off_diagonal_correlation(const std::vector<std::vector<TestCount>>& cells) {
  std::vector<double> ours, published;
  for (std::size_t r = 0; r < cells.size(); ++r)
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (r == c || cells[r][c].published.empty()) continue;
      ours.push_back(cells[r][c].larger);
      published.push_back(read_printed(cells[r][c].published).value);
    }
  return pearson(ours, published);
}

TestMatrix matrix(const Results& results, const Averages& averages, const PairedTests& tests,
                  const TestPlace& place) {
  const PairedTestLayout& layout = *results.card.layout.paired_tests;
  TestMatrix out{.at = place.at, .labels = {}, .cells = {}};
  for (const Axis& axis : tests.axes) out.labels.push_back(label_on(axis, place.at));
  for (const AxisValue& row : tests.values) {
    auto& line = out.cells.emplace_back();
    for (const AxisValue& column : tests.values) {
      TestCount& count = line.emplace_back();
      count.published = published_count(results.card, place.at, row.name, column.name);
      if (row.name == column.name) continue;
      for (const AxisValue& value : tests.over.values) {
        const auto one = place.settings.find({value.name, row.name}),
                   other = place.settings.find({value.name, column.name});
        if (one != place.settings.end() && other != place.settings.end())
          add_test(count, averages.difference(one->second, other->second, layout.of), layout);
      }
    }
  }
  out.correlation = off_diagonal_correlation(out.cells);
  return out;
}

} // namespace

double paired_t_test(const Summary& difference, bool two_sided) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const bool constant = !(difference.se > constant_to * std::abs(difference.mean));
  if (difference.finite() < 2 || !std::isfinite(difference.mean) || constant) return none;
  const boost::math::students_t distribution(difference.finite() - 1);
  const double t = difference.mean / difference.se;
  const double tail = boost::math::cdf(boost::math::complement(distribution, two_sided ? std::abs(t) : t));
  return two_sided ? 2 * tail : tail;
}

PairedTests paired_tests(const Results& results) {
  PairedTests out;
  const auto& layout = results.card.layout.paired_tests;
  if (!layout) return out;
  const Design design(results.card);
  out.over = design.axis(layout->over);
  const Axis& among = design.axis(layout->among);
  out.among = among.label;
  for (const std::string& name : layout->values)
    for (const AxisValue& value : among.values)
      if (value.name == name) out.values.push_back(value);
  for (const Axis& axis : results.card.axes)
    if (axis.name != layout->over && axis.name != layout->among && design.varies(axis))
      out.axes.push_back(axis);
  out.metric = metric_of(results.card);
  const Averages averages(results);
  for (const TestPlace& place : test_places(results.card)) {
    const bool has_any = std::any_of(place.settings.begin(), place.settings.end(), [&](const auto& setting) {
      const auto& values = layout->values;
      return std::find(values.begin(), values.end(), setting.first.second) != values.end();
    });
    if (has_any) out.matrices.push_back(matrix(results, averages, out, place));
  }
  return out;
}

} // namespace results
