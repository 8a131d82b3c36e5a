#include "experiments/answers/score.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "core/settings/parameters.hpp"
#include "experiments/answers/draws.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/verify/fsck.hpp"
#include "experiments/verify/replay.hpp"
#include "results/record/columns.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using tests::refusal;

namespace {

/// A study of two methods without lambda on one small data set, and a folder for what is made of it.
struct SmallStudy {
  tests::TemporaryFolder folder;
  std::string config = (folder.path() / "small.yaml").string();
  std::filesystem::path run = folder.path() / "run";

  SmallStudy() {
    std::ofstream(config) << "title: small\nreplications: 3\n"
                             "data: [{source: wang2008/example1, name: one, n_train: 20, n_test: 10}]\n"
                             "classifiers: [{classifier: weighted_svm, name: svm, kernel: linear}]\n"
                             "methods:\n  - {method: nearest_neighbours, name: near, neighbours: 3}\n"
                             "  - {method: base_rate, name: base}\n"
                             "metrics: [cre, test_error]\n"
                             "layout: {rows: [data], columns: [classifier, method], metrics: [cre]}\n";
  }

  /// What the study's own method says of each draw, as a file of answers.
  std::string answers_of(const std::string& method, const std::string& name,
                         const std::vector<std::string>& overrides = {}) const {
    const Study study = read_study(config, overrides);
    std::string text = "draw,point,probability\n";
    for_each_draw(study, replicates_named("1-3"), [&](const NamedDraw& named, const core::Draw& draw) {
      for (const Setting& setting : study.plan.settings) {
        if (setting.method.id != method) continue;
        core::DrawCache cache(draw, stream_axes(setting, named.replicate));
        const core::Vector p = build_estimator(setting)->estimate(cache).probability.positive();
        for (Eigen::Index i = 0; i < p.size(); ++i)
          text += named.name + "," + std::to_string(i + 1) + "," + core::shortest(p(i)) + "\n";
      }
    });
    return write(name, text);
  }

  std::string write(const std::string& name, const std::string& text) const {
    return folder.write(name, text).string();
  }

  ScoreRequest request(const std::vector<std::string>& files) const {
    ScoreRequest out;
    out.run.config = config;
    out.run.directory = run;
    out.run.threads = 1;
    out.run.quiet = true;
    out.files = files;
    out.name = "mine";
    return out;
  }

