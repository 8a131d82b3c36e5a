#include "experiments/answers/score.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "datasets/answers/draw_name.hpp"
#include "datasets/answers/read_answers.hpp"
#include "datasets/answers/stored_answers.hpp"
#include "experiments/answers/draws.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/run/answers.hpp"
#include "experiments/run/store.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/statistics/summary.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;
using datasets::answers::Answer;

/// What is wrong with the files, sentence by sentence: the first few and how many more there are.
class Mistakes {
 public:
  void add(std::string sentence) { sentences_.push_back(std::move(sentence)); }

  void throw_if_any() const {
    if (sentences_.empty()) return;
    std::string text;
    for (std::size_t i = 0; i < std::min(sentences_.size(), most_shown); ++i)
      text += (i > 0 ? "\n" : "") + sentences_[i];
    if (sentences_.size() > most_shown)
      text += "\nand " + std::to_string(sentences_.size() - most_shown) + " more of the kind.";
    throw core::UserError(text);
  }

 private:
  static constexpr std::size_t most_shown = 8;
  std::vector<std::string> sentences_;
};

/// The answers by the hash of their draws.
std::map<std::string, Answer> answers_by_hash(const std::vector<std::string>& files, Mistakes& mistakes) {
  std::map<std::string, Answer> out;
  for (const std::string& file : files)
    for (Answer& answer : datasets::answers::read_answers(file)) {
      const std::string hash = datasets::answers::hash_in(answer.draw);
      const auto [at, is_new] = out.try_emplace(hash, answer);
      if (!is_new)
        mistakes.add(answer.place + ": " + answer.draw + " stands in " + at->second.place +
                     " as well. Name each draw once.");
    }
  return out;
}

std::vector<std::int32_t> all_replicates(const Study& study) {
  return replicates_named("1-" + std::to_string(study.replications));
}

/// The probabilities of every draw of the study. Throws UserError with all that is wrong: a draw that is none
/// of the study's, a draw without an answer, an answer that is no probability.
std::map<std::string, core::Matrix> checked(const Study& study, const std::vector<std::string>& files) {
  Mistakes mistakes;
  std::map<std::string, Answer> answers = answers_by_hash(files, mistakes);
  std::map<std::string, core::Matrix> out;
  std::vector<std::string> without;
  for_each_draw(study, all_replicates(study), [&](const NamedDraw& named, const core::Draw& draw) {
    auto answer = answers.extract(datasets::answers::hash_in(named.name));
    if (answer.empty()) {
      without.push_back(named.name);
      return;
    }
    try {
      datasets::answers::require_probabilities(answer.mapped(), draw.test.size(), draw.test.classes);
      out[answer.key()] = std::move(answer.mapped().p);
    } catch (const core::UserError& refusal) {
      mistakes.add(refusal.what());
    }
  });
  for (const auto& [hash, answer] : answers)
    mistakes.add(answer.place + ": " + answer.draw + " is no draw of " + study.study +
                 ". Its rows, its seed or its study are others. Take the names from marginlab draws.");
  if (!without.empty())
    mistakes.add(fmt::format(
        "{} of {} draws have no probabilities, such as {}. The row would not be comparable. Compute them, or "
        "score fewer replications: replications=N.",
        without.size(), without.size() + out.size(), without.front()));
  mistakes.throw_if_any();
  return out;
}

void require_name(const Study& study, const std::string& name) {
  const bool is_plain =
      !name.empty() && name.size() <= 100 && name.front() != '.' &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") ==
          std::string::npos;
  core::require(is_plain,
                "--name '" + name +
                    "' is no name of a method. It has letters, digits, points and underscores. Write "
                    "--name my_method --label 'My method'.");
  for (const MethodOption& option : study.methods)
    core::require(option.method.name != name, "The study has a method '" + name +
                                                  "' of its own. Two rows need two names. Write another "
                                                  "--name.");
}

/// Puts the folder in its place, whole or not at all.
void store(const datasets::answers::AnswerFolder& made, const ScoreRequest& request,
           const fs::path& directory) {
  const fs::path target = answers_of(directory, request.name);
  if (fs::exists(target))
    core::require(datasets::answers::content_of(target) == made.content || request.replace,
                  directory.string() + " has other probabilities of '" + request.name +
                      "'. Their row would be lost. Choose another --name, or add --replace.");
  results::create_run_directory(directory);
  const fs::path temporary = answers_of(directory, "." + request.name);
  fs::remove_all(temporary);
  fs::create_directories(temporary);
  for (const auto& [name, bytes] : made.files) results::replace_file(temporary / name, bytes);
  results::replace_file(temporary / "method.yaml",
                        method_yaml(request.name, request.label.empty() ? request.name : request.label));
  fs::remove_all(target);
  fs::rename(temporary, target);
  results::sync_directory(target.parent_path());
}

/// The points that differ from this one in the method alone.
std::vector<const results::Point*> rivals(const results::StudyCard& card, const results::Point& scored) {
  std::vector<const results::Point*> out;
  for (const results::Point& other : card.points) {
    results::Coordinates at = other.at;
    at["method"] = scored.at.at("method");
    if (at == scored.at && other.setting != scored.setting) out.push_back(&other);
  }
  return out;
}

void print_differences(const results::Results& all, const std::string& name) {
  const results::Averages averages(all);
  print_text("\n{} minus each other method, paired by replication: mean (Monte Carlo standard error)\n",
             name);
  std::set<std::string> said;
  for (const results::Point& point : all.card.points) {
    if (point.at.at("method") != name) continue;
    for (const results::Point* const rival : rivals(all.card, point)) {
      std::string line = fmt::format("  {:<20} {:<20} {:<20}", point.at.at("data"),
                                     rival->at.at("classifier"), rival->at.at("method"));
      for (const results::Metric& metric : all.card.metrics) {
        const results::Summary mean = averages.difference(point.setting, rival->setting, metric.name);
        line += std::isnan(mean.mean) ? fmt::format("  {} --", metric.name)
                                      : fmt::format("  {} {:+.4f} ({:.4f})", metric.name, mean.mean, mean.se);
      }
      if (said.insert(line).second) print_text("{}\n", line);
    }
  }
}

} // namespace

int score(const ScoreRequest& request) {
  const Study study = read_study(request.run.config, request.run.overrides);
  core::require(!study.until,
                "A study with 'until' has no fixed number of draws. Give it one: "
                "replications=100 until=none.");
  require_name(study, request.name);
  const fs::path directory = request.run.directory_of(study);
  require_same_name({directory}, study.study);
  store(datasets::answers::folder_of(checked(study, request.files)), request, directory);
  const int code = run(request.run);
  if (code != 0 && code != 3 && code != 4) return code;
  print_differences(results::read_results(results::RunDirectory{directory}.results()), request.name);
  return code;
}

} // namespace experiments
