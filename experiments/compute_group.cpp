#include "experiments/compute_group.hpp"

#include <memory>

#include "experiments/perform.hpp"

namespace experiments {

void compute(const Plan& plan, const Group& group,
             const std::function<void(const results::Record&)>& finished,
             const std::function<bool(const Cell& next)>& stop) {
  std::unique_ptr<core::DrawCache> cache;
  std::string error;
  try {
    const Setting& first = plan.settings[static_cast<std::size_t>(group.cells.front().setting)];
    const core::StreamAxes axes = stream_axes(first, group.cells.front().replicate);
    cache = std::make_unique<core::DrawCache>(build_source(first)->draw(axes), axes);
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  for (const Cell& cell : group.cells) {
    if (stop(cell)) return;
    const auto s = static_cast<std::size_t>(cell.setting);
    const results::Key key{plan.keys[s], cell.replicate};
    finished(cache ? perform(plan.settings[s], key, plan.metrics, *cache) : failed(key, "draw", error));
  }
}

} // namespace experiments
