#include "results/report/table/table.hpp"

#include <algorithm>
#include <cmath>

namespace results {
namespace {

/// Sums run over sorted values, so that the order of the parts changes no bit.
double sum(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  double out = 0;
  for (const double value : values) out += value;
  return out;
}

/// The mean of independent means and its standard error; NaN of none.
Summary mean_of(const std::vector<Summary>& means) {
  Summary out;
  if (means.empty()) return out;
  std::vector<double> values, squares;
  for (const Summary& one : means) {
    values.push_back(one.mean);
    squares.push_back(one.se * one.se);
  }
  const auto k = static_cast<double>(means.size());
  out.mean = out.finite_mean = sum(values) / k;
  out.se = out.finite_se = std::sqrt(sum(squares)) / k;
  return out;
}

bool any_nan(const std::vector<Part>& parts) {
  return std::any_of(parts.begin(), parts.end(), [](const Part& part) { return std::isnan(part.ours.mean); });
}

} // namespace

std::vector<Summary> summaries_of(const std::vector<Part>& parts) {
  std::vector<Summary> out;
  for (const Part& part : parts) out.push_back(part.ours);
  return out;
}

Summary mean_over(const std::vector<Part>& parts) {
  std::vector<Summary> finite;
  double infinity = 0; // the sum of the infinite means
  for (const Part& part : parts)
    if (std::isfinite(part.ours.mean)) {
      finite.push_back(part.ours);
    } else if (std::isinf(part.ours.mean)) {
      infinity += part.ours.mean;
    }
  Summary out = mean_of(finite);
  if (finite.size() < parts.size()) {
    const Summary none;
    out.mean = any_nan(parts) ? none.mean : infinity;
    out.se = none.se;
  }
  for (const Part& part : parts) {
    out.used += part.ours.used;
    out.infinite += part.ours.infinite;
    out.not_converged += part.ours.not_converged;
    out.failed += part.ours.failed;
    out.put_in += part.ours.put_in;
    out.undefined += part.ours.undefined;
    out.degenerate += part.ours.degenerate;
  }
  return out;
}

Summary mean_over_sample(const std::vector<Part>& parts) {
  Summary out = mean_over(parts);
  const Summary between = mean_rank(parts);
  out.se = std::isfinite(out.mean) ? between.se : out.se;
  out.finite_se = between.finite_se;
  return out;
}

Summary mean_rank(const std::vector<Part>& parts) {
  Series ranks;
  for (std::size_t i = 0; i < parts.size(); ++i)
    ranks.push_back({static_cast<std::int32_t>(i), parts[i].ours.mean, Outcome::ok});
  Summary out = summarise(ranks);
  out.undefined = 0;
  if (any_nan(parts)) {
    const Summary none;
    out.mean = none.mean;
    out.se = none.se;
  }
  return out;
}

std::size_t VerdictCounts::published() const {
  return (*this)[Verdict::match] + (*this)[Verdict::off] + (*this)[Verdict::cannot_tell];
}

VerdictCounts& VerdictCounts::operator+=(const VerdictCounts& more) {
  for (std::size_t i = 0; i < by_verdict.size(); ++i) by_verdict[i] += more.by_verdict[i];
  return *this;
}

bool is_improvement(const Table& table, const TableColumn& column) {
  return table.improvement && column.metric.name == *table.improvement;
}

VerdictCounts verdict_counts(const Table& table) {
  VerdictCounts counts;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    if (!cell.withheld && !is_improvement(table, column)) counts.add(cell.agreement.verdict);
  });
  return counts;
}

std::string sentence(const VerdictCounts& counts) {
  std::string out;
  for (const Verdict verdict : all_verdicts)
    out += (out.empty() ? "" : ", ") + std::to_string(counts[verdict]) + " " + std::string(word(verdict));
  return out;
}

} // namespace results
