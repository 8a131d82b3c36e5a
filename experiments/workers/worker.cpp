#include "experiments/workers/worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "results/record/printable.hpp"

namespace experiments::workers {
namespace {

using nlohmann::json;

constexpr int most_failed_starts = 3;
constexpr double most_off_one = 1e-9;
constexpr std::size_t most_sentences = 100, most_sentence = 2000;

std::string sentence(const json& node) {
  std::string text = results::printable_lines(node.get<std::string>());
  if (text.size() > most_sentence) text.resize(most_sentence);
  return results::printable_lines(text);
}

std::vector<std::string> sentences(const json& header, const char* key) {
  std::vector<std::string> out;
  const json nodes = header.value(key, json::array());
  for (const json& node : nodes)
    if (out.size() < most_sentences) out.push_back(sentence(node));
  return out;
}

/// JSON has no infinities and no NaN: they come as words.
double number(const json& node) {
  if (!node.is_string()) return node.get<double>();
  const auto word = node.get<std::string>();
  if (word == "inf") return core::infinity;
  if (word == "-inf") return -core::infinity;
  return word == "nan" ? std::nan("") : throw FramingError("a fact is '" + results::printable(word) + "'");
}

/// The part of a column's name that a worker may choose.
std::string fact_name(const std::string& given) {
  const bool is_name =
      !given.empty() && given.size() <= 40 && std::all_of(given.begin(), given.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
      });
  if (!is_name) throw FramingError("a fact is called '" + results::printable(given) + "'");
  return given;
}

Description description_of(const json& header) {
  if (header.value("protocol", 0) != 1)
    throw FramingError("it does not say \"protocol\": 1, which this program speaks");
  Description out;
  out.name = header.contains("name") ? sentence(header.at("name")) : "";
  out.operation = sentence(header.value("op", json(out.operation)));
  out.tunes = header.value("tunes", false);
  out.knows_truth = header.value("truth", false);
  const json classes = header.value("classes", json{2, 2});
  out.least_classes = classes.at(0).get<int>();
  out.most_classes = classes.at(1).get<int>();
  const json versions = header.value("versions", json::object());
  for (const auto& [package, version] : versions.items())
    out.versions[results::printable(package)] = results::printable(version.get<std::string>());
  out.files = sentences(header, "files");
  return out;
}

Answer answer_of(const json& header, std::vector<Array> arrays) {
  Answer out{{}, sentences(header, "warnings"), sentences(header, "files"), std::move(arrays)};
  const json facts = header.value("facts", json::object());
  for (const auto& [name, value] : facts.items()) out.facts[fact_name(name)] = number(value);
  return out;
}

json header_of(const Request& request, std::int64_t id) {
  json out{{"id", id},
           {"op", request.operation},
           {"seed", request.seed},
           {"replicate", request.replicate},
           {"classes", request.classes},
           {"parameters", json::parse(request.parameters)}};
  if (!request.rows.empty()) out["rows"] = request.rows;
  return out;
}

} // namespace

const Array* Answer::find(const std::string& name) const {
  const auto found =
      std::find_if(arrays.begin(), arrays.end(), [&](const Array& one) { return one.name == name; });
  return found == arrays.end() ? nullptr : &*found;
}

void Worker::begin() {
  if (process_ && process_->runs()) return;
  process_.reset();
  if (failed_starts_ >= most_failed_starts)
    throw Failure(fmt::format("The worker did not begin, {} times. {}", failed_starts_, refused_->what()),
                  refused_->last_words);
  ++failed_starts_;
  try {
    process_ = std::make_unique<Process>(command_);
    try {
      description_ = description_of(json::parse(process_->exchange("").header));
    } catch (const json::exception&) {
      throw FramingError("its first message does not describe it");
    }
    failed_starts_ = 0;
  } catch (const FramingError& error) {
    const std::string printed = process_->printed();
    process_.reset();
    refused_ =
        Failure("The worker began with what is no description: " + std::string(error.what()) + ".", printed);
    throw Failure(*refused_);
  } catch (const Failure& failure) {
    process_.reset();
    refused_ = failure;
    throw;
  }
}

const Description& Worker::description() {
  begin();
  return description_;
}

Answer Worker::ask(const Request& request) {
  begin();
  const std::int64_t id = ++asked_;
  try {
    Message reply = process_->exchange(encoded({header_of(request, id).dump(), request.arrays}));
    const json header = json::parse(reply.header);
    const std::int64_t answered = header.value("id", std::int64_t{0});
    if (answered != id) throw FramingError(fmt::format("it answers request {}, not {}", answered, id));
    if (!header.value("ok", false))
      throw Failure("The worker says: " + (header.contains("error") ? sentence(header.at("error")) : "no"),
                    process_->printed());
    return answer_of(header, std::move(reply.arrays));
  } catch (const FramingError& error) {
    const std::string printed = process_->printed();
    process_.reset();
    throw Failure("The worker said what is no answer: " + std::string(error.what()) + ".", printed);
  } catch (const json::exception&) {
    const std::string printed = process_->printed();
    process_.reset();
    throw Failure("The worker said what is no answer: a part of its header is of the wrong kind.", printed);
  }
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string out;
  for (const std::int64_t length : shape) out += (out.empty() ? "" : ", ") + std::to_string(length);
  return "[" + out + "]";
}

void require_probabilities(const Array& array, Eigen::Index rows, Eigen::Index classes) {
  const Eigen::Map<const core::Matrix> all(
      array.values.data(), rows,
      static_cast<Eigen::Index>(array.values.size()) / std::max<Eigen::Index>(rows, 1));
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index k = 0; k < all.cols(); ++k)
      if (!(all(i, k) >= 0 && all(i, k) <= 1))
        throw Failure(fmt::format("The worker gave point {} the probability {}, which is not in [0, 1].",
                                  i + 1, core::shortest(all(i, k))),
                      "");
    for (Eigen::Index first = 0; classes > 1 && first < all.cols(); first += classes)
      if (const double sum = all.row(i).segment(first, classes).sum(); !(std::abs(sum - 1) <= most_off_one))
        throw Failure(fmt::format("The worker gave point {} probabilities whose sum is {}, not 1.", i + 1,
                                  core::shortest(sum)),
                      "");
  }
}

namespace {

Worker& kept(std::map<Command, Worker>& workers, const Command& command) {
  return workers.try_emplace(command, command).first->second;
}

} // namespace

Worker& worker_of_thread(const Command& command) {
  thread_local std::map<Command, Worker> workers;
  return kept(workers, command);
}

Worker& second_worker_of_thread(const Command& command) {
  thread_local std::map<Command, Worker> workers;
  return kept(workers, command);
}

} // namespace experiments::workers
