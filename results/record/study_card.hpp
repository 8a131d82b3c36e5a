#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/settings/words.hpp"

// Everything about a study that a report needs, as plain data: stored inside results.h5, so that the file
// explains itself and a report needs nothing that ran.
namespace results {

/// A place in the design: axis name -> value name, such as data -> example1, lambda -> 0.01.
using Coordinates = std::map<std::string, std::string>;

/// The name of the value that a place has on an axis; empty where it has none.
inline std::string value_on(const std::string& axis, const Coordinates& at) {
  const auto found = at.find(axis);
  return found == at.end() ? "" : found->second;
}

/// The one of this name; nullptr where there is none.
template <class T>
const T* named(const std::vector<T>& list, const std::string& name) {
  const auto found = std::ranges::find(list, name, &T::name);
  return found == list.end() ? nullptr : &*found;
}

template <class T>
std::vector<std::string> names_of(const std::vector<T>& list) {
  std::vector<std::string> out;
  for (const T& one : list) out.push_back(one.name);
  return out;
}

struct AxisValue {
  std::string name, label;  ///< file-safe identity, printed phrase
  std::string stands_for{}; ///< the name whose published numbers it is compared with; empty = its own
};

/// data, classifier and method are axes of every study; a swept parameter adds one of its own name.
struct Axis {
  std::string name, label;
  bool numeric = false; ///< the names are numbers, in the order of the config
  std::vector<AxisValue> values;

  const AxisValue* value(const std::string& of) const { return named(values, of); } ///< nullptr: none
  std::vector<std::string> names() const { return names_of(values); }
};

/// A distinct computation. Two points of the design that resolve to the same one share it.
struct Setting {
  std::string key;       ///< 32 hexadecimal digits
  std::string canonical; ///< the text the key is the hash of
};

struct Point {
  Coordinates at;
  std::int32_t setting = 0; ///< index into StudyCard::settings
};

struct Metric {
  std::string name, label, meaning;
  bool smaller_is_better = true;
  std::string program{}; ///< of a number that a user's program measures: what keys say of it, in JSON
};

/// 100 (1 - of / of at the reference value of the axis): the papers' "Improv." column, a ratio of means.
struct Improvement {
  std::string name = "improvement_percent", label = "Improv.";
  std::string of;   ///< a metric
  std::string axis; ///< usually method
  std::string over; ///< the reference value's name on that axis
};

/// Which replicates an average is over.
enum class Average {
  all,           ///< every one that gave a value, so that one infinite value makes the average infinite
  nondegenerate, ///< those that are not degenerate for the setting
  unrounded,     ///< of these, those in which no probability is 0 or 1 in double precision
};

/// What a table shows beside a mean.
enum class ShownSpread {
  se, ///< its Monte Carlo standard error, in parentheses
  sd, ///< the standard deviation of single replicates, behind a +- sign
};

/// What an average does about replicates that failed.
enum class FailurePolicy {
  drop,  ///< it is over those that gave a value
  worst, ///< each counts with the worst finite value of the metric on the same data set
  error, ///< there is no average
};

/// Which rank level values share.
enum class Ties {
  smallest, ///< that of the best of them: 1, 2, 2, 4
  average,  ///< the mean of those they take up: 1, 2.5, 2.5, 4
};

/// The average over one axis of the ranks that the values of another take within each of its places.
struct RankLayout {
  std::string axis;                  ///< averaged over, such as data
  std::string among;                 ///< whose values are ranked, usually method
  std::vector<std::string> values{}; ///< of `among`, those that compete; empty = all
  std::vector<std::string> of;       ///< metrics whose means are ranked; each gives a metric rank_name(it)
  int decimals = 4;                  ///< to which means are level
  Ties ties = Ties::smallest;
};

/// "rank_mse": the metric that is the average rank by another.
inline std::string rank_name(const std::string& metric) {
  return "rank_" + metric;
}

/// A table, figure or summary beside the main table: its name in the list of panels, and what it is about. By
/// key there are the names of axes, values, metrics or columns, or one other text; a number is its shortest
/// decimal. A key without any is absent.
struct PanelRequest {
  std::string panel;
  std::map<std::string, std::vector<std::string>> parameters{};

