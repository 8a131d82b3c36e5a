#include "results/statistics/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/contract.hpp"
#include "core/settings/parameter.hpp"
#include "results/record/study_card.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/table/design.hpp"
#include "results/statistics/critical_difference.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

constexpr int digits_of_a_rank = 2;
constexpr double alpha = 0.05; ///< of all pairs of one column together

/// The ranks of each value by one metric, a part for each place.
std::map<std::string, std::vector<Part>> ranks_by_value(const Crossing& place, const Averages& averages,
                                                        const std::string& metric, const RankRule& rule) {
  std::map<std::string, std::vector<Part>> out;
  for (const auto& [block, settings] : place.settings) {
    std::vector<double> means;
    for (const auto& [value, setting] : settings) means.push_back(averages.of(setting, metric).mean);
    const std::vector<double> found = ranks(means, rule);
    std::size_t i = 0;
    for (const auto& [value, setting] : settings) {
      Part& part = out[value].emplace_back(Part{block, setting});
      part.ours.mean = part.ours.finite_mean = found[i++];
    }
  }
  return out;
}

/// Fills the grids of one request.
class Ranker {
 public:
  explicit Ranker(const PanelInput& input)
      : card_(input.study.results.card),
        request_(input.request),
        design_(card_),
        averages_(input.study.results) {
    for (const std::string& name : request_.list("of"))
      if (const Metric* metric = card_.metric(name)) metrics_.push_back(*metric);
  }

  Panel panel() {
    Panel out;
    for (const Crossing& place : design_.crossings(over().name, among().name, request_.list("values")))
      add(place, out);
    if (!out.grids.empty())
      out.notes = {
          {"Ranks",
           {"1 for the best by its mean, averaged over " + counted_values(over(), over().values.size()) +
            "; means level to " + request_.word("decimals") + " decimals share the " + request_.word("ties") +
            " of their ranks. In parentheses the sd of the ranks over the root of their number."},
           Topic::methods}};
    if (!told_apart_.empty()) {
      std::vector<std::string> lines{
          "Mean ranks with half the critical difference on either side are simultaneous 95 % intervals of "
          "all pairs of a column (Nemenyi 1963; Demsar 2006). Methods of one bracket cannot be told apart: "
          "their mean ranks are at most the critical difference apart."};
      lines.insert(lines.end(), told_apart_.begin(), told_apart_.end());
      out.notes.push_back({"Which ranks differ", lines, Topic::methods});
    }
    return out;
  }

 private:
  const Axis& over() const { return design_.axis(request_.word("over")); }
  const Axis& among() const { return design_.axis(request_.word("among")); }

  std::string title_of(const Crossing& place) const {
    std::vector<std::string> labels;
    const std::vector<Axis> axes = design_.varying();
    for (const Axis& axis : axes) labels.push_back(label_on(axis, place.at));
    const std::string phrase = place_phrase(axes, labels);
    return card_.study + ": average ranks" + (phrase.empty() ? "" : ", ") + phrase;
  }

  RankRule rule(const Metric& metric) const {
    const double digits = request_.number("decimals");
    core::require(digits >= 0 && digits <= 15, "the ranks of a study card are of means to " +
                                                   request_.word("decimals") +
                                                   " decimals (the card is damaged) run the study again");
    return {static_cast<int>(digits), choice_of(request_, "ties", words_of(Ties{})),
            metric.smaller_is_better};
  }

  /// Which mean ranks of a column a critical difference tells apart; nothing where ranks are missing. Ranks
  /// that level means share by the smallest are no sums to compare.
  std::optional<RankDiagram> diagram(const Grid& grid, const Metric& metric, std::vector<double> mean_ranks,
                                     std::size_t data_sets) const {
    const bool are_all =
        std::none_of(mean_ranks.begin(), mean_ranks.end(), [](double r) { return std::isnan(r); });
    if (!are_all || mean_ranks.size() < 2 || data_sets < 2 ||
        choice_of(request_, "ties", words_of(Ties{})) != Ties::average)
      return std::nullopt;
    RankDiagram out;
    out.title = grid.title + ", " + metric.label;
    for (const GridRow& row : grid.rows) out.labels.push_back(row.labels.front());
    out.critical_difference =
        critical_difference(static_cast<int>(mean_ranks.size()), static_cast<int>(data_sets), alpha);
    out.places = counted_values(over(), data_sets);
    out.groups = level_groups(mean_ranks, out.critical_difference);
    out.ranks = std::move(mean_ranks);
    return out;
  }

