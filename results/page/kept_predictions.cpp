#include "results/page/kept_predictions.hpp"

#include <algorithm>
#include <set>

#include "results/format/reliability_svg.hpp"
#include "results/format/svg.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/table/design.hpp"

namespace results {
namespace {

/// The probabilities of one setting and the labels of the same points.
struct Kept {
  std::vector<double> q, y;
};

bool is_label(double label) {
  return label == 1 || label == -1;
}

Kept kept_of(const Results& results, const SeriesTable& table, std::int32_t setting) {
  Kept out;
  const std::vector<double>&q = table.columns.at("probability"), &y = table.columns.at("label");
  const auto [first, last] =
      std::equal_range(results.rows.setting.begin(), results.rows.setting.end(), setting);
  for (auto row = first; row != last; ++row) {
    const auto [from, to] = points_of(table, static_cast<std::int32_t>(row - results.rows.setting.begin()));
    for (std::size_t k = from; k < to; ++k) {
      if (!(q[k] >= 0 && q[k] <= 1) || !is_label(y[k])) continue;
      out.q.push_back(q[k]);
      out.y.push_back(y[k]);
    }
  }
  return out;
}

} // namespace

std::vector<KeptReliability> kept_reliability(const Results& results) {
  const auto table = results.rows.series.find("prediction");
  if (table == results.rows.series.end() || !table->second.columns.contains("probability") ||
      !table->second.columns.contains("label"))
    return {};
  const Design design(results.card);
  const std::vector<Axis> axes = design.varying();
  std::vector<KeptReliability> out;
  std::set<std::int32_t> seen;
  for (const Point& point : results.card.points) {
    if (!seen.insert(point.setting).second) continue;
    const Kept kept = kept_of(results, table->second, point.setting);
    if (kept.q.empty()) continue;
    std::vector<std::string> labels;
    for (const Axis& axis : axes) labels.push_back(label_on(axis, point.at));
    const auto n = static_cast<Eigen::Index>(kept.q.size());
    out.push_back(
        {place_phrase(axes, labels), core::reliability(Eigen::Map<const core::Vector>(kept.q.data(), n),
                                                       Eigen::Map<const core::Labels>(kept.y.data(), n))});
  }
  return out;
}

std::string reliability_section(const Results& results) {
  const std::vector<KeptReliability> all = kept_reliability(results);
  if (all.empty()) return "";
  const std::size_t drawn = std::min(all.size(), most_diagrams);
  std::string out =
      "<section aria-labelledby=\"h-reliability\"><h2 id=\"h-reliability\">Do the probabilities mean what "
      "they "
      "say?</h2><p class=\"soft\">A point shows the test points of one bin: the share of positives over the "
      "mean estimated probability, with a bar of one standard error. Probabilities that mean what they say "
      "lie on the diagonal.</p><details><summary>" +
      counted(drawn, "reliability diagram") +
      (drawn < all.size()
           ? ", the first of " + std::to_string(all.size()) + "; results.h5 has all predictions"
           : "") +
      "</summary><div class=\"diagrams\">\n";
  for (std::size_t i = 0; i < drawn; ++i) {
    const KeptReliability& one = all[i];
    const std::string title = one.place.empty() ? one_line(results.card.study) : one.place;
    out += "<figure><figcaption><b>" + xml_escaped(title) + "</b></figcaption>" +
           inline_reliability_svg("reliability of " + title, one.bins) + "</figure>\n";
  }
  return out + "</div></details></section>\n";
}

} // namespace results
