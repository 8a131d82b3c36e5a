#include "experiments/mpi/message.hpp"

#include <mpi.h>

#include <nlohmann/json.hpp>

namespace experiments::mpi {
namespace {

Message receive(const MPI_Status& probed) {
  int length = 0;
  MPI_Get_count(&probed, MPI_CHAR, &length);
  Message out{probed.MPI_SOURCE, static_cast<Tag>(probed.MPI_TAG),
              std::string(static_cast<std::size_t>(length), '\0')};
  MPI_Recv(out.text.data(), length, MPI_CHAR, probed.MPI_SOURCE, probed.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return out;
}

} // namespace

using nlohmann::json;

std::string write(const Assignment& assignment) {
  const Plan& plan = assignment.plan;
  json paths = json::array();
  for (const Setting& setting : plan.settings) {
    const core::Parameters& data = setting.data.parameters;
    paths.push_back(data.has("path") ? json(data.text("path")) : json());
  }
  return json{{"directory", assignment.directory.path.string()},
              {"keys", plan.keys},
              {"settings", plan.texts},
              {"paths", paths},
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
  const json& paths = read.at("paths");
  for (std::size_t s = 0; s < paths.size(); ++s)
    if (paths[s].is_string()) out.plan.settings[s].data.parameters.set("path", paths[s].get<std::string>());
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

int own_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int ranks() {
  int count = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

void send(int rank, Tag tag, const std::string& text) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, rank, static_cast<int>(tag), MPI_COMM_WORLD);
}

Message receive_from_root() {
  MPI_Status status;
  MPI_Probe(root, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  return receive(status);
}

std::optional<Message> arrived() {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
  return is_there != 0 ? std::optional(receive(status)) : std::nullopt;
}

bool told_to_stop() {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(root, static_cast<int>(Tag::stop), MPI_COMM_WORLD, &is_there, &status);
  if (is_there != 0) receive(status);
  return is_there != 0;
}

} // namespace experiments::mpi