  bool has(const std::string& key) const { return parameters.contains(key); }

  // These throw core::UserError where a card, which is a file, lacks the key or has no such value.
  const std::vector<std::string>& list(const std::string& key) const; ///< not empty
  const std::string& word(const std::string& key) const;
  double number(const std::string& key) const;
};

struct Layout {
  std::vector<std::string> rows, columns; ///< axis names, outermost first; all but collapsed ones
  std::vector<std::string> metrics;       ///< shown under each column, in order; may name the improvement
  std::optional<Improvement> improvement;
  std::string best; ///< the metric whose best value in a row is set bold; empty = none
  int decimals = 3; ///< of a mean; a standard error gets one more
  Average average = Average::all;
  std::string best_over{}; ///< an axis of which each cell shows the value with the best average; empty = none
  std::string mean_over{}; ///< an axis whose settings' means each cell averages; empty = none
  std::optional<RankLayout> rank_over{};
  std::vector<PanelRequest> panels{}; ///< each kind at most once
  ShownSpread spread = ShownSpread::se;
  std::vector<std::string> diagnostics{}; ///< facts of the cells that are shown behind the metrics

  /// The axis each cell is an average over, of means or of ranks; empty = none.
  std::string averaged() const { return mean_over.empty() && rank_over ? rank_over->axis : mean_over; }

  /// Whether a cell has no place on this axis.
  bool collapses(const std::string& axis) const {
    return !axis.empty() && (axis == best_over || axis == averaged());
  }

  /// What is asked of the panel of this name; nullptr where it is not asked for.
  const PanelRequest* panel(const std::string& name) const;

  FailurePolicy failures = FailurePolicy::drop;
};

/// One printed number of the paper, as printed: the text carries its rounding.
struct Published {
  Coordinates at;
  std::string metric;
  std::string value, se; ///< as printed; empty = the paper prints none
  std::string sd{};      ///< of single replicates, where the paper prints that in place of se
};

/// One printed count of a paper's paired tests.
struct PublishedCount {
  Coordinates at;
  std::string row, column; ///< on the axis whose values are compared
  std::string count;       ///< as printed
};

/// What of the published numbers ours can be held against.
enum class Comparable {
  value,  ///< each number by itself
  digits, ///< each number of a study without chance, by its printed digits
  order,  ///< only the order of the methods: the numbers are over other data sets
};

/// What one comparison of a claim asserts of a metric (results/report/verdicts/claims.hpp).
enum class Relation {
  less,     ///< left below right
  infinite, ///< the mean of left is infinite
  within,   ///< left within a tolerance of right
  equals,   ///< left is right, in every replicate
};

/// One comparison that a claim comes to.
struct ClaimRow {
  std::string claim;
  Coordinates at;     ///< on the axes but `axis`
  std::string metric; ///< or a diagnostic of the cells
  Relation relation = Relation::less;
  std::string axis, left,
      right;               ///< two values of the axis, or a number on the right; `infinite` has no right
  std::string tolerance{}; ///< of `within`: 0.02, or 10% of right
};

/// A sentence of the paper and what it comes to. It holds if all its rows do.
struct Claim {
  std::string name, wording;
  std::vector<ClaimRow> rows;
};

/// Why our numbers of a data set and metric differ from the paper's (results/report/verdicts/blocks.hpp).
enum class Cause {
  reading,    ///< a choice that the paper does not name: under it ours agree
  paper,      ///< no study of the paper's design can have the numbers it prints
  unexplained ///< looked into, and not found
};

/// A cause as a study names it. It changes no number and no verdict.
struct NamedCause {
  std::string data; ///< empty where the table averages over the data sets
  std::string metric;
  Cause cause = Cause::unexplained;
  std::string because; ///< the evidence, and the command that shows it
  std::string study{}; ///< of a reading: the study whose table has it beside the default
};

/// What a paper prints and claims, and what is said of why ours differs.
struct Publication {
  std::vector<Published> published{};
  std::string published_source{};          ///< as a sentence names it: "Wang, Shen & Liu (2008), Table 1"
  std::int32_t published_replications = 0; ///< how many the paper averaged over; 0 = it does not say
  Comparable published_comparable = Comparable::value;
  std::vector<PublishedCount> published_tests{};
  std::int32_t published_tests_over = 0; ///< how many data sets these are out of; 0 = it does not say
  std::vector<Claim> claims{};
  std::vector<NamedCause> causes{};
  std::map<std::string, double> margins{}; ///< by metric: a difference from the paper's that is a trifle
  std::string published_attainable{}; ///< the diagnostic that holds the test points under each printed error
                                      ///< rate, which are then asked whether they can be; empty = none are
};

struct StudyCard : Publication {
  std::string paper, study, title; ///< wang2008, wang2008/table1, the caption
  std::uint64_t seed = 0;
  std::int32_t replications = 0;
  std::vector<Axis> axes;
  std::vector<Setting> settings;
  std::vector<Point> points;
  std::vector<Metric> metrics;
  Layout layout;
  std::vector<std::string> conventions, deviations;
  /// By value of the data axis, what its observations are called, in the numbering of prediction.observation;
  /// only where the report names them, and the data set does.
  std::map<std::string, std::vector<std::string>> observation_names{};
  std::map<std::string, std::string> paths{}; ///< where files of the user's own were read, by their content

