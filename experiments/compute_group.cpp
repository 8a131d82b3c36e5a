#include "experiments/compute_group.hpp"

#include <memory>

#include "experiments/perform.hpp"

namespace experiments {

void compute(const Plan& plan, const Group& group,
             const std::function<void(const results::Record&)>& finished,
             const std::function<bool(const Cell& next)>& stop) {
  std::unique_ptr<core::Workbench> bench;
  std::string error;
  try {
    const Setting& first = plan.settings[static_cast<std::size_t>(group.cells.front().setting)];
    const core::StreamAxes axes = stream_axes(first, group.cells.front().replicate);
    bench = std::make_unique<core::Workbench>(build_source(first)->draw(axes), axes);
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  for (const Cell& cell : group.cells) {
    if (stop(cell)) return;
    const auto s = static_cast<std::size_t>(cell.setting);
    const results::Key key{plan.keys[s], cell.replicate};
    finished(bench ? perform(plan.settings[s], key, plan.metrics, *bench) : failed(key, "draw", error));
  }
}

} // namespace experiments
