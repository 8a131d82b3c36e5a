#include "experiments/require_data.hpp"

#include <set>

#include "core/contract.hpp"
#include "datasets/catalog.hpp"

namespace experiments {

void require_data(const Plan& plan, const std::vector<Group>& groups) {
  std::set<std::string> seen;
  std::string problems;
  for (const Group& group : groups) { // the cells of a group share their data set
    const Setting& setting = plan.settings[static_cast<std::size_t>(group.cells.front().setting)];
    if (!datasets::find(setting.data.id).needs_files || !seen.insert(core::canonical(setting.data)).second)
      continue;
    try {
      build_source(setting);
    } catch (const core::UserError& error) {
      problems += (problems.empty() ? "" : "\n") + std::string(error.what());
    }
  }
  core::require(problems.empty(), problems);
}

} // namespace experiments
