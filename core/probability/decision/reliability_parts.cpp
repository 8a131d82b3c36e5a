#include "core/probability/decision/reliability_parts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "core/contract.hpp"
#include "core/metric/error_costs.hpp"
#include "core/metric/reliability.hpp"

namespace core {
namespace {

/// The mean of |Z|, Z standard normal.
const double mean_absolute_normal = std::sqrt(2 / std::numbers::pi);

constexpr const char* names[] = {"below", "inside", "above"};

/// The edges of all bins, and of which part each bin is.
struct Bins {
  std::vector<double> edges{0};
  std::vector<int> part;

  /// From the last edge on; an end beyond `reach` of the centre is an end all the same.
  void add(int number, double to, double centre, std::int64_t count) {
    const double from = edges.back();
    const auto place = [&](double p) {
      return std::clamp(FaithfulInterval::logit(p), centre - WithReliability::reach,
                        centre + WithReliability::reach);
    };
    const double low = place(from), high = place(to);
    for (std::int64_t k = 1; k <= count; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(count);
      edges.push_back(k == count ? to : std::clamp(sigmoid(low + share * (high - low)), edges.back(), to));
      part.push_back(number);
    }
  }
};

Bins bins_about(const FaithfulInterval& interval, double centre, std::int64_t count) {
  Bins out;
  if (interval.p_min > 0) out.add(-1, interval.p_min, centre, count);
  out.add(0, interval.p_max, centre, count);
  if (interval.p_max < 1) out.add(1, 1, centre, count);
  return out;
}

/// Sums over the rows of a part.
struct Part {
  double rows = 0, predicted = 0, positives = 0, apart = 0, chance = 0;

  void add(const ReliabilityBin& bin) {
    const double n = bin.weight;
    rows += n;
    predicted += n * bin.mean_predicted;
    positives += n * bin.share_of_positives;
    apart += n * std::abs(bin.share_of_positives - bin.mean_predicted);
    chance += mean_absolute_normal * std::sqrt(n * bin.mean_predicted * (1 - bin.mean_predicted));
  }
};

void add_facts(const std::string& name, const Part& part, double rows, std::map<std::string, double>& facts) {
  const double observed = part.positives / part.rows;
  facts[name + "_percent"] = 100 * part.rows / rows;
  facts[name + "_predicted_percent"] = 100 * part.predicted / part.rows;
  facts[name + "_observed_percent"] = 100 * observed;
  facts[name + "_error_percent"] = 100 * std::sqrt(observed * (1 - observed) / part.rows);
  if (name != "inside") return;
  facts["inside_miscalibration_percent"] = 100 * part.apart / part.rows;
  facts["inside_chance_percent"] = 100 * part.chance / part.rows;
}

double mean_log_loss(const Probabilities& probability, const WeightedLabels& labels,
                     const FaithfulInterval& inside) {
  const auto& [y, weights] = labels;
  double sum = 0, rows = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double q = probability.positive()(i);
    if (q < inside.p_min || (q >= inside.p_max && inside.p_max < 1)) continue;
    const double weight = weight_at(weights, i);
    sum -= weight * probability.log_of(i, y(i));
    rows += weight;
  }
  return sum / rows;
}

using Series = std::map<std::string, std::vector<double>>;

void add_point(const ReliabilityBin& bin, int part, Series& series) {
  const auto add = [&](const char* column, double value) {
    series[std::string("reliability.") + column].push_back(value);
  };
  const double n = bin.weight, positives = n * bin.share_of_positives;
  const double here = FaithfulInterval::logit(bin.mean_predicted),
               empirical = log((positives + 0.5) / (n - positives + 0.5)),
               error = std::sqrt(1 / (positives + 0.5) + 1 / (n - positives + 0.5));
  add("part", part);
  add("from", bin.from);
  add("to", bin.to);
  add("count", static_cast<double>(bin.count));
  add("predicted", bin.mean_predicted);
  add("observed", bin.share_of_positives);
  add("standard_error", bin.standard_error);
  add("log_odds", here);
  add("empirical_log_odds", empirical);
  const auto number = static_cast<double>(series["reliability.part"].size());
  for (const double end : {empirical - error, empirical + error}) {
    series["reliability_line.line"].push_back(number);
    series["reliability_line.log_odds"].push_back(here);
    series["reliability_line.empirical_log_odds"].push_back(end);
  }
}

void add_diagonal(double centre, Series& series) {
  for (const double end : {centre - WithReliability::reach, centre + WithReliability::reach}) {
    series["reliability_line.line"].push_back(0);
    series["reliability_line.log_odds"].push_back(end);
    series["reliability_line.empirical_log_odds"].push_back(end);
  }
}

} // namespace

FaithfulInterval WithReliability::interval(const Estimate& estimate, double centre) const {
  if (half_width_) return {sigmoid(centre - *half_width_), sigmoid(centre + *half_width_)};
  if (!estimate.facts.contains("p_min")) return {};
  return {estimate.facts.at("p_min"), estimate.facts.at("p_max")};
}

Estimate WithReliability::estimate(DrawCache& cache) const {
  Estimate out = inner_->estimate(cache);
  require(!out.probability.empty() && out.probability.classes() == 2,
          "A method without a probability of two classes has no reliability diagram. Leave reliability out.");
  const WeightedLabels y(cache.draw().test.y, cache.draw().test.weights);
  const double centre = ErrorCosts(cache.whole().labels()).log_odds();
  const FaithfulInterval inside = interval(out, centre);
  const Bins bins = bins_about(inside, centre, bins_);
  const std::vector<ReliabilityBin> diagram = reliability(out.probability.positive(), y, bins.edges);
  Part parts[3];
  add_diagonal(centre, out.series);
  for (std::size_t k = 0; k < diagram.size(); ++k) {
    if (diagram[k].count == 0) continue;
    parts[bins.part[k] + 1].add(diagram[k]);
    add_point(diagram[k], bins.part[k], out.series);
  }
  for (int part = 0; part < 3; ++part)
    if (parts[part].rows > 0)
      add_facts(names[part], parts[part], weight_of_all(y.weights, y.y.size()), out.facts);
  if (parts[1].rows > 0) out.facts["inside_log_loss_x100"] = 100 * mean_log_loss(out.probability, y, inside);
  if (inside.p_min > 0) out.facts["p_min_log_odds"] = FaithfulInterval::logit(inside.p_min);
  if (inside.p_max < 1) out.facts["p_max_log_odds"] = FaithfulInterval::logit(inside.p_max);
  return out;
}

} // namespace core
