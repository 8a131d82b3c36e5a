#include "results/report/verdicts/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "results/report/table/tabulate.hpp"
#include "results/statistics/common_replicates.hpp"
#include "results/statistics/joint.hpp"
#include "results/statistics/pair_order.hpp"
#include "results/statistics/ranks.hpp"
#include "results/statistics/student.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

constexpr double level = 0.05; // of a table, and with judge_together of a paper

bool stands_for_another(const StudyCard& card, const std::string& axis, const Coordinates& at) {
  const AxisValue* value = card.value(axis, at);
  return value != nullptr && !value->stands_for.empty();
}

/// How far a mean of differences lies from 0; nothing of fewer than three. Differences that are all alike
/// have no error, and are as far away as can be said.
std::optional<double> z_of(const Series& differences) {
  constexpr double furthest = 30;
  const Summary paired = summarise(differences);
  if (paired.finite() < 3) return std::nullopt;
  if (!(std::abs(paired.mean) > 0)) return 0;
  const double z = normal_equivalent(paired.mean / paired.se, paired.finite() - 1.0);
  return std::isfinite(z) ? std::clamp(z, -furthest, furthest) : std::copysign(furthest, paired.mean);
}

using Cells = std::vector<const TableCell*>;

class BlockJudge {
 public:
  explicit BlockJudge(const Results& results) : results_(results) {}

  void fill(Block& block, const Cells& members) const {
    std::vector<const TableCell*> with_z;
    for (const TableCell* member : members)
      if (std::isfinite(member->agreement.z)) with_z.push_back(member);
    block.cells = with_z.size();
    block.left_out = members.size() - with_z.size();
    block.unjudged = static_cast<std::size_t>(std::ranges::count_if(
        members, [](const TableCell* member) { return lacks_degrees_of_freedom(member->agreement); }));
    const auto k = static_cast<Eigen::Index>(with_z.size());
    Eigen::VectorXd z(k);
    Eigen::MatrixXd correlation = Eigen::MatrixXd::Identity(k, k);
    for (Eigen::Index i = 0; i < k; ++i) {
      z(i) = at(with_z, i).agreement.z;
      for (Eigen::Index j = 0; j < i; ++j)
        correlation(i, j) = correlation(j, i) = of_z(at(with_z, i), at(with_z, j));
    }
    block.test = joint_test(z, correlation);
    block.detectable =
        middle(with_z, [](const TableCell& cell) { return detectable_difference(cell.agreement); });
    const double coarseness = middle(with_z, [](const TableCell& cell) {
      const double se = cell.ours.se, s = cell.agreement.combined_se;
      return se / std::sqrt(std::max(s * s - se * se, 0.0));
    });
    block.is_coarse = !(coarseness <= coarsest);
    block.is_too_few =
        std::ranges::any_of(members, [](const TableCell* member) { return member->agreement.is_too_few; });
    block.order = order(members);
    for (const TableCell* member : members)
      block.replications =
          member == members.front() ? member->ours.used : std::min(block.replications, member->ours.used);
  }

  /// Whether the cells of a reading are those of the default under another name.
  JointTest from_default(const Cells& reading, const Cells& by_default) const {
    std::vector<Series> apart;
    std::vector<double> z;
    for (const TableCell* one : reading)
      for (const TableCell* other : by_default) {
        if (!one->setting || !other->setting || !same_place(*one, *other)) continue;
        Series both = differences(series(results_.rows, *one->setting, one->metric),
                                  series(results_.rows, *other->setting, other->metric));
        const auto found = z_of(both);
        if (!found) continue;
        z.push_back(*found);
        apart.push_back(std::move(both));
      }
    const auto k = static_cast<Eigen::Index>(z.size());
    Eigen::MatrixXd together = Eigen::MatrixXd::Identity(k, k);
    for (Eigen::Index i = 0; i < k; ++i)
      for (Eigen::Index j = 0; j < i; ++j)
        together(i, j) = together(j, i) =
            correlation(apart[static_cast<std::size_t>(i)], apart[static_cast<std::size_t>(j)]);
    return joint_test(Eigen::Map<const Eigen::VectorXd>(z.data(), k), together);
  }

 private:
  /// But for the data set.
  static bool same_place(const TableCell& a, const TableCell& b) {
    Coordinates one = a.at, other = b.at;
    one.erase("data");
    other.erase("data");
    return one == other;
  }

  static const TableCell& at(const std::vector<const TableCell*>& cells, Eigen::Index i) {
    return *cells[static_cast<std::size_t>(i)];
  }

