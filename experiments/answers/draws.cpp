#include "experiments/answers/draws.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "core/settings/parsed.hpp"
#include "datasets/answers/draw_name.hpp"
#include "datasets/answers/npy.hpp"
#include "datasets/real/description.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/store/file.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The settings that stand for the data sets of a study, each by the name it has there.
std::vector<std::pair<std::string, const Setting*>> data_sets(const Study& study) {
  std::vector<std::pair<std::string, const Setting*>> out;
  std::set<std::string> seen;
  for (const results::Point& point : study.plan.points) {
    const Setting& setting = study.plan.settings[static_cast<std::size_t>(point.setting)];
    if (seen.insert(stream_axes(setting, 0).data).second) out.emplace_back(point.at.at("data"), &setting);
  }
  return out;
}

/// The columns of true probabilities that a part has.
core::Matrix truth_of(const core::Sample& part) {
  if (part.truth.empty()) return core::Matrix(part.size(), 0);
  return part.classes == 2 ? core::Matrix(part.truth.positive()) : part.truth.matrix();
}

void append_row(std::string& text, const core::Matrix& values, Eigen::Index i) {
  for (Eigen::Index j = 0; j < values.cols(); ++j) text += (j > 0 ? "," : "") + core::shortest(values(i, j));
}

/// x1, ..., xp, y, and the true p or p_1, ..., p_K where the data set knows them; a row an observation.
std::string csv_of(const core::Sample& part) {
  const core::Matrix truth = truth_of(part);
  std::string text;
  for (Eigen::Index j = 0; j < part.x.cols(); ++j) text += "x" + std::to_string(j + 1) + ",";
  text += "y";
  for (Eigen::Index k = 0; k < truth.cols(); ++k)
    text += truth.cols() == 1 ? ",p" : ",p_" + std::to_string(k + 1);
  text += '\n';
  for (Eigen::Index i = 0; i < part.size(); ++i) {
    append_row(text, part.x, i);
    text += "," + core::shortest(part.y(i));
    if (truth.cols() > 0) text += ",";
    append_row(text, truth, i);
    text += '\n';
  }
  return text;
}

/// The files of one part of a draw, by name.
std::map<std::string, std::string> files_of(const std::string& part, const core::Sample& sample,
                                            bool as_npy) {
  if (sample.size() == 0) return {};
  if (!as_npy) return {{part + ".csv", csv_of(sample)}};
  std::map<std::string, std::string> out{
      {part + "_x.npy", datasets::answers::npy_bytes(sample.x)},
      {part + "_y.npy", datasets::answers::npy_bytes(core::Matrix(sample.y))}};
  if (!sample.truth.empty()) out[part + "_p.npy"] = datasets::answers::npy_bytes(truth_of(sample));
  return out;
}

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) results::throw_storage_error("cannot write", path, errno);
}

/// Writes a draw's files; what the manifest says of it.
Json write_draw(const NamedDraw& named, const core::Draw& draw, const DrawsRequest& request) {
  const fs::path folder = request.directory / named.name;
  fs::create_directories(folder);
  Json files = Json::object();
  for (const auto& [part, sample] :
       {std::pair{"train", &draw.train}, {"tune", &draw.tune}, {"test", &draw.test}})
    for (const auto& [name, bytes] : files_of(part, *sample, request.as_npy)) {
      write_file(folder / name, bytes);
      files[name] = core::sha256_hex(bytes);
    }
  const core::StreamAxes axes = stream_axes(*named.setting, named.replicate);
  return {{"draw", named.name},
          {"data", named.data},
          {"replicate", named.replicate},
          {"inputs", draw.train.x.cols()},
          {"classes", draw.test.classes},
          {"train", draw.train.size()},
          {"tune", draw.tune.size()},
          {"test", draw.test.size()},
          {"drawn_from", Json::parse(axes.data)},
          {"seed", axes.seed},
          {"sha256", files}};
}

/// Published data sets of the study that state no licence.
void require_licences(const Study& study) {
  std::string without;
  for (const auto& [name, setting] : data_sets(study)) {
    const auto* const described = datasets::real::described(setting->data.id);
    if (described != nullptr && described->licence == "none stated")
      without += (without.empty() ? "" : ", ") + name;
  }
  core::require(without.empty(),
                "These data sets state no licence: " + without +
                    ". Their rows may not be yours to pass on. Add --unlicensed if the files "
                    "stay with you.");
}

void require_empty(const fs::path& directory) {
  std::error_code none;
  core::require(!fs::exists(directory) || fs::is_empty(directory, none),
                directory.string() +
                    " is not an empty folder. Files of two studies must not lie in one. Name another --out.");
}

std::int32_t counted_from_one(const std::string& text, const std::string& whole) {
  const auto number = core::parsed<std::int32_t>(text);
  core::require(
      number && *number >= 1 && *number <= 1000000,
      "--replicates " + whole + " names no replications. They count from 1. Write --replicates 1-20.");
  return *number - 1;
}

} // namespace

std::vector<std::int32_t> replicates_named(const std::string& text) {
  const auto dash = text.find('-');
  const std::int32_t first = counted_from_one(text.substr(0, dash), text);
  const std::int32_t last = dash == std::string::npos ? first : counted_from_one(text.substr(dash + 1), text);
  core::require(first <= last, "--replicates " + text + " ends before it begins. Write --replicates " +
                                   std::to_string(last + 1) + "-" + std::to_string(first + 1) + ".");
  std::vector<std::int32_t> out(static_cast<std::size_t>(last - first) + 1);
  std::iota(out.begin(), out.end(), first);
  return out;
}

void for_each_draw(const Study& study, const std::vector<std::int32_t>& replicates,
                   const std::function<void(const NamedDraw&, const core::Draw&)>& use) {
  for (const auto& [data, setting] : data_sets(study)) {
    const auto source = build_source(*setting);
    for (const std::int32_t replicate : replicates) {
      const core::Draw draw = source->draw(stream_axes(*setting, replicate));
      const std::string hash = datasets::answers::hash_of(draw);
      use({datasets::answers::draw_name(data, replicate + 1, hash), data, replicate, setting}, draw);
    }
  }
}

int write_draws(const DrawsRequest& request) {
  const Study study = read_study(request.config, request.overrides);
  std::vector<std::int32_t> replicates = replicates_named(
      request.replicates.empty() ? "1-" + std::to_string(study.replications) : request.replicates);
  require_empty(request.directory);
  if (!request.unlicensed) require_licences(study);
  Json draws = Json::array();
  for_each_draw(study, replicates, [&](const NamedDraw& named, const core::Draw& draw) {
    draws.push_back(write_draw(named, draw, request));
  });
  const Json manifest{{"study", study.study},
                      {"title", study.title},
                      {"replications", study.replications},
                      {"format", request.as_npy ? "npy" : "csv"},
                      {"draws", draws}};
  results::replace_file(request.directory / "manifest.json", manifest.dump(1) + "\n");
  print_text(
      "{} draws of {} are in {}.\n"
      "Write a CSV with the columns draw, point and probability: the folder's name, the row of its test "
      "file from 1, P(y = 1).\n"
      "Then: marginlab score {} FILE.csv --name my_method\n",
      draws.size(), study.study, request.directory.string(), request.config);
  return 0;
}

} // namespace experiments
