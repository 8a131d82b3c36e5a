#include "results/report/diff/text.hpp"

#include <algorithm>

#include "core/parameters.hpp"
#include "results/record/number.hpp"

namespace results {
namespace {

constexpr std::size_t most_values = 6, most_means = 8;

/// "1 cell", "2 cells"
std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// "  12 cells <what>\n"; empty for none.
std::string line_of(std::size_t count, const std::string& what) {
  return count == 0 ? "" : "  " + counted(count, "cell") + " " + what + "\n";
}

/// "data = example1, method = platt": on the axes with more than one value.
std::string place_of(const StudyCard& card, const Coordinates& at) {
  std::string out;
  for (const Axis& axis : card.axes) {
    const auto value = at.find(axis.name);
    if (value == at.end() || axis.values.size() < 2) continue;
    out += (out.empty() ? "" : ", ") + axis.name + " = " + value->second;
  }
  return out.empty() ? "the only point" : out;
}

std::string cell_text(const DifferingCell& cell, const Compared& files) {
  std::string out = "  " + cell.key.text() + "\n";
  for (std::size_t i = 0; i < std::min(cell.values.size(), most_values); ++i) {
    const DifferingValue& value = cell.values[i];
    out += "    " + value.name + ": A " + value.a + ", B " + value.b + "\n";
  }
  if (cell.values.size() > most_values)
    out += "    and " + std::to_string(cell.values.size() - most_values) + " more of this cell\n";
  return out + "    to see it again: marginlab replay " + files.name_a + " " + cell.key.text() + "\n";
}

/// "0.5795 (0.0008, n = 100)", with the share of infinite replicates where there are any.
std::string mean_text(const Summary& ours) {
  std::string out = decimal(ours.finite_mean, 4) + " (" + decimal(ours.finite_se, 5) +
                    ", n = " + std::to_string(ours.finite()) + ")";
  if (ours.infinite > 0)
    out += " and " + std::to_string(ours.infinite) + " of " + std::to_string(ours.used) + " infinite";
  return out;
}

std::string probability(double p) {
  return p < 0.0001 ? "P < 0.0001" : "P = " + decimal(p, 4);
}

std::string chance_text(const Beyond& beyond) {
  std::string out = "  " + std::to_string(beyond.compared) + " compared, " + std::to_string(beyond.beyond) +
                    " beyond " + decimal(z_limit, 0) + " standard errors of the difference; by chance " +
                    decimal(beyond.expected(), 2) + " would be";
  if (beyond.beyond > 0) out += "; at least as many: " + probability(beyond.at_least());
  out += "\n";
  if (beyond.compared > 0)
    out += "  the largest |z| is " + decimal(beyond.largest, 2) +
           "; one that large among as many: " + probability(beyond.adjusted()) + " at most (Bonferroni)\n";
  return out;
}

std::string far_text(const MeanDifference& one, const StudyCard& card) {
  std::string out = "  " + place_of(card, one.at) + ", " + one.metric + ": A " + mean_text(one.a) + ", B " +
                    mean_text(one.b) + ", z = " + decimal(one.z, 2);
  if (one.a.infinite + one.b.infinite > 0) out += ", z of the infinite ones = " + decimal(one.z_share, 2);
  return out + "\n";
}

} // namespace

std::string cells_text(const CellComparison& cells, const Compared& files) {
  std::string out = counted(cells.same, "cell") + " the same bit for bit, " +
                    std::to_string(cells.different) + " different, " + std::to_string(cells.only_a) +
                    " only in A, " + std::to_string(cells.only_b) + " only in B\n";
  out += line_of(cells.others_a, "of A are of settings that B does not have");
  out += line_of(cells.others_b, "of B are of settings that A does not have");
  for (const DifferingCell& cell : cells.first) out += cell_text(cell, files);
  if (cells.different > cells.first.size())
    out += "  and " + std::to_string(cells.different - cells.first.size()) + " more\n";
  return out;
}

std::string means_text(const MeanComparison& means, const Compared& files) {
  std::string out;
  if (means.points > 0)
    out = "means at " + counted(means.points, "point") +
          " of the design whose settings differ, replicates taken as independent\n" +
          chance_text(means.beyond);
  if (means.untestable > 0)
    out += "  " + std::to_string(means.untestable) + " cannot be tested: too few replicates on a side\n";
  if (means.one_sided > 0)
    out += "  " + std::to_string(means.one_sided) +
           " have values on one side and none on the other, which ran\n";
  for (std::size_t i = 0; i < std::min(means.largest.size(), most_means); ++i)
    out += far_text(means.largest[i], files.a.card);
  if (means.largest.size() > most_means)
    out += "  and " + std::to_string(means.largest.size() - most_means) + " more\n";
  if (means.points_a + means.points_b > 0)
    out += "places of the design: " + std::to_string(means.points_a) + " only in A, " +
           std::to_string(means.points_b) + " only in B\n";
  return out;
}

} // namespace results