  template <class Value>
  static double middle(const std::vector<const TableCell*>& cells, Value value) {
    std::vector<double> values;
    for (const TableCell* cell : cells) values.push_back(value(*cell));
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), half, values.end());
    return *half;
  }

  /// The error of the published mean without its rounding.
  static double published_se(const TableCell& cell) {
    const double se = cell.ours.se, s = cell.agreement.combined_se,
                 rounding = read_printed(cell.published.value).rounding();
    return std::sqrt(std::max(s * s - se * se - rounding * rounding, 0.0));
  }

  double of_z(const TableCell& a, const TableCell& b) const {
    const double shared = a.ours.se * b.ours.se + published_se(a) * published_se(b);
    const double whole = a.agreement.combined_se * b.agreement.combined_se;
    return whole > 0 ? of_means(a, b) * shared / whole : 0;
  }

  /// The covariance of our two means; of averages over an axis by the parts they share.
  double of_means(const TableCell& a, const TableCell& b) const {
    if (a.setting && b.setting) return of_settings(*a.setting, *b.setting, a.metric);
    if (averages_pools(results_.card.layout)) return of_pools(a, b);
    double covariance = 0;
    for (const Part& one : a.parts)
      for (const Part& other : b.parts)
        if (one.value == other.value)
          covariance += of_settings(one.setting, other.setting, a.metric) * one.ours.se * other.ours.se;
    const double whole =
        a.ours.se * static_cast<double>(a.parts.size()) * b.ours.se * static_cast<double>(b.parts.size());
    return whole > 0 && std::isfinite(covariance) ? std::clamp(covariance / whole, -1.0, 1.0) : 0;
  }

  /// Of the means over the divisions of each pool; two cells of a study have the same pools.
  static double of_pools(const TableCell& a, const TableCell& b) {
    std::vector<double> x, y;
    for (const Part& one : a.parts)
      for (const Part& other : b.parts) {
        if (one.value != other.value) continue;
        x.push_back(one.ours.mean);
        y.push_back(other.ours.mean);
      }
    const double found = pearson(x, y);
    return std::isfinite(found) ? std::clamp(found, -1.0, 1.0) : 0;
  }

  double of_settings(std::int32_t a, std::int32_t b, const std::string& metric) const {
    return correlation(series(results_.rows, a, metric), series(results_.rows, b, metric));
  }

  /// What competes are the cells at one place of all axes but method.
  PairOrder order(const Cells& members) const {
    std::map<Coordinates, std::pair<Ranking, Cells>> rankings;
    std::vector<double> published, ours;
    for (const TableCell* member : members) {
      if (std::isnan(member->ours.mean)) continue;
      Coordinates place = member->at;
      place.erase("method");
      auto& [ranking, cells] = rankings[place];
      ranking.published.push_back(read_printed(member->published.value).value);
      ranking.ours.push_back(resolved(member->ours.mean));
      cells.push_back(member);
      published.push_back(ranking.published.back());
      ours.push_back(ranking.ours.back());
    }
    PairOrder out;
    out.spearman = spearman(published, ours);
    std::vector<Ranking> all;
    for (const auto& [place, one] : rankings) {
      count(one.first, one.second, out.pairs);
      all.push_back(one.first);
    }
    out.by_chance = by_chance(std::move(all));
    return out;
  }

  void count(const Ranking& ranking, const Cells& cells, PairCounts& pairs) const {
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (std::size_t j = i + 1; j < cells.size(); ++j)
        pairs.add(standing(ranking.published[i] - ranking.published[j], ranking.ours[i] - ranking.ours[j]),
                  are_apart(*cells[i], *cells[j]));
  }

  /// By more than three errors of their paired difference; of averages nothing is said.
  bool are_apart(const TableCell& a, const TableCell& b) const {
    if (!a.setting || !b.setting) return false;
    const auto z = z_of(differences(series(results_.rows, *a.setting, a.metric),
                                    series(results_.rows, *b.setting, b.metric)));
    return z && std::abs(*z) > off_beyond;
  }

  const Results& results_;
};

bool reads_numbers_of(const Block& reading, const Block& block) {
  return reading.is_reading && !block.is_reading && reading.published_data == block.published_data &&
         reading.metric.name == block.metric.name;
}

/// Whether a reading of the block's numbers explains it, in the same table.
bool has_reading_that_explains(const Block& block, const std::vector<Block>& all) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Block& other) { return reads_numbers_of(other, block) && other.explains(); });
}

