#include "results/answer/side_by_side.hpp"

#include <algorithm>

#include "results/answer/verdict_sentence.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"

namespace results {
namespace {

bool is_published(const std::optional<TableCell>& cell) {
  return cell && !cell->published.value.empty();
}

bool has_published(const Table& table, std::size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [column](const TableRow& row) { return is_published(row.cells[column]); });
}

bool is_diagnostic(const Layout& layout, const std::string& metric) {
  return std::find(layout.diagnostics.begin(), layout.diagnostics.end(), metric) != layout.diagnostics.end();
}

/// The columns a reader needs first; all of them where that leaves none.
std::vector<std::size_t> shown_columns(const Table& table, const Layout& layout) {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const TableColumn& column = table.columns[c];
    const bool is_aside = is_improvement(table, column) ||
                          (is_diagnostic(layout, column.metric.name) && !has_published(table, c));
    if (!is_aside) out.push_back(c);
  }
  if (out.empty())
    for (std::size_t c = 0; c < table.columns.size(); ++c) out.push_back(c);
  return out;
}

Table with_columns(const Table& table, const std::vector<std::size_t>& shown) {
  Table out = table;
  out.columns.clear();
  for (TableRow& row : out.rows) row.cells.clear();
  for (const std::size_t c : shown) {
    out.columns.push_back(table.columns[c]);
    for (std::size_t r = 0; r < table.rows.size(); ++r) out.rows[r].cells.push_back(table.rows[r].cells[c]);
  }
  return out;
}

/// What stands under one head: published and marginlab, or marginlab alone.
struct Place {
  std::vector<std::string> labels; ///< on the column axes; of a table without any, the metric's
  bool has_published = false;
};

class SideBySide {
 public:
  SideBySide(const Results& results, const Table& table, const std::vector<Block>& blocks,
             bool is_filling = false)
      : card_(results.card),
        table_(table),
        blocks_(blocks),
        across_(table.column_axes.empty()),
        is_filling_(is_filling) {
    for (std::size_t c = 0; c < table_.columns.size(); ++c) {
      const std::string& metric = table_.columns[c].metric.name;
      if (std::find(metrics_.begin(), metrics_.end(), metric) == metrics_.end()) metrics_.push_back(metric);
      const std::vector<std::string> labels = labels_of_column(c);
      auto found = std::find_if(places_.begin(), places_.end(),
                                [&](const Place& place) { return place.labels == labels; });
      if (found == places_.end()) found = places_.insert(places_.end(), Place{labels});
      found->has_published = found->has_published || has_published(table_, c);
    }
  }

  Grid grid() const {
    Grid out{.title = "", .stub = labels_of(table_.row_axes), .heads = heads(), .rows = {}};
    const bool by_data = !across_ && leads_with_data();
    if (by_data) out.stub.erase(out.stub.begin());
    if (across_) {
      for (const TableRow& row : table_.rows) out.rows.push_back(grid_row(row, ""));
      add_verdicts_across(out);
      return out;
    }
    for (const std::string& metric : metrics_) add_metric(out, metric, by_data);
    return out;
  }

 private:
  std::vector<std::string> labels_of_column(std::size_t c) const {
    return across_ ? std::vector{table_.columns[c].metric.label} : table_.columns[c].labels;
  }

  /// Whether rows are grouped by data set, and have another label behind it.
  bool leads_with_data() const {
    return table_.row_axes.size() > 1 && table_.row_axes.front().name == "data";
  }

  std::vector<std::vector<HeadCell>> heads() const {
    std::vector<std::vector<HeadCell>> out;
    const std::size_t levels = across_ ? 1 : table_.column_axes.size();
    for (std::size_t level = 0; level < levels; ++level) {
      std::vector<HeadCell>& row = out.emplace_back();
      for (std::size_t p = 0; p < places_.size(); ++p) {
        const std::size_t columns = places_[p].has_published ? 2 : 1;
        const bool same =
            p > 0 && std::equal(places_[p].labels.begin(),
                                places_[p].labels.begin() + static_cast<std::ptrdiff_t>(level) + 1,
                                places_[p - 1].labels.begin());
        if (same && !across_)
          row.back().columns += columns;
        else
          row.push_back({across_ ? places_[p].labels[level]
                                 : value_phrase(table_.column_axes[level], places_[p].labels[level]),
                         columns});
      }
    }
    std::vector<HeadCell>& lowest = out.emplace_back();
    for (const Place& place : places_) {
      if (place.has_published) lowest.push_back({"published"});
      lowest.push_back({"marginlab"});
    }
    return out;
  }

  /// A group of rows for each metric, and within it for each data set where the rows begin with one.
  void add_metric(Grid& out, const std::string& metric, bool by_data) const {
    const std::vector<std::size_t> of_metric = columns_of(metric);
    std::string data;
    for (const TableRow& row : table_.rows) {
      const bool opens = &row == &table_.rows.front() || (by_data && row.labels.front() != data);
      if (by_data) data = row.labels.front();
      const bool is_empty = std::none_of(of_metric.begin(), of_metric.end(),
                                         [&](std::size_t c) { return row.cells[c].has_value(); });
      if (is_empty && !opens) continue;
      GridRow line = grid_row(row, metric);
      if (by_data) line.labels.erase(line.labels.begin());
      if (opens) line.heading = heading(metric, by_data ? data : "", &row == &table_.rows.front());
      out.rows.push_back(std::move(line));
    }
  }

