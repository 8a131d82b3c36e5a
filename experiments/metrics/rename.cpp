#include "experiments/metrics/rename.hpp"

#include "results/report/panels/compose.hpp"

namespace experiments {
namespace {

class Renaming {
 public:
  Renaming(std::string from, std::string to)
      : from_(std::move(from)),
        to_(std::move(to)),
        rank_from_(results::rank_name(from_)),
        rank_to_(results::rank_name(to_)) {}

  void operator()(std::string& name) const {
    if (name == from_) name = to_;
    if (name == rank_from_) name = rank_to_;
  }
  void operator()(std::vector<std::string>& names) const {
    for (std::string& name : names) (*this)(name);
  }

 private:
  std::string from_, to_, rank_from_, rank_to_;
};

bool names_metrics(results::Takes takes) {
  using results::Takes;
  return takes == Takes::metric || takes == Takes::metrics || takes == Takes::shown_metrics ||
         takes == Takes::names;
}

void rename_in_panels(std::vector<results::PanelRequest>& requests, const Renaming& rename) {
  for (results::PanelRequest& request : requests) {
    if (request.has("metrics")) rename(request.parameters.at("metrics"));
    for (const results::PanelEntry& entry : results::panels())
      for (const results::PanelParameter& parameter : entry.parameters)
        if (entry.name == request.panel && names_metrics(parameter.takes) && request.has(parameter.key))
          rename(request.parameters.at(parameter.key));
  }
}

void rename_in_layout(results::Layout& layout, const Renaming& rename) {
  rename(layout.metrics);
  rename(layout.best);
  if (layout.improvement) rename(layout.improvement->of);
  if (layout.rank_over) rename(layout.rank_over->of);
  rename_in_panels(layout.panels, rename);
}

} // namespace

void rename_metric(results::StudyCard& card, const std::string& from, const std::string& to) {
  const Renaming rename(from, to);
  for (results::Metric& metric : card.metrics) rename(metric.name);
  rename_in_layout(card.layout, rename);
  for (results::Published& number : card.published) rename(number.metric);
  for (results::Claim& claim : card.claims)
    for (results::ClaimRow& row : claim.rows) rename(row.metric);
  for (results::NamedCause& cause : card.causes) rename(cause.metric);
  if (auto margin = card.margins.extract(from); !margin.empty()) {
    margin.key() = to;
    card.margins.insert(std::move(margin));
  }
}

} // namespace experiments