  // By name; nullptr where the study has none of it, or the place no value on the axis.
  const Axis* axis(const std::string& name) const { return named(axes, name); }
  const Metric* metric(const std::string& name) const { return named(metrics, name); }
  const AxisValue* value(const std::string& axis, const Coordinates& at) const;

  std::vector<std::string> metric_labels(const std::vector<std::string>& names) const; ///< of those it has
};

// The words that configs and stored cards have for the choices of a study card.

inline core::Words<Average> words_of(Average) {
  return {
      {"all", Average::all}, {"nondegenerate", Average::nondegenerate}, {"unrounded", Average::unrounded}};
}

inline core::Words<ShownSpread> words_of(ShownSpread) {
  return {{"se", ShownSpread::se}, {"sd", ShownSpread::sd}};
}

inline core::Words<FailurePolicy> words_of(FailurePolicy) {
  return {{"drop", FailurePolicy::drop}, {"worst", FailurePolicy::worst}, {"error", FailurePolicy::error}};
}

inline core::Words<Ties> words_of(Ties) {
  return {{"smallest", Ties::smallest}, {"average", Ties::average}};
}

inline core::Words<Relation> words_of(Relation) {
  return {{"less", Relation::less},
          {"infinite", Relation::infinite},
          {"within", Relation::within},
          {"equals", Relation::equals}};
}

inline core::Words<Comparable> words_of(Comparable) {
  return {{"value", Comparable::value}, {"digits", Comparable::digits}, {"order", Comparable::order}};
}

inline core::Words<Cause> words_of(Cause) {
  return {{"reading", Cause::reading}, {"paper", Cause::paper}, {"unexplained", Cause::unexplained}};
}

/// The word of a choice.
template <class E>
std::string word(E choice) {
  return words_of(choice).word(choice);
}

/// What the word of a panel's parameter stands for. Throws core::UserError where it is none of these: the
/// card was stored by another program, or is damaged.
template <class T>
T choice_of(const PanelRequest& request, const std::string& key, const core::Words<T>& words) {
  const auto choice = words.find(request.word(key));
  core::require(choice.has_value(), "the panel '" + request.panel + "' of a stored study has the " + key +
                                        " '" + request.word(key) + "' (known: " + words.listed() +
                                        ") run the study again");
  return *choice;
}

} // namespace results