  results::Results stored() const { return results::read_results(run / "results.h5"); }
};

/// The values of a metric by the name of its method.
std::map<std::string, std::vector<double>> by_method(const results::Results& all, const std::string& metric) {
  std::map<std::string, std::vector<double>> out;
  for (const results::Point& point : all.card.points)
    for (std::size_t row = 0; row < all.rows.size(); ++row)
      if (all.rows.setting[row] == point.setting)
        out[point.at.at("method")].push_back(all.rows.values.at(metric)[row]);
  return out;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

TEST_CASE("a method's own probabilities, scored from a file, give its row to the last bit",
          "[answers][manufactured]") {
  const SmallStudy study;
  const std::string file = study.answers_of("nearest_neighbours", "a.csv");
  CHECK(score(study.request({file})) == 0);
  for (const char* metric : {"cre", "test_error"}) {
    const auto values = by_method(study.stored(), metric);
    REQUIRE(values.at("mine").size() == 3);
    CHECK(values.at("mine") == values.at("near"));
    CHECK(values.at("mine") != values.at("base"));
  }
}

TEST_CASE("a scored row survives the study's next run, and fsck finds the directory whole",
          "[answers][reproducibility]") {
  const SmallStudy study;
  CHECK(score(study.request({study.answers_of("base_rate", "a.csv")})) == 0);
  const std::string hash = study.stored().data_hash;
  CHECK(run(study.request({}).run) == 0);
  CHECK(study.stored().data_hash == hash);
  CHECK(by_method(study.stored(), "cre").contains("mine"));
  for (const Finding& finding : examine(study.run)) CHECK(finding.grade != Finding::Grade::damage);
}

TEST_CASE("a scored cell is not replayed: another program computed it", "[answers][checker]") {
  const SmallStudy study;
  CHECK(score(study.request({study.answers_of("base_rate", "a.csv")})) == 0);
  const results::Results all = study.stored();
  for (const results::Point& point : all.card.points) {
    const std::string key = all.card.settings[static_cast<std::size_t>(point.setting)].key + "/0";
    if (point.at.at("method") == "mine")
      CHECK_THAT(refusal([&] { replay(study.run / "results.h5", key); }),
                 Catch::StartsWith("Another program computed the probabilities of this cell."));
    else
      CHECK(replay(study.run / "results.h5", key) == 0);
  }
}

TEST_CASE("answers to other draws, or not to all, are refused and nothing is written", "[answers][checker]") {
  const SmallStudy study;
  const std::string good = study.answers_of("base_rate", "good.csv");
  const std::string of_other_seed = study.answers_of("base_rate", "other.csv", {"seed=2"});
  CHECK_THAT(refusal([&] { score(study.request({of_other_seed})); }),
             Catch::Contains("is no draw of small") && Catch::Contains("3 of 3 draws have no probabilities"));
  const std::string text = text_of(good);
  const std::string partial = study.write("part.csv", text.substr(0, text.find("one-0003")));
  CHECK_THAT(refusal([&] { score(study.request({partial})); }),
             Catch::StartsWith("1 of 3 draws have no probabilities"));
  CHECK_THAT(refusal([&] { score(study.request({good, good})); }),
             Catch::Contains("as well. Name each draw once"));
  ScoreRequest named = study.request({good});
  named.name = "near";
  CHECK_THAT(refusal([&] { score(named); }), Catch::StartsWith("The study has a method 'near' of its own"));
  named.name = ".mine"; // is that of a folder in the making
  CHECK_THAT(refusal([&] { score(named); }), Catch::StartsWith("--name '.mine' is no name"));
  named.name = "../out";
  CHECK_THAT(refusal([&] { score(named); }), Catch::StartsWith("--name '../out' is no name"));
  CHECK_FALSE(std::filesystem::exists(study.run));
}

TEST_CASE("other probabilities take a scored row's place only where that is asked for", "[answers]") {
  const SmallStudy study;
  CHECK(score(study.request({study.answers_of("base_rate", "a.csv")})) == 0);
  ScoreRequest again = study.request({study.answers_of("nearest_neighbours", "b.csv")});
  CHECK_THAT(refusal([&] { score(again); }), Catch::Contains("has other probabilities of 'mine'"));
  again.replace = true;
  CHECK(score(again) == 0);
  const auto values = by_method(study.stored(), "cre");
  CHECK(values.at("mine") == values.at("near"));
}

TEST_CASE("draws are written once, with what makes them, and only into an empty folder", "[answers]") {
  const SmallStudy study;
  DrawsRequest request;
  request.config = study.config;
  request.replicates = "2-3";
  request.directory = study.folder.path() / "draws";
  CHECK(write_draws(request) == 0);
  const auto manifest = nlohmann::json::parse(text_of(request.directory / "manifest.json"));
  REQUIRE(manifest.at("draws").size() == 2);
  const auto& first = manifest.at("draws")[0];
  CHECK(first.at("replicate") == 1);
  CHECK(first.at("draw").get<std::string>().starts_with("one-0002-"));
  const std::string test = text_of(request.directory / first.at("draw").get<std::string>() / "test.csv");
  CHECK(test.starts_with("x1,x2,y,p\n"));
  CHECK(std::count(test.begin(), test.end(), '\n') == 11);
  CHECK_THAT(refusal([&] { write_draws(request); }), Catch::Contains("is not an empty folder"));
  CHECK_THAT(refusal([] { replicates_named("0-3"); }), Catch::Contains("count from 1"));
  CHECK_THAT(refusal([] { replicates_named("3-1"); }), Catch::Contains("ends before it begins"));
  CHECK_THAT(refusal([] { replicates_named("1-"); }), Catch::Contains("count from 1"));
}