/// What the study says of a block's numbers.
void set_named_cause(Block& block, const std::vector<NamedCause>& causes) {
  for (const NamedCause& one : causes)
    if (one.data == block.data && one.metric == block.metric.name) {
      block.cause = one.cause;
      block.because = one.because;
    }
}

/// Turns p-values into verdicts, over all blocks that count.
void judge(const std::vector<Block*>& family) {
  std::vector<double> p;
  for (const Block* block : family) p.push_back(block->test.p);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < family.size(); ++i) {
    family[i]->adjusted = adjusted[i];
    if (family[i]->is_too_few) continue;
    family[i]->verdict = adjusted[i] < level    ? BlockVerdict::differs
                         : family[i]->is_coarse ? BlockVerdict::cannot_tell
                                                : BlockVerdict::agrees;
  }
}

} // namespace

std::string word(BlockVerdict verdict) {
  return verdict == BlockVerdict::agrees    ? "agrees"
         : verdict == BlockVerdict::differs ? "differs"
                                            : "cannot tell";
}

Verdict cell_verdict(BlockVerdict verdict) {
  return verdict == BlockVerdict::agrees    ? Verdict::match
         : verdict == BlockVerdict::differs ? Verdict::off
                                            : Verdict::cannot_tell;
}

std::vector<Block> blocks(const Results& results, const Table& table) {
  const StudyCard& card = results.card;
  std::vector<Block> out;
  if (card.published_comparable != Comparable::value) return out;
  std::vector<Cells> members;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    const bool belongs = cell.computed && !cell.withheld && !cell.published.value.empty() &&
                         !column.is_rank && !is_improvement(table, column) &&
                         !stands_for_another(card, "method", cell.at) &&
                         !stands_for_another(card, "classifier", cell.at);
    if (!belongs) return;
    const AxisValue* data = card.value("data", cell.at);
    const std::string name = data == nullptr ? "" : data->name;
    auto found = std::find_if(out.begin(), out.end(), [&](const Block& block) {
      return block.data == name && block.metric.name == cell.metric;
    });
    if (found == out.end()) {
      Block block{.data = name, .data_label = data == nullptr ? "" : data->label, .metric = column.metric};
      block.is_reading = data != nullptr && !data->stands_for.empty();
      block.published_data = block.is_reading ? data->stands_for : name;
      set_named_cause(block, card.causes);
      found = out.insert(out.end(), std::move(block));
      members.emplace_back();
    }
    members[static_cast<std::size_t>(found - out.begin())].push_back(&cell);
  });
  const BlockJudge judge_of(results);
  for (std::size_t i = 0; i < out.size(); ++i) judge_of.fill(out[i], members[i]);
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t j = 0; j < out.size(); ++j) {
      if (!reads_numbers_of(out[i], out[j])) continue;
      out[i].from_default = judge_of.from_default(members[i], members[j]);
      out[i].can_explain =
          out[i].from_default.p < level && out[i].replications >= card.published_replications;
    }
  std::vector<std::vector<Block>> alone{std::move(out)};
  judge_together(alone);
  return alone[0];
}

void judge_together(std::vector<std::vector<Block>>& studies) {
  std::vector<Block*> family;
  for (std::vector<Block>& study : studies)
    for (Block& block : study) {
      if (block.is_reading)
        judge({&block});
      else
        family.push_back(&block);
    }
  judge(family);
  for (std::vector<Block>& study : studies)
    for (Block& block : study)
      if (has_reading_that_explains(block, study)) block.cause = Cause::reading;
}

BlockCounts& BlockCounts::operator+=(const BlockCounts& more) {
  agree += more.agree;
  differ += more.differ;
  cannot_tell += more.cannot_tell;
  explained += more.explained;
  of_the_paper += more.of_the_paper;
  unexplained += more.unexplained;
  pairs += more.pairs;
  return *this;
}

BlockCounts block_counts(const std::vector<Block>& blocks) {
  BlockCounts out;
  for (const Block& block : blocks) {
    if (block.is_reading) continue;
    out.agree += block.verdict == BlockVerdict::agrees;
    out.differ += block.verdict == BlockVerdict::differs;
    out.cannot_tell += block.verdict == BlockVerdict::cannot_tell;
    out.pairs += block.order.pairs;
    if (block.verdict != BlockVerdict::differs) continue;
    out.explained += block.cause == Cause::reading;
    out.of_the_paper += block.cause == Cause::paper;
    out.unexplained += block.cause == Cause::unexplained;
  }
  return out;
}

} // namespace results
