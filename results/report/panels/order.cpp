#include "results/report/panels/order.hpp"

#include <algorithm>
#include <cmath>

#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/table/design.hpp"
#include "results/statistics/ranks.hpp"
#include "results/statistics/student.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

constexpr const char* method = "method";

/// The cells that compete, and what they show.
struct Competition {
  MethodOrder order;
  bool is_rank = false;
  std::vector<const TableCell*> cells;
};

const AxisValue* value_of(const StudyCard& card, const TableCell& cell) {
  const auto name = cell.at.find(method);
  if (name == cell.at.end()) return nullptr;
  for (const Axis& axis : card.axes)
    for (const AxisValue& value : axis.values)
      if (axis.name == method && value.name == name->second) return &value;
  return nullptr;
}

const std::string& published_name(const AxisValue& value) {
  return value.stands_for.empty() ? value.name : value.stands_for;
}

struct PairedDifference {
  double mean = std::numeric_limits<double>::quiet_NaN(), se = mean, df = exact;
};

/// The differences of the parts of two averages; none where they are not at the same values.
std::vector<Part> paired_parts(const TableCell& a, const TableCell& b, bool is_rank,
                               const Averages& averages) {
  std::vector<Part> out;
  for (const Part& one : a.parts)
    for (const Part& other : b.parts) {
      if (one.value != other.value) continue;
      Part& part = out.emplace_back(Part{one.value, one.setting});
      if (is_rank) {
        part.ours.mean = one.ours.mean - other.ours.mean;
      } else {
        part.ours = averages.difference(one.setting, other.setting, a.metric);
      }
    }
  return out.size() == a.parts.size() && out.size() == b.parts.size() ? out : std::vector<Part>{};
}

PairedDifference difference(const TableCell& a, const TableCell& b, bool is_rank, const Averages& averages) {
  if (a.setting && b.setting) {
    const Summary paired = averages.difference(*a.setting, *b.setting, a.metric);
    return {paired.mean, paired.se, paired.finite() - 1.0};
  }
  const std::vector<Part> parts = paired_parts(a, b, is_rank, averages);
  const Summary within = mean_over(parts), between = mean_rank(parts);
  if (!(within.se >= between.se) && !std::isnan(between.se))
    return {between.mean, between.se, static_cast<double>(parts.size()) - 1};
  double df = 0; // of all data sets together
  for (const Part& part : parts) df += part.ours.finite() - 1;
  return {between.mean, within.se, df};
}

/// Where a paired difference is not finite, the means still say which is larger.
double direction(const PairedDifference& paired, const TableCell& a, const TableCell& b) {
  return std::isfinite(paired.mean) ? paired.mean : a.ours.mean - b.ours.mean;
}

Verdict verdict(Standing standing, const PairedDifference& paired) {
  if (standing == Standing::level) return Verdict::cannot_tell;
  if (standing == Standing::same) return Verdict::match;
  return std::abs(normal_equivalent(paired.mean / paired.se, paired.df)) > off_beyond ? Verdict::off
                                                                                      : Verdict::cannot_tell;
}

OrderedPair ordered_pair(const TableCell& a, const TableCell& b, bool is_rank, const Averages& averages) {
  OrderedPair pair;
  pair.first_published = a.published.value;
  pair.second_published = b.published.value;
  pair.published = read_printed(a.published.value).value - read_printed(b.published.value).value;
  const PairedDifference paired = difference(a, b, is_rank, averages);
  pair.difference = direction(paired, a, b);
  pair.se = paired.se;
  const bool level = resolved(a.ours.mean) == resolved(b.ours.mean);
  pair.standing = standing(pair.published, level ? 0 : pair.difference);
  pair.verdict = verdict(pair.standing, paired);
  return pair;
}

