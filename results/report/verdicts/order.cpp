#include "results/report/verdicts/order.hpp"

#include <algorithm>
#include <cmath>

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
      const AxisValue &one = *card.value(method, cells[i]->at), &other = *card.value(method, cells[j]->at);
      if (published_name(one) == published_name(other)) continue;
      OrderedPair pair = ordered_pair(*cells[i], *cells[j], competition.is_rank, averages);
      pair.first = one.name;
      pair.second = other.name;
      pair.first_label = one.label;
      pair.second_label = other.label;
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
    if (!cell.computed || cell.published.value.empty() || card.value(method, cell.at) == nullptr) return;
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

} // namespace

VerdictCounts MethodOrders::counts() const {
  VerdictCounts out;
  for (const MethodOrder& order : orders) out += verdicts_of(order.pairs);
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

} // namespace results
