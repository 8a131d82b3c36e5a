#include "core/probability/scaling/isotonic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/probability/scaling/counts.hpp"

namespace core {
namespace {

/// Levels that share a value.
struct Block {
  double points = 0, positives = 0;
  std::size_t levels = 0;

  double share() const { return positives / points; }
  bool is_below(const Block& right) const { return positives * right.points < right.positives * points; }
  void take(const Block& right) {
    points += right.points, positives += right.positives, levels += right.levels;
  }
};

std::vector<Block> pooled(const std::vector<ScoreLevel>& levels) {
  std::vector<Block> blocks;
  for (const ScoreLevel& level : levels) {
    Block last{level.points, level.positives, 1};
    while (!blocks.empty() && !blocks.back().is_below(last)) {
      blocks.back().take(last);
      last = blocks.back();
      blocks.pop_back();
    }
    blocks.push_back(last);
  }
  return blocks;
}

/// The levels from `first` that have its value, as one block.
Block block_from(std::size_t first, const std::vector<ScoreLevel>& levels,
                 const std::vector<double>& values) {
  Block out;
  for (std::size_t j = first; j < levels.size() && values[j] == values[first]; ++j)
    out.take({levels[j].points, levels[j].positives, 1});
  return out;
}

/// Whether no first part of the block has a smaller share than all of it.
bool holds_together(const Block& block, std::size_t first, const std::vector<ScoreLevel>& levels) {
  Block part;
  for (std::size_t j = first; j < first + block.levels; ++j) {
    part.take({levels[j].points, levels[j].positives, 1});
    if (part.is_below(block)) return false;
  }
  return true;
}

} // namespace

std::vector<ScoreLevel> score_levels(const Vector& score, const WeightedLabels& labels, double within) {
  expect(score.size() == labels.y.size() && score.size() > 0, "one score a label");
  expect(!score.hasNaN(), "scores are numbers");
  std::vector<Eigen::Index> order(static_cast<std::size_t>(score.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) { return score(a) < score(b); });
  std::vector<ScoreLevel> out;
  for (const Eigen::Index i : order) {
    if (out.empty() || score(i) - out.back().to > within) out.push_back({score(i), score(i)});
    out.back().to = score(i);
    const double weight = weight_at(labels.weights, i);
    out.back().points += weight;
    out.back().positives += labels.y(i) > 0 ? weight : 0;
  }
  return out;
}

IsotonicFit::IsotonicFit(std::vector<ScoreLevel> levels) : levels_(std::move(levels)) {
  expect(!levels_.empty(), "an isotonic regression has a point");
  const std::vector<Block> blocks = pooled(levels_);
  for (const Block& block : blocks) values_.insert(values_.end(), block.levels, block.share());
  blocks_ = static_cast<std::int64_t>(blocks.size());
}

double IsotonicFit::operator()(double score) const {
  const auto next = std::lower_bound(levels_.begin(), levels_.end(), score,
                                     [](const ScoreLevel& level, double z) { return level.to < z; });
  return value_at(static_cast<std::size_t>(next - levels_.begin()), score);
}

std::vector<double> IsotonicFit::at_rising(const std::vector<double>& scores) const {
  std::vector<double> out;
  std::size_t at = 0;
  for (const double score : scores) {
    while (at < levels_.size() && levels_[at].to < score) ++at;
    out.push_back(value_at(at, score));
  }
  return out;
}

double IsotonicFit::value_at(std::size_t at, double score) const {
  if (at == levels_.size()) return values_.back();
  if (at == 0 || score >= levels_[at].from || values_[at] == values_[at - 1]) return values_[at];
  const double share = (score - levels_[at - 1].to) / (levels_[at].from - levels_[at - 1].to);
  return (1 - share) * values_[at - 1] + share * values_[at];
}

CentredIsotonicFit::CentredIsotonicFit(const IsotonicFit& fit) {
  const auto& levels = fit.levels();
  for (std::size_t j = 0; j < levels.size();) {
    const double value = fit.values()[j], from = levels[j].from;
    double points = 0, beyond = 0; // distances from the first score: a block of one score is at it exactly
    for (; j < levels.size() && fit.values()[j] == value; ++j) {
      const double n = levels[j].points;
      points += n;
      beyond += n * ((levels[j].from - from) + (levels[j].to - from)) / 2;
    }
    places_.push_back(from + beyond / points);
    values_.push_back(value);
  }
}

double CentredIsotonicFit::operator()(double score) const {
  const auto next = std::lower_bound(places_.begin(), places_.end(), score);
  if (next == places_.end()) return values_.back();
  const auto at = static_cast<std::size_t>(next - places_.begin());
  if (at == 0 || *next == score) return values_[at];
  const double share = (score - places_[at - 1]) / (places_[at] - places_[at - 1]);
  return (1 - share) * values_[at - 1] + share * values_[at];
}

bool is_isotonic_minimum(const std::vector<ScoreLevel>& levels, const std::vector<double>& values) {
  if (values.size() != levels.size()) return false;
  for (std::size_t first = 0; first < levels.size();) {
    const Block block = block_from(first, levels, values);
    if (block.levels == 0 || block.share() != values[first] || !holds_together(block, first, levels))
      return false;
    if (first > 0 && values[first - 1] >= values[first]) return false;
    first += block.levels;
  }
  return true;
}

Estimate IsotonicScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                      const WeightedLabels& labels) const {
  const IsotonicFit fit(score_levels(on_sample.col(0), labels, level_within));
  const CountedShare none{0, weight_of_all(labels.weights, labels.y.size())};
  const double least = ends == Ends::exact ? 0 : none.value();
  const auto clipped = [&](const auto& value) -> Vector {
    return at_points.col(0).unaryExpr([&](double f) { return std::clamp(value(f), least, 1 - least); });
  };
  return {variant == Variant::centred ? clipped(CentredIsotonicFit(fit)) : clipped(fit),
          {},
          {{"isotonic_blocks", static_cast<double>(fit.blocks())}}};
}

} // namespace core
