#include "experiments/model/scores.hpp"

#include <cmath>

#include "core/elementary/functions.hpp"
#include "core/probability/scaling/isotonic.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/random/stream.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "experiments/model/prior.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

/// Scores of two classes that overlap, between a name and the class.
std::string scored_file(int rows, const std::string& scale, bool constant = false) {
  core::Stream stream("scores");
  std::string text = "id,score,outcome\n";
  for (int i = 0; i < rows; ++i) {
    const bool yes = stream.uniform() < 0.4;
    const double z = constant ? 0.5 : stream.normal() + (yes ? 1 : -1);
    const double written = scale == "probability" ? 1 / (1 + std::exp(-z)) : z;
    text += "row " + std::to_string(i) + "," + core::shortest(written) + (yes ? ",yes\n" : ",no\n");
  }
  return text;
}

own_data::FitRequest given(const std::string& file, const std::string& method, const std::string& are = "") {
  own_data::FitRequest out;
  out.words.data = file;
  out.words.method = method;
  out.words.scores = "score";
  out.words.scores_are = are;
  return out;
}

/// The decision values of a part of the rows of the model.
core::Vector decision(const results::Model& model) {
  return model.x.col(0);
}

/// Nothing is held out: which rows are would depend on what the file says.
core::Vector of_all_rows(own_data::FitRequest request) {
  request.holdout = 0;
  return own_data::fit(request).training.probability.positive();
}

const std::vector<std::string> calibrators{"platt", "isotonic", "venn_abers", "beta_calibration", "bins"};

} // namespace

TEST_CASE("given scores: a calibrator gets the column itself, and no machine stands before it",
          "[own_data][oracle]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("scored.csv", scored_file(80, "score"));
  const results::Model model = own_data::fit(given(file, "platt"));
  CHECK(model.inputs == std::vector<std::string>{"score"});
  CHECK(std::isnan(model.lambda));
  const core::Vector expected =
      core::fit_platt(decision(model), model.training.y).probability(decision(model));
  CHECK(model.training.probability.positive() == expected);
  const results::Model stairs = own_data::fit(given(file, "isotonic"));
  CHECK(stairs.training.row == model.training.row); // the same rows are held out
  CHECK(stairs.training.probability.positive() != expected);
}

TEST_CASE("given scores: log-odds and probabilities of one another come to the same fits",
          "[own_data][manufactured]") {
  const tests::TemporaryFolder folder;
  const std::string odds = folder.write("z.csv", scored_file(80, "log_odds")),
                    shares = folder.write("p.csv", scored_file(80, "probability"));
  for (const std::string& method : calibrators) {
    CAPTURE(method);
    const auto one = of_all_rows(given(odds, method, "log_odds"));
    const auto other = of_all_rows(given(shares, method, "probability"));
    CHECK((one - other).cwiseAbs().maxCoeff() < 1e-7);
  }
}

TEST_CASE(
    "given scores: no monotone change of the scores moves isotonic regression or Venn-Abers at the "
    "calibration points",
    "[own_data][manufactured]") {
  const tests::TemporaryFolder folder;
  const std::string odds = folder.write("z.csv", scored_file(80, "score")),
                    shares = folder.write("p.csv", scored_file(80, "probability"));
  for (const std::string method : {"isotonic", "venn_abers"}) {
    CAPTURE(method);
    CHECK(of_all_rows(given(odds, method)) == of_all_rows(given(shares, method)));
  }
}

TEST_CASE("given scores: predict gives new rows the bits that fit scored, whatever other columns there are",
          "[own_data]") {
  const tests::TemporaryFolder folder;
  const std::string text = scored_file(80, "probability"), file = folder.write("p.csv", text);
  for (const std::string& method : calibrators) {
    CAPTURE(method);
    const std::string store = folder.path() / "m.h5";
    results::write_model(store, own_data::fit(given(file, method, "probability")));
    const results::Model model = results::read_model(store);
    const auto all = own_data::predict(model, file, {}).probability.positive();
    for (std::size_t k = 0; k < model.held_out.row.size(); ++k)
      CHECK(all(model.held_out.row[k] - 1) ==
            model.held_out.probability.positive()(static_cast<Eigen::Index>(k)));
  }
}

TEST_CASE("given scores: ties share a probability, and constant scores have one", "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("c.csv", scored_file(60, "score", true));
  for (const std::string& method : calibrators) {
    CAPTURE(method);
    const auto p = own_data::fit(given(file, method)).training.probability.positive();
    CHECK(p.allFinite());
    CHECK(p.minCoeff() == p.maxCoeff());
    CHECK(p.minCoeff() > 0.2);
    CHECK(p.maxCoeff() < 0.6);
  }
}

