#include "experiments/mpi/letters.hpp"

#include <nlohmann/json.hpp>

namespace experiments::mpi {

using nlohmann::json;

std::string write(const Assignment& assignment) {
  const Plan& plan = assignment.plan;
  return json{{"directory", assignment.directory.path.string()},
              {"keys", plan.keys},
              {"settings", plan.texts},
              {"metrics", plan.metrics},
              {"replications", plan.replications}}
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

Assignment read_assignment(const std::string& text) {
  const json read = json::parse(text);
  Assignment out{{read.at("directory").get<std::string>()}, {}};
  out.plan.keys = read.at("keys").get<std::vector<std::string>>();
  out.plan.texts = read.at("settings").get<std::vector<std::string>>();
  for (const std::string& setting : out.plan.texts) out.plan.settings.push_back(parse_setting(setting));
  out.plan.metrics = read.at("metrics").get<std::vector<std::string>>();
  out.plan.replications = read.at("replications").get<std::int32_t>();
  return out;
}

std::string write(const Group& group) {
  json cells = json::array();
  for (const Cell& cell : group.cells) cells.push_back({cell.setting, cell.replicate});
  return cells.dump();
}

Group read_group(const std::string& text) {
  Group out;
  for (const json& cell : json::parse(text))
    out.cells.push_back({cell.at(0).get<std::int32_t>(), cell.at(1).get<std::int32_t>()});
  return out;
}

} // namespace experiments::mpi
