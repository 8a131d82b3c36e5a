#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/table/design.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

class Differences {
 public:
  explicit Differences(const PanelInput& input)
      : card_(input.study.results.card),
        request_(input.request),
        design_(card_),
        averages_(input.study.results),
        among_(design_.axis(request_.word("among"))),
        from_(request_.word("from")) {
    const Metric* metric = card_.metric(request_.word("of"));
    core::require(metric != nullptr, "the differences of a study card are of '" + request_.word("of") +
                                         "' (the study does not compute it) run the study again");
    metric_ = *metric;
    for (const Axis& axis : card_.axes)
      if (axis.name != among_.name) rest_.push_back(axis.name);
    for (const AxisValue& value : among_.values)
      if (value.name != from_) others_.push_back(value);
  }

  Panel panel() const {
    Panel out;
    Grid grid{.title = card_.study + ": " + metric_.label + " minus that of " + reference_label() +
                       ", paired (Monte Carlo standard error)",
              .stub = {},
              .heads = {{}},
              .rows = {}};
    for (const Axis& axis : design_.varying(rest_)) grid.stub.push_back(axis.label);
    if (grid.stub.empty()) grid.stub.emplace_back();
    for (const AxisValue& value : others_) grid.heads.front().push_back({value.label});
    for (const Place& place : design_.places(rest_)) add(place, grid, out);
    if (grid.rows.empty()) return {};
    out.grids.push_back(std::move(grid));
    out.notes = {{"Differences",
                  {"Paired: the mean over the replicates that both have of the differences replicate by "
                   "replicate. Below 0 the column has the smaller " +
                   metric_.label + "."},
                  Topic::methods}};
    return out;
  }

 private:
  std::string reference_label() const { return label_on(among_, {{among_.name, from_}}); }

  std::optional<std::int32_t> setting(Coordinates at, const std::string& value) const {
    at[among_.name] = value;
    return design_.setting_at(at);
  }

  void add(const Place& place, Grid& grid, Panel& out) const {
    GridRow line{place.labels.empty() ? std::vector<std::string>{""} : place.labels, {}};
    bool any = false;
    const auto reference = setting(place.at, from_);
    for (const AxisValue& value : others_) {
      const auto of = setting(place.at, value.name);
      any = any || (of && reference);
      line.entries.push_back(of && reference ? entry(place, value, {*of, *reference}, out)
                                             : Entry{.text = "--"});
    }
    if (any) grid.rows.push_back(std::move(line));
  }

  struct Pair {
    std::int32_t of, reference;
  };

  Entry entry(const Place& place, const AxisValue& value, const Pair& pair, Panel& out) const {
    const Summary paired = averages_.difference(pair.of, pair.reference, metric_.name);
    const int digits = card_.layout.decimals;
    out.long_form.push_back({.at = place.at,
                             .metric = metric_.name + "_minus_" + from_,
                             .marginlab = csv_number(paired.mean, digits),
                             .mcse = csv_number(paired.se, digits + 1),
                             .n_ok = std::to_string(paired.used),
                             .n = std::to_string(card_.replications)});
    out.long_form.back().at[among_.name] = value.name;
    const std::string missing = shortfall(paired, card_.replications);
    return {.text = decimal(paired.mean, digits), .spread = spread(paired.se, digits), .mark = missing};
  }

  const StudyCard& card_;
  const PanelRequest& request_;
  Design design_;
  Averages averages_;
  const Axis& among_;
  const std::string& from_;
  Metric metric_;
  std::vector<std::string> rest_; ///< the axes but `among`
  std::vector<AxisValue> others_; ///< the values but `from`
};

Panel differences_for(const PanelInput& input) {
  return Differences(input).panel();
}

std::optional<core::Objection> differences_objection(const PanelRequest& request,
                                                     const std::vector<Axis>& axes) {
  for (const Axis& axis : axes)
    if (request.has("among") && axis.name == request.word("among") && axis.values.size() < 2)
      return core::Objection{
          {"among"},
          "axis '" + axis.name + "' has one value (there is nothing to compare it with). Name another axis"};
  return std::nullopt;
}

} // namespace

PanelEntry differences_panel() {
  return {.name = "differences",
          .phrase = "the differences",
          .meaning = "paired differences of a metric from that of one value of an axis",
          .parameters = {{"of", "the metric whose differences are taken", Takes::metric},
                         {"among", "the axis whose values are compared, such as method", Takes::axis},
                         {"from", "the value of it that is subtracted", Takes::value_of, true, "among"}},
          .panel = differences_for,
          .objection = differences_objection};
}

} // namespace results