  /// "Linear, CRE: critical difference 5.7; [KLR; Platt] [Platt; Bins]"
  static std::string in_words(const RankDiagram& diagram) {
    const std::string begins = "average ranks, ";
    std::string text = diagram.title.substr(diagram.title.find(begins) + begins.size());
    text += ": critical difference " + decimal(diagram.critical_difference, digits_of_a_rank) + ";";
    for (const auto& group : diagram.groups) {
      std::string names; // a name may have a comma
      for (const std::size_t row : group) names += (names.empty() ? "" : "; ") + diagram.labels[row];
      text += " [" + names + "]";
    }
    return text + ".";
  }

  void add(const Crossing& place, Panel& out) {
    Grid grid{.title = title_of(place), .stub = {among().label}, .heads = {{}}, .rows = {}};
    for (const std::string& value : request_.list("values"))
      grid.rows.push_back({{label_on(among(), {{among().name, value}})}, {}});
    for (const Metric& metric : metrics_) {
      grid.heads.front().push_back({metric.label});
      auto column = ranks_by_value(place, averages_, metric.name, rule(metric));
      std::vector<double> mean_ranks;
      for (std::size_t r = 0; r < grid.rows.size(); ++r) {
        const std::string& value = request_.list("values")[r];
        const Summary rank = mean_rank(column[value]);
        mean_ranks.push_back(rank.mean);
        grid.rows[r].entries.push_back(
            {.text = decimal(rank.mean, digits_of_a_rank), .spread = spread(rank.se, digits_of_a_rank - 1)});
        out.long_form.push_back({.at = place.at,
                                 .metric = rank_name(metric.name),
                                 .marginlab = csv_number(rank.mean, digits_of_a_rank),
                                 .mcse = csv_number(rank.se, digits_of_a_rank),
                                 .n_ok = std::to_string(rank.used),
                                 .n = std::to_string(place.settings.size())});
        out.long_form.back().at[among().name] = value;
      }
      if (auto drawn = diagram(grid, metric, mean_ranks, place.settings.size())) {
        told_apart_.push_back(in_words(*drawn));
        out.pictures.push_back({std::move(*drawn)});
      }
    }
    out.grids.push_back(std::move(grid));
  }

  const StudyCard& card_;
  const PanelRequest& request_;
  Design design_;
  Averages averages_;
  std::vector<Metric> metrics_;
  std::vector<std::string> told_apart_;
};

Panel ranks_for(const PanelInput& input) {
  return Ranker(input).panel();
}

std::optional<core::Objection> ranks_objection(const PanelRequest& request, const std::vector<Axis>&) {
  if (!request.has("over") || !request.has("among") || request.word("over") != request.word("among"))
    return std::nullopt;
  return core::Objection{
      {"over"},
      "ranks among '" + request.word("among") +
          "', over which they are averaged (each value would be ranked alone). Name another "
          "axis"};
}

} // namespace

PanelEntry ranks_panel() {
  const core::ParameterSpec decimals =
      core::integer("decimals", "to which means are level").in(0, 15).or_else(4);
  const core::ParameterSpec ties =
      core::word<Ties>("ties", "which rank level means share", words_of(Ties{})).or_else(Ties::smallest);
  return {
      .name = "ranks",
      .phrase = "the ranks",
      .meaning = "the average ranks of the values of an axis over the places of another",
      .parameters = {{"over", "the axis over which ranks are averaged, such as data", Takes::axis},
                     {"among", "the axis whose values are ranked, or a list of methods", Takes::competitors},
                     {"of", "the metrics that are ranked by", Takes::metrics},
                     {"decimals", decimals.meaning, Takes::value, false, "", decimals},
                     {"ties", ties.meaning, Takes::value, false, "", ties}},
      .panel = ranks_for,
      .objection = ranks_objection};
}

} // namespace results
