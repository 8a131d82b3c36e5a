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