  std::vector<std::size_t> columns_of(const std::string& metric) const {
    std::vector<std::size_t> out;
    for (std::size_t c = 0; c < table_.columns.size(); ++c)
      if (table_.columns[c].metric.name == metric) out.push_back(c);
    return out;
  }

  /// "GKL (lower is better), Example 1: agrees (p = 0.130)"
  std::string heading(const std::string& metric, const std::string& data, bool is_first) const {
    const Metric& what = table_.columns[columns_of(metric).front()].metric;
    std::string out = what.label;
    if (is_first && !is_diagnostic(card_.layout, metric))
      out += what.smaller_is_better ? " (lower is better)" : " (higher is better)";
    if (!data.empty()) out += ", " + data;
    const std::string verdicts = verdicts_of(metric, data);
    return out + (verdicts.empty() ? "" : ": " + verdicts);
  }

  /// The verdicts of the blocks of a metric, and of one data set where it is named.
  std::string verdicts_of(const std::string& metric, const std::string& data) const {
    std::string out;
    for (const Block& block : blocks_) {
      if (block.metric.name != metric || (!data.empty() && block.data_label != data)) continue;
      const bool names = data.empty() && !block.data_label.empty() && has_many_data();
      out += (out.empty() ? "" : "; ") + (names ? block.data_label + " " : "") + verdict_phrase(block);
    }
    return out;
  }

  bool has_many_data() const {
    return std::any_of(blocks_.begin(), blocks_.end(),
                       [&](const Block& block) { return block.data != blocks_.front().data; });
  }

  /// Metrics side by side have no rows of their own: what they come to stands above the first.
  void add_verdicts_across(Grid& out) const {
    if (out.rows.empty()) return;
    std::string text;
    for (const std::string& metric : metrics_) {
      const std::string verdicts = verdicts_of(metric, "");
      if (!verdicts.empty()) text += (text.empty() ? "" : "; ") + label_of(metric) + " " + verdicts;
    }
    out.rows.front().heading = text;
  }

  const std::string& label_of(const std::string& metric) const {
    return table_.columns[columns_of(metric).front()].metric.label;
  }

  /// The entries of one metric, or of all of them where they stand side by side.
  GridRow grid_row(const TableRow& row, const std::string& metric) const {
    GridRow out{row.labels, {}};
    for (const Place& place : places_) {
      std::size_t column = table_.columns.size();
      for (std::size_t c = 0; c < table_.columns.size(); ++c)
        if (labels_of_column(c) == place.labels && (across_ || table_.columns[c].metric.name == metric))
          column = c;
      const bool is_there = column < table_.columns.size() && row.cells[column];
      if (place.has_published) out.entries.push_back({.text = is_there ? published(*row.cells[column]) : ""});
      out.entries.push_back(is_there ? own(*row.cells[column], table_.columns[column]) : Entry{.text = ""});
    }
    return out;
  }

  static std::string published(const TableCell& cell) {
    return cell.published.value.empty() ? "--" : cell.published.value;
  }

  Entry own(const TableCell& cell, const TableColumn& column) const {
    if (!cell.computed) return {.text = "--"};
    Entry out{.text = mean_of(cell, column.decimals), .mark = choice_of(table_, cell)};
    if (is_filling_ && cell.ours.used < cell.planned && !column.is_rank) {
      out.mark = shortfall(cell.ours, cell.planned);
      return out;
    }
    const Verdict verdict = cell.agreement.verdict;
    const bool judged = card_.published_comparable != Comparable::order && !cell.withheld &&
                        !is_improvement(table_, column) &&
                        (verdict == Verdict::off || verdict == Verdict::cannot_tell);
    if (!judged) return out;
    const std::string mark = verdict == Verdict::off ? mark_of_off : mark_of_undecided;
    out.mark = mark + (out.mark.empty() ? "" : " " + out.mark);
    out.tint = verdict;
    return out;
  }

  const StudyCard& card_;
  const Table& table_;
  const std::vector<Block>& blocks_;
  bool across_;     ///< metrics side by side
  bool is_filling_; ///< see filling_table
  std::vector<std::string> metrics_;
  std::vector<Place> places_;
};

} // namespace

Grid side_by_side(const Results& results, const Table& table, const std::vector<Block>& blocks) {
  const Table shown = with_columns(table, shown_columns(table, results.card.layout));
  for (std::size_t c = 0; c < shown.columns.size(); ++c)
    if (has_published(shown, c)) return SideBySide(results, shown, blocks).grid();
  return paper_grid(shown);
}

Grid filling_table(const Results& results, const Table& table) {
  const Table shown = with_columns(table, shown_columns(table, results.card.layout));
  const std::vector<Block> none;
  for (std::size_t c = 0; c < shown.columns.size(); ++c)
    if (has_published(shown, c)) return SideBySide(results, shown, none, true).grid();
  return paper_grid(shown);
}

} // namespace results
