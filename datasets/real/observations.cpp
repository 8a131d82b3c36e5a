#include "datasets/real/observations.hpp"

#include <map>
#include <mutex>

#include "core/contract.hpp"
#include "datasets/encoding/column_code.hpp"
#include "datasets/real/data_folders.hpp"

namespace datasets::real {
namespace {

std::string listed(const std::map<std::string, std::int64_t>& counts) {
  std::string all;
  for (const auto& [name, count] : counts)
    all += (all.empty() ? "" : ", ") + name + ": " + std::to_string(count);
  return all;
}

void assert_description(const Description& description, const Reading& reading) {
  const std::string& file = reading.table.file;
  const auto rows = static_cast<std::int64_t>(reading.table.rows());
  core::require(rows == description.rows, file + ": it has " + std::to_string(rows) + " rows, but " +
                                              description.id + " has " + std::to_string(description.rows) +
                                              ". Get the file again.");
  std::map<std::string, std::int64_t> counts;
  for (const std::string& name : encoding::classes_of(reading.table, reading.label)) ++counts[name];
  const std::map<std::string, std::int64_t> expected(description.classes.begin(), description.classes.end());
  core::require(counts == expected, file + ": its classes are " + listed(counts) + ", but " + description.id +
                                        " has " + listed(expected) + ". Get the file again.");
  const auto p = encoding::inputs_of(reading.table, reading.inputs, encoding::Words::declared).x.cols();
  core::require(p == description.inputs, file + ": it has " + std::to_string(p) + " inputs, but " +
                                             description.id + " has " + std::to_string(description.inputs) +
                                             ". Get the file again.");
}

} // namespace

Reading read_asserted(const Description& description) {
  Reading reading = description.read(read_files(description));
  assert_description(description, reading);
  return reading;
}

Observations observations_of(const Reading& reading, const Recipe& recipe) {
  auto classes =
      encoding::coded(encoding::classes_of(reading.table, reading.label), recipe.classes, reading.table.file);
  Observations out{encoding::inputs_of(reading.table, reading.inputs, recipe.words, recipe.missing),
                   std::move(classes.y),
                   std::move(classes.rows),
                   {},
                   reading.names,
                   std::move(classes.names)};
  if (recipe.preparation != nullptr) {
    out.inputs.x = recipe.preparation(out.inputs.x);
    if (out.inputs.x.cols() != static_cast<Eigen::Index>(out.inputs.names.size())) out.inputs.names.clear();
  }
  if (out.rows.size() < reading.table.rows()) out.inputs.x = core::Matrix(out.inputs.x(out.rows, Eigen::all));
  if (!reading.training.empty())
    for (const std::int64_t row : out.rows)
      out.training.push_back(reading.training[static_cast<std::size_t>(row)]);
  return out;
}

std::shared_ptr<const Observations> shared_observations(const std::string& name,
                                                        const std::function<Observations()>& make) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const Observations>> kept;
  const std::lock_guard lock(mutex);
  auto& place = kept[name];
  if (!place) place = std::make_shared<const Observations>(make());
  return place;
}

} // namespace datasets::real
