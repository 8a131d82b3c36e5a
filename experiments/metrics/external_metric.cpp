#include "experiments/metrics/external_metric.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "core/random/sha256.hpp"
#include "core/settings/parameter.hpp"
#include "experiments/catalog/external_program.hpp"

namespace experiments {
namespace {

using Json = nlohmann::json; // its objects are sorted by key

constexpr std::size_t digits_of_program = 8, longest_number = 40;

enum class Better { smaller, larger };

const auto numbers =
    core::text("numbers", "the names of the numbers that the program gives, as a list").as_list();
const auto better = core::word<Better>("better", "which of two numbers is the better one",
                                       {{"smaller", Better::smaller}, {"larger", Better::larger}})
                        .or_else(Better::smaller);

/// What a card keeps of a program, and what names its columns.
constexpr const char* kept_parameters[] = {"called", "contents", "versions", "parameters"};

void require_name(const std::string& name) {
  const bool is_plain =
      !name.empty() && name.size() <= longest_number &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
          std::string::npos;
  core::require(is_plain,
                "numbers: '" + name +
                    "' is no name of a number. It has letters, digits and underscores, at most 40. "
                    "Correct it",
                {numbers.key()});
  const auto own = core::metrics();
  const bool is_ours = name == results::Improvement{}.name ||
                       std::any_of(own.begin(), own.end(), [&](const auto& row) { return row.id == name; });
  core::require(!is_ours,
                "numbers: '" + name +
                    "' is a metric of marginlab. Two numbers need two names. Choose "
                    "another",
                {numbers.key()});
}

/// P(Y = +1) of two classes [m], of K [m, K].
workers::Array array_of(const std::string& name, const core::Probabilities& p) {
  return p.classes() == 2 ? workers::array(name, core::Vector(p.positive()))
                          : workers::array(name, core::Matrix(p.matrix()));
}

/// The number of this name. Throws Failure.
double number_of(const workers::Answer& answer, const std::string& name, const std::string& printed) {
  const auto found = answer.facts.find(name);
  if (found == answer.facts.end()) throw workers::Failure("The worker measured no '" + name + "'.", printed);
  if (std::isnan(found->second))
    throw workers::Failure("The worker measured '" + name + "' as nan, which is no number.", printed);
  return found->second;
}

} // namespace

const std::vector<core::Entry>& external_metric_entries() {
  static const std::vector<core::Entry> entries = [] {
    core::Entry entry{external_id, "External metric",
                      "",          "numbers that a program in another language measures (docs/workers.md)",
                      1,           parameters_of_programs()};
    entry.parameters.push_back(numbers);
    entry.parameters.push_back(better);
    return std::vector{entry};
  }();
  return entries;
}

ExternalMetric external_metric(core::Choice program) {
  ExternalMetric out{std::move(program)};
  out.numbers = Json::parse(numbers.of(out.program.parameters)).get<std::vector<std::string>>();
  for (std::size_t i = 0; i < out.numbers.size(); ++i) {
    require_name(out.numbers[i]);
    core::require(std::find(out.numbers.begin(), out.numbers.begin() + static_cast<std::ptrdiff_t>(i),
                            out.numbers[i]) == out.numbers.begin() + static_cast<std::ptrdiff_t>(i),
                  "numbers: '" + out.numbers[i] + "' stands twice. Remove one", {numbers.key()});
  }
  return out;
}

bool is_smaller_better(const ExternalMetric& metric) {
  return better.of(metric.program.parameters) == Better::smaller;
}

void complete(ExternalMetric& metric) {
  metric.needs_truth = complete_program(metric.program.parameters, Service::measures).knows_truth;
  const std::string program = core::sha256_hex(text_of(metric), digits_of_program);
  metric.columns.clear();
  for (const std::string& number : metric.numbers) metric.columns.push_back(number + "@" + program);
}

std::string text_of(const ExternalMetric& metric) {
  Json out{{"truth", metric.needs_truth}};
  for (const char* key : kept_parameters) out[key] = metric.program.parameters.text(key);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<ExternalMetric> stored_metrics(const results::StudyCard& card) {
  std::map<std::string, ExternalMetric> by_program;
  for (const results::Metric& metric : card.metrics) {
    if (metric.program.empty()) continue;
    const auto [place, is_new] = by_program.try_emplace(metric.program);
    ExternalMetric& out = place->second;
    out.columns.push_back(metric.name);
    out.numbers.push_back(metric.name.substr(0, metric.name.find('@')));
    if (!is_new) continue;
    try {
      const Json kept = Json::parse(metric.program);
      core::Parameters told;
      for (const char* key : kept_parameters) told.set(key, kept.at(key).get<std::string>());
      out.needs_truth = kept.at("truth").get<bool>();
      out.program = {external_id, metric.name, metric.label, 1,
                     core::with_defaults(told, external_metric_entries().front().parameters)};
    } catch (const Json::exception&) {
      throw core::UserError("The stored program of the metric '" + metric.name +
                            "' cannot be read. Is the file damaged?");
    }
    find_worker(out.program, card.paths);
  }
  std::vector<ExternalMetric> all;
  for (auto& [program, metric] : by_program) all.push_back(std::move(metric));
  return all;
}

std::map<std::string, double> measured(const ExternalMetric& metric, const core::Estimate& estimate,
                                       core::DrawCache& cache) {
  const ExternalProgram program(metric.program.parameters);
  const core::Sample& test = cache.draw().test;
  const core::StreamAxes& axes = cache.axes();
  workers::Request request{
      "measure",          0,
      axes.replicate,     test.classes,
      program.parameters, {workers::array("y", test.y), array_of("probability", estimate.probability)}};
  if (metric.needs_truth) request.arrays.push_back(array_of("truth", test.truth));
  request.seed = static_cast<std::int64_t>(axes.stream("external metric " + text_of(metric)).bits() >> 33);
  const workers::Answer answer = asked(program, request);
  const std::string printed = workers::worker_of_thread(program.command).last_words();
  std::map<std::string, double> out;
  for (std::size_t i = 0; i < metric.numbers.size(); ++i)
    out[metric.columns[i]] = number_of(answer, metric.numbers[i], printed);
  return out;
}

} // namespace experiments