TEST_CASE("given scores: probabilities of 0 and 1 are taken", "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  std::string text = "score,outcome\n";
  for (int i = 0; i < 20; ++i) text += i % 2 == 0 ? "0,no\n1,yes\n" : "0,yes\n1,no\n0.5,yes\n0.5,no\n";
  const std::string file = folder.write("ends.csv", text);
  for (const std::string& method : calibrators) {
    CAPTURE(method);
    CHECK(own_data::fit(given(file, method, "probability")).training.probability.positive().allFinite());
  }
}

TEST_CASE("given scores: what is no score is refused with its line and column", "[own_data][checker]") {
  const tests::TemporaryFolder folder;
  const std::string wrong = folder.write("w.csv", "score,outcome\n0.5,yes\n1.25,no\n0.2,no\n0.3,yes\n");
  CHECK_THROWS_WITH(own_data::fit(given(wrong, "platt", "probability")),
                    Catch::Contains("w.csv:3: column 1 ('score') is 1.25, and a probability is from 0 to 1"));
  const std::string word = folder.write("v.csv", "score,outcome\n0.5,yes\nhigh,no\n0.2,no\n0.3,yes\n");
  CHECK_THROWS_WITH(own_data::fit(given(word, "platt")), Catch::Contains("is no number"));
  const std::string one = folder.write("o.csv", "score,outcome\n0.5,yes\n0.1,yes\n0.2,yes\n");
  CHECK_THROWS_WITH(own_data::fit(given(one, "platt")), Catch::Contains("has 1 class"));
  const std::string file = folder.write("s.csv", scored_file(40, "score"));
  CHECK_THROWS_WITH(own_data::fit(given(file, "")), Catch::Contains("--scores needs a method"));
  CHECK_THROWS_WITH(own_data::fit(given(file, "bracket")), Catch::Contains("by several machines"));
  CHECK_THROWS_WITH(own_data::fit(given(file, "kernel_logistic")), Catch::Contains("that calibrates scores"));
  auto request = given(file, "platt");
  request.words.settings = {"lambda=1"};
  CHECK_THROWS_AS(own_data::fit(request), core::UserError);
  request = given(file, "platt");
  request.words.scores = "outcome";
  CHECK_THROWS_WITH(own_data::fit(request), Catch::Contains("cannot be an input"));
  request.words.scores = "scores";
  CHECK_THROWS_WITH(own_data::fit(request), Catch::Contains("scores"));
}

TEST_CASE("given scores: predict marks a row whose value is no probability", "[own_data][checker]") {
  const tests::TemporaryFolder folder;
  const results::Model model =
      own_data::fit(given(folder.write("p.csv", scored_file(80, "probability")), "platt", "probability"));
  const auto said = own_data::predict(model, folder.write("new.csv", "score\n0.5\n-0.5\n0.25\n"), {});
  REQUIRE(said.marked.size() == 1);
  CHECK(said.marked.front().row == 2);
  CHECK(said.row == std::vector<std::int64_t>{1, 3});
  CHECK_THAT(said.marked.front().problem, Catch::Contains("-0.5, and a probability is from 0 to 1"));
}

TEST_CASE("given scores: predictions of Venn-Abers have the pair behind each probability, with --prior too",
          "[own_data][venn_abers]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("scored.csv", scored_file(80, "score"));
  for (const char* variant : {"inductive", "cross"}) {
    CAPTURE(variant);
    auto request = given(file, "venn_abers");
    request.words.settings.push_back(std::string("variant=") + variant);
    const results::Model model = own_data::fit(request);
    own_data::Predictions said = own_data::predict(model, file, {});
    REQUIRE(said.p0.size() == said.row.size());
    const core::Vector p = said.probability.positive();
    for (std::size_t i = 0; i < said.p0.size(); ++i) {
      CHECK((said.p0[i] <= p(static_cast<Eigen::Index>(i)) && p(static_cast<Eigen::Index>(i)) <= said.p1[i]));
      CHECK(p(static_cast<Eigen::Index>(i)) ==
            Approx(said.p1[i] / (1 - said.p0[i] + said.p1[i])).epsilon(1e-12));
    }
    const own_data::Predictions before = said;
    own_data::correct(said, 0.05, model);
    const core::Vector shifted = said.probability.positive();
    const auto odds = [](double share) { return share / (1 - share); };
    const double times = odds(shifted(0)) / odds(p(0));
    CHECK(times < 0.5);
    for (std::size_t i = 0; i < said.p0.size(); ++i) {
      CHECK(said.p0[i] == Approx(times * before.p0[i] / (1 - before.p0[i] + times * before.p0[i])));
      CHECK(said.p1[i] == Approx(times * before.p1[i] / (1 - before.p1[i] + times * before.p1[i])));
    }
    CHECK(csv_of(said).starts_with("row,probability_yes,p0,p1,label\n1,"));
  }
  CHECK(own_data::predict(own_data::fit(given(file, "isotonic")), file, {}).p0.empty());
}