void judge(Competition& competition, const StudyCard& card, const Averages& averages) {
  const auto& cells = competition.cells;
  MethodOrder& order = competition.order;
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t j = i + 1; j < cells.size(); ++j) {
      const AxisValue &one = *value_of(card, *cells[i]), &other = *value_of(card, *cells[j]);
      if (published_name(one) == published_name(other)) continue;
      OrderedPair pair = ordered_pair(*cells[i], *cells[j], competition.is_rank, averages);
      pair.first = one.name;
      pair.second = other.name;
      pair.first_label = one.label;
      pair.second_label = other.label;
      ++order.counts.by_verdict[static_cast<std::size_t>(pair.verdict)];
      order.standings.add(pair.standing, pair.verdict == Verdict::off);
      order.pairs.push_back(std::move(pair));
    }
  std::vector<double> published, ours;
  for (const TableCell* cell : cells) {
    if (std::isnan(cell->ours.mean)) continue;
    published.push_back(read_printed(cell->published.value).value);
    ours.push_back(resolved(cell->ours.mean));
  }
  order.methods = cells.size();
  order.spearman = spearman(published, ours);
}

std::vector<Competition> competitions(const StudyCard& card, const MethodOrders& orders, const Table& table) {
  std::vector<Competition> out;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    if (!cell.computed || cell.published.value.empty() || value_of(card, cell) == nullptr) return;
    Coordinates at = cell.at;
    at.erase(method);
    auto found = std::find_if(out.begin(), out.end(), [&](const Competition& one) {
      return one.order.at == at && one.order.metric.name == cell.metric;
    });
    if (found == out.end()) {
      MethodOrder order{.at = at, .labels = {}, .metric = column.metric, .decimals = column.decimals};
      for (const Axis& axis : orders.axes) order.labels.push_back(label_on(axis, at));
      found = out.insert(out.end(), {std::move(order), column.is_rank, {}});
    }
    found->cells.push_back(&cell);
  });
  return out;
}

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
  LongRow row{order.at,
              {order.metric.name + "_minus_" + pair.second, csv_number(pair.published, order.decimals), "",
               csv_number(pair.difference, order.decimals), csv_number(pair.se, order.decimals + 1), "", "",
               csv_number(pair.difference / pair.se, 2), std::string(word(pair.verdict)), ""}};
  row.at[method] = pair.first;
  return row;
}

Panel order(const PanelInput& input) {
  if (input.results.card.published_comparable != Comparable::order) return {};
  const MethodOrders orders = method_orders(input.results, input.table);
  Panel out{.judged = orders.counts()};
  if (orders.orders.empty()) return out;
  out.grids = {order_grid(input.table.study, orders)};
  out.notes = {order_verdicts(orders), order_notes(orders)};
  for (const MethodOrder& one : orders.orders)
    for (const OrderedPair& pair : one.pairs) out.long_form.push_back(long_row_of(one, pair));
  return out;
}

} // namespace

VerdictCounts MethodOrders::counts() const {
  VerdictCounts out;
  for (const MethodOrder& order : orders)
    for (const Verdict verdict : all_verdicts)
      out.by_verdict[static_cast<std::size_t>(verdict)] += order.counts[verdict];
  return out;
}

PairCounts MethodOrders::standings() const {
  PairCounts out;
  for (const MethodOrder& order : orders) out += order.standings;
  return out;
}

MethodOrders method_orders(const Results& results, const Table& table) {
  MethodOrders out;
  if (results.card.published_comparable != Comparable::order) return out;
  for (const auto* axes : {&table.row_axes, &table.column_axes})
    for (const Axis& axis : *axes)
      if (axis.name != method) out.axes.push_back(axis);
  const Averages averages(results);
  for (Competition& one : competitions(results.card, out, table)) {
    judge(one, results.card, averages);
    if (!one.order.pairs.empty()) out.orders.push_back(std::move(one.order));
  }
  return out;
}

PanelEntry order_panel() {
  return {.name = "order",
          .phrase = "the order of the methods",
          .meaning = "whether the methods stand in the published order",
          .parameters = {},
          .panel = order,
          .always = true};
}

} // namespace results
