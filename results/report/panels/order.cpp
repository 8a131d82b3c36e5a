#include "results/report/verdicts/order.hpp"

#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/panels/compose.hpp"

namespace results {
namespace {

constexpr int spearman_decimals = 2;

/// "Linear, MSE"
std::string place_of(const MethodOrders& orders, const MethodOrder& order) {
  const std::string place = place_phrase(orders.axes, order.labels);
  return place + (place.empty() ? "" : ", ") + order.metric.label;
}

/// "KLR (0.0748) is published below Platt's (0.0770); marginlab has it above by 0.0034 (0.0010)"
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
         "; marginlab has it above by " + decimal(excess, decimals) + (error.empty() ? "" : " " + error);
}

/// "14 same, 3 opposite (1 beyond 3 errors), 2 level"
std::string standings_of(const PairCounts& pairs) {
  return std::to_string(pairs.same) + " same, " + std::to_string(pairs.opposite) + " opposite (" +
         std::to_string(pairs.beyond) + " beyond 3 errors), " + std::to_string(pairs.level) + " level";
}

Grid order_grid(const std::string& study, const MethodOrders& orders) {
  Grid grid{
      .title = study + ": order of the methods, published against marginlab",
      .stub = {},
      .heads = {{{"Methods"}, {"Spearman"}, {"Pairs"}, {"same"}, {"opposite"}, {"level"}, {"beyond 3"}}},
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
                          count_entry(order.standings.same),
                          count_entry(order.standings.opposite),
                          count_entry(order.standings.level),
                          count_entry(order.standings.beyond)}});
  }
  return grid;
}

Section order_verdicts(const MethodOrders& orders) {
  Section section{"Verdicts", {}, Topic::verdicts};
  section.lines.push_back(sentence_of(orders.standings()));
  for (const MethodOrder& order : orders.orders)
    section.lines.push_back(place_of(orders, order) + ": " + standings_of(order.standings) + "; Spearman " +
                            decimal(order.spearman, spearman_decimals) + ".");
  section.lines.emplace_back(
      "The published numbers are over other data sets than marginlab's, so that no number can be judged by "
      "itself. Each cell is cannot tell, has no z, and is not counted. The order of each pair of methods "
      "is.");
  section.lines.emplace_back(
      "same: marginlab has the published order. opposite: it has the other one. level: the two numbers are "
      "level in print, or in marginlab's table. beyond 3: of the opposite ones, those by more than 3 "
      "standard "
      "errors of the paired difference; these are off, the other opposite and level ones cannot tell. The "
      "reasons are in "
      "docs/verdicts.md.");
  return section;
}

Section order_notes(const MethodOrders& orders) {
  Section section{"Order of the methods", {}, Topic::methods};
  section.lines.emplace_back(
      "Means are subtracted in pairs, replicate by replicate. The standard error of a pair is the larger of "
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

LongRow long_row_of(const MethodOrder& order, const OrderedPair& pair) {
  LongRow row{.at = order.at,
              .metric = order.metric.name + "_minus_" + pair.second,
              .published = csv_number(pair.published, order.decimals),
              .marginlab = csv_number(pair.difference, order.decimals),
              .mcse = csv_number(pair.se, order.decimals + 1),
              .z = csv_number(pair.difference / pair.se, 2),
              .verdict = std::string(word(pair.verdict))};
  row.at["method"] = pair.first;
  return row;
}

Panel order(const PanelInput& input) {
  const MethodOrders& orders = input.study.orders;
  if (orders.orders.empty()) return {};
  Panel out{.grids = {order_grid(input.study.table.study, orders)},
            .notes = {order_verdicts(orders), order_notes(orders)}};
  for (const MethodOrder& one : orders.orders)
    for (const OrderedPair& pair : one.pairs) out.long_form.push_back(long_row_of(one, pair));
  return out;
}

} // namespace

PanelEntry order_panel() {
  return {.name = "order",
          .phrase = "the order of the methods",
          .meaning = "whether the methods stand in the published order",
          .parameters = {},
          .panel = order,
          .always = true};
}

} // namespace results
