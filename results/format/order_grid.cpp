#include "results/format/order_grid.hpp"

#include <cmath>

#include "results/format/grids.hpp"
#include "results/format/number.hpp"
#include "results/table/places.hpp"

namespace results {
namespace {

constexpr int spearman_decimals = 2;

/// "Linear, MSE"
std::string place_of(const MethodOrders& orders, const MethodOrder& order) {
  std::string out;
  for (std::size_t i = 0; i < orders.axes.size(); ++i)
    if (order.labels[i] != no_place) out += value_phrase(orders.axes[i], order.labels[i]) + ", ";
  return out + order.metric.label;
}

/// "14 match, 1 off, 2 cannot tell"
std::string pair_counts(const VerdictCounts& counts) {
  std::string out;
  for (const Verdict verdict : {Verdict::match, Verdict::off, Verdict::cannot_tell})
    out += (out.empty() ? "" : ", ") + std::to_string(counts[verdict]) + " " + std::string(word(verdict));
  return out;
}

/// "KLR (0.0748) is published below Platt's (0.0770); in ours it is above by 0.0034 (0.0010)"
std::string off_line(const OrderedPair& pair, int decimals) {
  const bool ascending = pair.published < 0;
  const auto named = [](const std::string& label, const std::string& printed) {
    return label + " (" + printed + ")";
  };
  const std::string first = named(pair.first_label, pair.first_published),
                    second = named(pair.second_label, pair.second_published);
  const double excess = ascending ? pair.difference : -pair.difference;
  const std::string error = spread(pair.se, decimals);
  return (ascending ? first : second) + " is published below " + (ascending ? second : first) +
         "; in ours it is above by " + decimal(excess, decimals) + (error.empty() ? "" : " " + error);
}

} // namespace

Grid order_grid(const std::string& study, const MethodOrders& orders) {
  Grid grid{.title = study + ": order of the methods, published against ours",
            .stub = {},
            .heads = {{{"Methods"}, {"Spearman"}, {"Pairs"}, {"match"}, {"off"}, {"cannot tell"}}},
            .rows = {}};
  for (const Axis& axis : orders.axes) grid.stub.push_back(axis.label);
  grid.stub.emplace_back("Metric");
  for (const MethodOrder& order : orders.orders) {
    std::vector<std::string> labels = order.labels;
    labels.push_back(order.metric.label);
    grid.rows.push_back({labels,
                         {count_entry(order.methods),
                          {.text = decimal(order.spearman, spearman_decimals)},
                          count_entry(order.pairs.size()),
                          count_entry(order.counts[Verdict::match]),
                          count_entry(order.counts[Verdict::off]),
                          count_entry(order.counts[Verdict::cannot_tell])}});
  }
  return grid;
}

Section order_verdicts(const MethodOrders& orders) {
  Section section{"Verdicts", {}};
  if (orders.orders.empty()) return section;
  section.lines.push_back("Pairs of methods: " + pair_counts(orders.counts()) + ".");
  for (const MethodOrder& order : orders.orders)
    section.lines.push_back(place_of(orders, order) + ": " + pair_counts(order.counts) + "; Spearman " +
                            decimal(order.spearman, spearman_decimals) + ".");
  section.lines.emplace_back(
      "The published numbers are over other data sets than ours, so that no number can be judged by itself: "
      "each cell is cannot tell, has no z, and is not counted. The order of each pair of methods is.");
  section.lines.emplace_back(
      "match: ours stand in the published order; off: in the opposite order, by more than 3 standard errors "
      "of their paired difference; cannot tell: the rest, such as numbers level as printed. The reasons are "
      "in docs/verdicts.md.");
  return section;
}

Section order_notes(const MethodOrders& orders) {
  Section section{"Order of the methods", {}};
  if (orders.orders.empty()) return section;
  section.lines.emplace_back(
      "Ours are subtracted in pairs, replicate by replicate. The standard error of a pair is the larger of "
      "that over replicates and that over data sets, or whatever is averaged; of ranks there is only the "
      "second.");
  for (const MethodOrder& order : orders.orders)
    for (const OrderedPair& pair : order.pairs)
      if (pair.verdict == Verdict::off)
        section.lines.push_back("off: " + place_of(orders, order) + ": " + off_line(pair, order.decimals) +
                                ".");
  if (section.lines.size() == 1) section.lines.emplace_back("No pair is off.");
  return section;
}

} // namespace results
