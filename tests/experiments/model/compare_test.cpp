#include "experiments/model/compare.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "experiments/catalog/setting.hpp"
#include "experiments/model/summary.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/experiments/model/small_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/message_form.hpp"

using namespace experiments;
using own_data::ComparedFit;
using own_data::FitRequest;
using tests::SmallFile;

namespace {

FitRequest request(const std::string& file) {
  FitRequest out;
  out.words.data = file;
  out.words.settings = {"encoding=occurring"};
  return out;
}

} // namespace

TEST_CASE("five methods are scored on the same rows, and the one that fit would take is marked",
          "[own_data][compare]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("small.csv", SmallFile(80).text());
  for (const char* label : {"outcome", "colour"}) {
    CAPTURE(label);
    FitRequest one = request(file);
    one.words.label = label;
    const auto fits = own_data::compare(one);
    REQUIRE(fits.size() == 5);
    const auto is_taken = [](const ComparedFit& fit) { return fit.is_taken; };
    REQUIRE(std::count_if(fits.begin(), fits.end(), is_taken) == 1);
    const ComparedFit& taken = *std::find_if(fits.begin(), fits.end(), is_taken);
    for (const ComparedFit& fit : fits) {
      CHECK(fit.model.held_out.row == taken.model.held_out.row);
      CHECK(fit.difference == Approx(fit.model.scores.at("cre") - taken.model.scores.at("cre")).margin(1e-9));
      CHECK((fit.error > 0) == !fit.is_taken);
    }
    const results::Model alone = own_data::fit(one);
    CHECK(alone.setting == taken.model.setting);
    CHECK(alone.scores == taken.model.scores);
  }
}

TEST_CASE("the error of a difference is that of the mean of paired losses", "[own_data][compare][oracle]") {
  const tests::TemporaryFolder folder;
  const auto fits = own_data::compare(request(folder.write("small.csv", SmallFile(40).text())));
  const auto losses = [](const ComparedFit& fit) {
    const core::Vector p = fit.model.held_out.probability.positive();
    core::Vector out(p.size());
    for (Eigen::Index i = 0; i < p.size(); ++i)
      out(i) = -std::log(fit.model.held_out.y(i) > 0 ? p(i) : 1 - p(i));
    return out;
  };
  const auto taken =
      std::find_if(fits.begin(), fits.end(), [](const ComparedFit& fit) { return fit.is_taken; });
  for (const ComparedFit& fit : fits) {
    if (fit.is_taken) continue;
    const core::Vector d = losses(fit) - losses(*taken);
    const auto m = static_cast<double>(d.size());
    const double variance = (d.array() - d.mean()).square().sum() / (m - 1);
    CHECK(fit.error == Approx(std::sqrt(variance / m)).epsilon(1e-6));
  }
}

TEST_CASE("methods are compared on rows that count as often as their weights say",
          "[own_data][compare][weights]") {
  const tests::TemporaryFolder folder;
  std::istringstream rows(SmallFile(60).text());
  std::string text, line;
  for (int i = -1; std::getline(rows, line); ++i)
    text += line + (i < 0 ? ",times" : "," + std::to_string(1 + i % 3)) + "\n";
  FitRequest weighted = request(folder.write("weighted.csv", text));
  weighted.words.label = "outcome";
  weighted.words.weights = "times";
  const auto fits = own_data::compare(weighted);
  REQUIRE(fits.size() == 5);
  const ComparedFit& taken =
      *std::find_if(fits.begin(), fits.end(), [](const ComparedFit& fit) { return fit.is_taken; });
  const core::Vector& w = taken.model.held_out.weights;
  REQUIRE(w.maxCoeff() == 3);
  for (const ComparedFit& fit : fits) {
    CHECK(fit.difference == Approx(fit.model.scores.at("cre") - taken.model.scores.at("cre")).margin(1e-9));
    double squares = 0; // of as many copies
    for (Eigen::Index i = 0; i < w.size(); ++i) {
      const double y = fit.model.held_out.y(i);
      const double off =
          std::log(taken.model.held_out.probability.of(i, y) / fit.model.held_out.probability.of(i, y)) -
          fit.difference;
      squares += w(i) * off * off;
    }
    CHECK(fit.error == Approx(std::sqrt(squares / (w.sum() * (w.sum() - 1)))).epsilon(1e-6).margin(1e-12));
  }
}

TEST_CASE("a model that scores worse than the shares of the classes alone is warned of", "[own_data]") {
  results::Model model;
  CHECK(own_data::score_warning(model).empty()); // nothing is held out
  model.training.y = core::Vector::Ones(4);
  model.training.y(0) = -1;
  model.held_out.y = core::Vector::Ones(2);
  model.held_out.y(0) = -1;
  const double shares = -(std::log(0.25) + std::log(0.75)) / 2;
  CHECK(own_data::score_of_shares(model) == Approx(shares));
  model.scores["cre"] = shares;
  CHECK(own_data::score_warning(model).empty());
  model.scores["cre"] = shares + 0.1;
  CHECK_THAT(own_data::score_warning(model),
             Catch::StartsWith("The log score of the held-out rows is 0.9370") &&
                 Catch::Contains("scores 0.8370") && Catch::Contains("--compare"));
  CHECK(tests::flaw_of(own_data::score_warning(model)) == "");
}

TEST_CASE("any number of rows that can be fitted to can be compared on", "[own_data][compare][degenerate]") {
  const tests::TemporaryFolder folder;
  for (const int rows : {6, 8, 12, 30}) {
    std::string text = "a,y\n";
    for (int i = 0; i < rows; ++i) text += std::to_string(0.5 * i) + (i % 2 == 0 ? ",no\n" : ",yes\n");
    CAPTURE(rows);
    CHECK(own_data::compare(request(folder.write("x.csv", text))).size() == 5);
  }
}

TEST_CASE("what would be no comparison is refused", "[own_data][compare][checker]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("small.csv", SmallFile().text());
  const auto refused = [&](const std::function<void(FitRequest&)>& change) {
    FitRequest one = request(file);
    change(one);
    return tests::refusal([&] { own_data::compare(one); });
  };
  CHECK_THAT(refused([](FitRequest& one) { one.words.method = "platt"; }),
             Catch::StartsWith("--compare fits five methods of its own choice."));
  CHECK_THAT(refused([](FitRequest& one) { one.holdout = 0; }), Catch::Contains("no rows to score on"));
  CHECK_THAT(refused([](FitRequest& one) { one.words.settings.emplace_back("kernel=linear"); }),
             Catch::Contains("'kernel' is none"));
  CHECK(refused([](FitRequest& one) { one.words.settings.emplace_back("data.delimiter=comma"); }) ==
        "accepted");
}
