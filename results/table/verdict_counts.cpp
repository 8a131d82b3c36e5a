#include "results/table/table.hpp"

namespace results {

std::size_t VerdictCounts::published() const {
  return (*this)[Verdict::match] + (*this)[Verdict::off] + (*this)[Verdict::cannot_tell];
}

VerdictCounts verdict_counts(const Table& table) {
  VerdictCounts counts;
  for_each_cell(table, [&](const TableRow&, const TableColumn&, const TableCell& cell) {
    if (!cell.withheld) ++counts.by_verdict[static_cast<std::size_t>(cell.agreement.verdict)];
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
