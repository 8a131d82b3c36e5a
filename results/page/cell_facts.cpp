#include "results/page/cell_facts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "results/answer/forest.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/table/design.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr double level_within = 2; ///< standard errors of a paired difference

std::vector<std::string> places_on(const std::vector<Axis>& axes, const std::vector<std::string>& labels) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (labels[i] != no_place) out.push_back(value_phrase(axes[i], labels[i]));
  return out;
}

/// The coordinates of two cells but for their methods.
bool share_a_row(const TableCell& one, const TableCell& other) {
  Coordinates a = one.at, b = other.at;
  a.erase("method");
  b.erase("method");
  return one.metric == other.metric && a == b;
}

class FactFinder {
 public:
  FactFinder(const Results& results, const Table& table, const std::vector<Block>& blocks)
      : results_(results), table_(table), blocks_(blocks), design_(results.card), averages_(results) {}

  std::vector<CellFacts> all() {
    std::vector<CellFacts> out;
    for_each_cell(table_, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
      out.push_back(facts_of(row, column, cell));
    });
    for (CellFacts& one : out) one.best = best_beside(one, out);
    return out;
  }

 private:
  CellFacts facts_of(const TableRow& row, const TableColumn& column, const TableCell& cell) {
    CellFacts out;
    out.cell = cell;
    out.labels = places_on(table_.row_axes, row.labels);
    for (std::string& label : places_on(table_.column_axes, column.labels))
      out.labels.push_back(std::move(label));
    out.labels.push_back(column.metric.label);
    out.method = method_of(cell);
    out.address = unused(address(cell));
    out.decimals = column.decimals;
    out.published = cell.published.value.empty() ? missing : read_printed(cell.published.value).value;
    out.published_error =
        cell.published.value.empty() ? missing : published_error(cell, results_.card.published_replications);
    out.word = cell.withheld ? "withheld" : verdict_word(table_, column, cell);
    const bool by_value = results_.card.published_comparable != Comparable::order;
    if (by_value && !cell.withheld && !is_improvement(table_, column) &&
        cell.agreement.verdict != Verdict::not_published)
      out.verdict = cell.agreement.verdict;
    if (!by_value && !cell.published.value.empty()) out.word = "by order";
    add_cause(out);
    add_replicates(out);
    return out;
  }

  std::string method_of(const TableCell& cell) const {
    const AxisValue* method = results_.card.value("method", cell.at);
    return method == nullptr ? "" : method->label;
  }

  /// The names on the axes of every study, then on those of a sweep, then the metric.
  std::string address(const TableCell& cell) const {
    std::string out;
    std::vector<std::string> axes{"data", "classifier", "method"};
    for (const auto& [axis, value] : cell.at)
      if (std::find(axes.begin(), axes.end(), axis) == axes.end()) axes.push_back(axis);
    for (const std::string& axis : axes)
      if (const auto found = cell.at.find(axis); found != cell.at.end())
        out += address_of(found->second) + "-";
    return out + address_of(cell.metric);
  }

  std::string unused(const std::string& wanted) {
    std::string out = wanted;
    for (int k = 2; !addresses_.insert(out).second; ++k) out = wanted + "-" + std::to_string(k);
    return out;
  }

  void add_cause(CellFacts& out) const {
    for (const Block& block : blocks_)
      if (block.verdict == BlockVerdict::differs && block.holds(out.cell)) out.because = block.because;
  }

  void add_replicates(CellFacts& out) const {
    if (!out.cell.setting) return;
    const std::int32_t setting = *out.cell.setting;
    out.key = results_.card.settings[static_cast<std::size_t>(setting)].key;
    for (const Observation& one : series(results_.rows, setting, out.cell.metric)) {
      out.replicates.push_back(one.value);
      out.draws.push_back(one.replicate);
    }
    double worst = missing, fits = 0;
    for (const Observation& one : series(results_.rows, setting, "worst_relative_gap"))
      if (!std::isnan(one.value)) worst = std::isnan(worst) ? one.value : std::max(worst, one.value);
    for (const Observation& one : series(results_.rows, setting, "fits"))
      if (!std::isnan(one.value)) fits += one.value;
    if (!std::isnan(worst)) out.quality = FitQuality{worst, fits};
  }

  /// The method with the best mean at this place, if it is another.
  std::optional<BestOfRow> best_beside(const CellFacts& own, const std::vector<CellFacts>& all) const {
    if (!own.cell.setting || !std::isfinite(own.cell.ours.mean)) return std::nullopt;
    const CellFacts* best = nullptr;
    for (const CellFacts& one : all)
      if (one.cell.setting && std::isfinite(one.cell.ours.mean) && share_a_row(one.cell, own.cell) &&
          (best == nullptr || is_better(one, *best)))
        best = &one;
    if (best == nullptr || best->cell.setting == own.cell.setting) return std::nullopt;
    BestOfRow out{best->method,
                  averages_.difference(*own.cell.setting, *best->cell.setting, own.cell.metric)};
    if (std::isnan(out.difference.mean) || std::isnan(out.difference.se)) return std::nullopt;
    out.is_level = std::abs(out.difference.mean) <= level_within * out.difference.se;
    return out;
  }

  bool is_better(const CellFacts& one, const CellFacts& other) const {
    const Metric* metric = results_.card.metric(one.cell.metric);
    const bool smaller = metric == nullptr || metric->smaller_is_better;
    return smaller ? one.cell.ours.mean < other.cell.ours.mean : one.cell.ours.mean > other.cell.ours.mean;
  }

  const Results& results_;
  const Table& table_;
  const std::vector<Block>& blocks_;
  Design design_;
  Averages averages_;
  std::set<std::string> addresses_;
};

} // namespace

std::vector<CellFacts> cell_facts(const Results& results, const Table& table,
                                  const std::vector<Block>& blocks) {
  return FactFinder(results, table, blocks).all();
}

std::string address_of(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool stays =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    out += stays ? c : '-';
  }
  return out;
}

std::optional<std::size_t> find_cell(const std::vector<CellFacts>& cells, const Coordinates& at,
                                     const std::string& metric) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i].cell.metric == metric && cells[i].cell.at == at) return i;
  return std::nullopt;
}

} // namespace results
