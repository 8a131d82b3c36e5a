#include "results/answer/forest.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "results/answer/verdict_sentence.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/table/design.hpp"

namespace results {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

class ForestBuilder {
 public:
  ForestBuilder(const Judged& study, bool published_only)
      : study_(study), results_(study.results), published_only_(published_only), table_(study.table) {}

  Forest forest() {
    Forest out{.title = timeless_sentence(study_),
               .by_value = results_.card.published_comparable != Comparable::order};
    for (const std::string& metric : metrics()) add_metric(out, metric);
    core::require(!published_only_ || !out.blocks.empty(),
                  results_.card.study +
                      ": no published number stands beside a computed one. A forest plot compares the two. "
                      "Use marginlab report, or figure --kind chart.");
    add_orders(out);
    return out;
  }

 private:
  std::vector<std::string> metrics() const {
    std::vector<std::string> out;
    for (const TableColumn& column : table_.columns)
      if (!is_improvement(table_, column) && is_shown(column.metric.name) &&
          std::find(out.begin(), out.end(), column.metric.name) == out.end())
        out.push_back(column.metric.name);
    return out;
  }

  /// Diagnostics are of interest only where the paper prints them.
  bool is_shown(const std::string& metric) const {
    const std::vector<std::string>& diagnostics = results_.card.layout.diagnostics;
    return published_only_ || std::find(diagnostics.begin(), diagnostics.end(), metric) == diagnostics.end();
  }

  void add_metric(Forest& out, const std::string& metric) {
    const std::size_t first = out.blocks.size();
    std::vector<std::string> data; // of the blocks from `first` on
    for_each_cell(table_, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
      if (column.metric.name != metric || !cell.computed) return;
      if (published_only_ ? cell.published.value.empty() : cell.ours.used == 0) return;
      const std::string name = value_on("data", cell.at);
      const auto known = static_cast<std::size_t>(std::find(data.begin(), data.end(), name) - data.begin());
      if (known == data.size()) {
        data.push_back(name);
        out.blocks.push_back(opened(column.metric, name));
      }
      out.blocks[first + known].rows.push_back(row_of(row, column, cell));
    });
  }

  /// The label of a data set where the table has several.
  std::string label_of(const std::string& data) const {
    for (const auto* axes : {&table_.row_axes, &table_.column_axes})
      if (const Axis* axis = named(*axes, "data"); axis != nullptr && !data.empty())
        return label_on(*axis, {{"data", data}});
    return "";
  }

  ForestBlock opened(const Metric& metric, const std::string& data) const {
    const std::string label = label_of(data);
    ForestBlock out{.title = metric.label + (label.empty() ? "" : ", " + label)};
    for (const Block& block : study_.blocks) {
      if (block.metric.name != metric.name || block.data != data) continue;
      out.verdict = verdict_phrase(block);
      out.outcome = cell_verdict(block.verdict);
    }
    return out;
  }

  ForestRow row_of(const TableRow& row, const TableColumn& column, const TableCell& cell) const {
    std::vector<std::string> labels = phrases(table_.row_axes, row.labels);
    for (std::string& label : phrases(table_.column_axes, column.labels)) labels.push_back(std::move(label));
    ForestRow out{.at = cell.at, .metric = cell.metric, .group = {}, .label = {}};
    if (!labels.empty()) {
      out.label = labels.back();
      labels.pop_back();
      out.group = joined(labels);
    }
    if (!cell.published.value.empty())
      out.published =
          Estimate{read_printed(cell.published.value).value,
                   published_error(cell, results_.card.published_replications), cell.published.value};
    if (!cell.withheld && !std::isnan(cell.ours.mean))
      out.own = Estimate{cell.ours.mean, cell.ours.se, decimal(cell.ours.mean, column.decimals)};
    out.z = cell.agreement.z;
    if (results_.card.published_comparable != Comparable::order && !cell.withheld)
      out.verdict = cell.agreement.verdict;
    return out;
  }

  /// The labels on the axes but data, those of absent places left out.
  static std::vector<std::string> phrases(const std::vector<Axis>& axes,
                                          const std::vector<std::string>& labels) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (axes[i].name != "data" && labels[i] != no_place) out.push_back(value_phrase(axes[i], labels[i]));
    return out;
  }

  /// How many pairs of methods stand as published, where the numbers are over other data.
  void add_orders(Forest& out) const {
    if (out.by_value) return;
    for (ForestBlock& block : out.blocks) {
      PairCounts pairs;
      for (const MethodOrder& order : study_.orders.orders) {
        const std::string label = label_of(value_on("data", order.at));
        if (order.metric.label + (label.empty() ? "" : ", " + label) != block.title) continue;
        pairs += order.standings;
      }
      if (pairs.all() > 0)
        block.verdict = "pairs of methods: " + std::to_string(pairs.same) + " as published, " +
                        std::to_string(pairs.opposite) + " opposite, " + std::to_string(pairs.level) +
                        " level";
    }
  }

  const Judged& study_;
  const Results& results_;
  bool published_only_;
  const Table& table_;
};

} // namespace

double published_error(const TableCell& cell, std::int32_t replications) {
  const double s = cell.agreement.combined_se, se = cell.ours.se;
  if (std::isfinite(s) && std::isfinite(se)) return std::sqrt(std::max(s * s - se * se, 0.0));
  if (!cell.published.se.empty()) return read_printed(cell.published.se).value;
  if (!cell.published.sd.empty() && replications > 0)
    return read_printed(cell.published.sd).value / std::sqrt(static_cast<double>(replications));
  return none;
}

Forest forest(const Judged& study) {
  return ForestBuilder(study, true).forest();
}

Forest forest_of_all(const Judged& study) {
  return ForestBuilder(study, false).forest();
}

} // namespace results
