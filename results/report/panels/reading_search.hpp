#pragma once
#include <limits>
#include <string>
#include <vector>

#include "results/report/panel.hpp"

namespace results {

// A search over what a paper leaves open. A study names conventions and the ways of doing each; every
// combination of them is a reading, one cell of which stands for each printed number. The nearest of many
// readings is near by choice, so that its distance says little: what says something is how near a reading
// that was chosen on some data sets is on the others, among all that were tried. A search sets no default.

/// What is tried, a row a reading, the study's own first.
struct Readings {
  std::vector<std::vector<std::string>> ways;   ///< [reading][convention]
  std::vector<std::vector<std::string>> values; ///< [reading][block] that are its own: "data=liver"
};

/// Those of a request of the panel, of which a card keeps a list of words for each row: `reading k` and
/// `values k`, k from 1. Throws UserError where there are none.
Readings readings_of(const PanelRequest& request);
void put_readings(const Readings& readings, PanelRequest& request);

/// The root mean square of ours - published over so many cells.
struct RootMeanSquare {
  std::size_t cells = 0;
  double value = std::numeric_limits<double>::quiet_NaN();
  double errors_alone = std::numeric_limits<double>::quiet_NaN(); ///< what it is where both means are of one
                                                                  ///< truth: that of the combined errors
};

/// What is chosen on some data sets, and how it does on the others.
struct ReadingChoice {
  std::vector<std::size_t> chosen_on, predicted; ///< numbers of ReadingSearch::data
  std::size_t tried = 0;                         ///< readings that differ on the data sets it is chosen on
  std::size_t chosen = 0;                        ///< the nearest of them there; of level ones the first
  RootMeanSquare there{}, predicts{};
  RootMeanSquare own{};    ///< of the study's own reading on the predicted data sets
  std::size_t among = 0;   ///< of these how many differ on the predicted data sets
  std::size_t rank = 0;    ///< 1 + how many of those are nearer there than the chosen one
  std::size_t nearest = 0; ///< of those; of level ones the chosen one, else the first

  /// It is the nearest on the data sets it was not chosen on, too, where another could have been.
  bool borne_out() const { return among > 1 && rank == 1; }
};

struct ReadingSearch {
  std::vector<std::string> conventions;
  std::vector<std::vector<std::string>> readings;  ///< [reading] its way of doing each convention
  std::vector<std::string> data;                   ///< labels of the data sets as the study has them
  std::vector<std::string> metrics;                ///< labels
  std::vector<std::vector<RootMeanSquare>> blocks; ///< [reading][data x metrics], the metric fastest
  std::vector<ReadingChoice> choices; ///< the one asked for, or each data set predicted by all others
};

/// Throws UserError where the request does not belong to the card. Cost: readings x cells of the table.
ReadingSearch search_readings(const Table& table, const StudyCard& card, const PanelRequest& request);

/// The distance of each reading to each block, then what is chosen and whether it is borne out. Nothing where
/// the study has no search. The request is the config's `readings` (experiments/config/readings.hpp):
/// `conventions`, `data`, `metrics`, `choose_on` (may be absent), and its Readings, whose values of axis data
/// are in the order of `data`.
PanelEntry reading_search_panel();

} // namespace results
