#include "results/record/study_card.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/settings/parsed.hpp"

namespace results {
namespace {

core::UserError no_request(const PanelRequest& request, const std::string& key) {
  return core::UserError(
      "the panel '" + request.panel + "' of a study card has no '" + key +
      "' that it could show (the card is damaged, or of another version) run the study again");
}

} // namespace

const AxisValue* StudyCard::value(const std::string& axis, const Coordinates& at) const {
  const Axis* found = this->axis(axis);
  const auto place = at.find(axis);
  return found == nullptr || place == at.end() ? nullptr : found->value(place->second);
}

std::vector<std::string> StudyCard::metric_labels(const std::vector<std::string>& names) const {
  std::vector<std::string> out;
  for (const std::string& name : names)
    if (const Metric* found = metric(name)) out.push_back(found->label);
  return out;
}

const std::vector<std::string>& PanelRequest::list(const std::string& key) const {
  const auto found = parameters.find(key);
  if (found == parameters.end() || found->second.empty()) throw no_request(*this, key);
  return found->second;
}

const std::string& PanelRequest::word(const std::string& key) const {
  return list(key).front();
}

double PanelRequest::number(const std::string& key) const {
  const auto value = core::parsed<double>(word(key));
  if (!value) throw no_request(*this, key);
  return *value;
}

const PanelRequest* Layout::panel(const std::string& name) const {
  const auto found =
      std::find_if(panels.begin(), panels.end(), [&](const PanelRequest& one) { return one.panel == name; });
  return found == panels.end() ? nullptr : &*found;
}

} // namespace results
