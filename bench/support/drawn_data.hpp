#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "experiments/catalog/setting.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/plan/plan.hpp"

namespace bench {

/// Replicate 0 of the data set of this name in a config. Ends the program where there is none.
inline core::Draw first_draw(const std::string& config, const std::string& name) {
  const experiments::Plan plan = experiments::read_study(config, {}).plan;
  for (const results::Point& point : plan.points) {
    if (point.at.at("data") != name) continue;
    const auto& setting = plan.settings[static_cast<std::size_t>(point.setting)];
    return experiments::build_source(setting)->draw(experiments::stream_axes(setting, 0));
  }
  std::printf("%s has no data called %s\n", config.c_str(), name.c_str());
  std::exit(2);
}

/// The names of the data sets of a config, in its order.
inline std::vector<std::string> data_names(const std::string& config) {
  std::vector<std::string> names;
  for (const results::Axis& axis : experiments::read_study(config, {}).axes)
    if (axis.name == "data")
      for (const results::AxisValue& value : axis.values) names.push_back(value.name);
  return names;
}

} // namespace bench
