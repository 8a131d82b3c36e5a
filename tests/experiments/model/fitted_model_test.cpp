#include <cmath>

#include "core/loss/logistic.hpp"
#include "core/loss/truncated_logistic.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "experiments/model/summary.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/experiments/model/small_file.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using own_data::FitRequest;
using tests::SmallFile;
using Terms = core::FittedModel::Terms;

namespace {

FitRequest tuned_request(const std::string& file, const std::string& method,
                         const std::vector<std::string>& settings = {}) {
  FitRequest out;
  out.words.data = file;
  out.words.method = method;
  out.words.settings = settings;
  for (const char* more :
       {"encoding=occurring", "tuning.criterion=cross_validation", "tuning.lambda=[0.02, 0.1]"})
    out.words.settings.emplace_back(more);
  return out;
}

/// The methods that describe what they fitted, each with a linear kernel and a Gaussian one.
std::vector<FitRequest> every_described(const std::string& file) {
  std::vector<FitRequest> out;
  for (const char* method : {"c_learning", "elastic_net_logistic", "sparse_logistic"})
    for (const char* kernel : {"kernel=linear", "kernel=gaussian"})
      out.push_back(tuned_request(file, method, {kernel}));
  return out;
}

results::Model without_coefficients(results::Model model) {
  model.fitted.reset();
  return model;
}

/// The inputs of the training rows as they were before standardisation, up to rounding.
core::Matrix raw(const results::Model& model) {
  return (model.x.array().rowwise() * model.scale.transpose().array()).rowwise() +
         model.centre.transpose().array();
}

/// Rows of 25 inputs, all of which say a little of the class.
std::string wide_file() {
  core::Stream stream("wide file");
  std::string text;
  for (int j = 0; j < 25; ++j) text += "input" + std::to_string(j) + ",";
  text += "y\n";
  for (int i = 0; i < 120; ++i) {
    double sum = 0;
    for (int j = 0; j < 25; ++j) {
      const double x = stream.normal();
      sum += x;
      text += core::shortest(x) + ",";
    }
    text += sum + 2 * stream.normal() > 0 ? "1\n" : "0\n";
  }
  return text;
}

} // namespace

TEST_CASE("a kept model predicts by its coefficients the bits that fitting it again gives",
          "[own_data][model]") {
  const tests::TemporaryFolder folder;
  const SmallFile small(80);
  const std::string file = folder.write("small.csv", small.text()), store = folder.path() / "m.h5";
  for (const FitRequest& one : every_described(file)) {
    CAPTURE(one.words.method, one.words.settings.front());
    const results::Model made = own_data::fit(one);
    results::write_model(store, made);
    const results::Model kept = results::read_model(store);
    REQUIRE(kept.fitted);
    CHECK(kept.fitted->coefficients == made.fitted->coefficients);
    CHECK(kept.fitted->coefficients.cwiseAbs().maxCoeff() > 0);
    const core::Matrix x = raw(kept);
    const auto by_coefficients = own_data::estimated(kept, x).probability;
    const auto by_fitting = own_data::estimated(without_coefficients(kept), x).probability;
    CHECK(by_coefficients.positive() == by_fitting.positive());
    CHECK(by_coefficients.log_odds() == by_fitting.log_odds());
    for (Eigen::Index row = 0; row < 5; ++row)
      CHECK(own_data::estimated(kept, x.row(row)).probability.positive()(0) ==
            by_coefficients.positive()(row));
  }
}

TEST_CASE("a mixing of penalties that tuning chose is that of the predictions", "[own_data][model]") {
  const tests::TemporaryFolder folder;
  const SmallFile small(80);
  const std::string file = folder.write("small.csv", small.text());
  for (const char* kernel : {"kernel=linear", "kernel=gaussian"}) {
    const results::Model model =
        own_data::fit(tuned_request(file, "c_learning", {kernel, "tuning.omega=[0.05, 0.9]"}));
    CHECK(model.fitted->facts.at("omega") != 0.5);
    const auto held_out = folder.write("held_out.csv", small.rows(model.held_out.row));
    CHECK(own_data::predict(model, held_out, {}).probability.positive() ==
          model.held_out.probability.positive());
  }
}

TEST_CASE("the coefficients and the objective of a fitted model are those of its problem",
          "[own_data][model][manufactured]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("small.csv", SmallFile(80).text());
  SECTION("logistic regression with an elastic net: the mean loss and the penalty") {
    const results::Model model =
        own_data::fit(tuned_request(file, "elastic_net_logistic", {"method.omega=0.3"}));
    const core::FittedModel& fitted = *model.fitted;
    const core::Vector f = (model.x * fitted.coefficients).array() + fitted.intercept;
    const core::Vector& b = fitted.coefficients;
    double objective = model.lambda * (0.35 * b.squaredNorm() + 0.3 * b.cwiseAbs().sum());
    for (Eigen::Index i = 0; i < f.size(); ++i) {
      objective += std::log1p(std::exp(-model.training.y(i) * f(i))) / static_cast<double>(f.size());
      CHECK(model.training.probability.positive()(i) == Approx(1 / (1 + std::exp(-f(i)))).epsilon(1e-12));
    }
    CHECK(fitted.terms == Terms::inputs);
    CHECK(fitted.objective == Approx(objective).epsilon(1e-12));
    CHECK(fitted.relative_gap <= 1e-8);
  }
  SECTION("sparse logistic regression: the summed loss, which is flat for the others than support vectors") {
    const results::Model model =
        own_data::fit(tuned_request(file, "sparse_logistic", {"p_min=0.3", "p_max=0.7"}));
    const core::FittedModel& fitted = *model.fitted;
    const core::Vector f = (model.x * fitted.coefficients).array() + fitted.intercept;
    const double corner = std::log(0.3 / 0.7);
    double objective = model.lambda / 2 * fitted.coefficients.squaredNorm();
    int not_flat = 0;
    for (Eigen::Index i = 0; i < f.size(); ++i) {
      const double z = -model.training.y(i) * f(i);
      objective += std::log1p(std::exp(std::max(z, corner)));
      not_flat += z > corner - 1e-6 ? 1 : 0;
    }
    CHECK(fitted.objective == Approx(objective).epsilon(1e-10));
    CHECK(fitted.facts.at("p_min") == 0.3);
    CHECK(fitted.facts.at("p_max") == 0.7);
    CHECK(fitted.facts.at("support_vectors") <= not_flat);
    CHECK(fitted.facts.at("support_vectors") >= 1);
    CHECK(fitted.facts.at("support_vectors_percent") ==
          Approx(100 * fitted.facts.at("support_vectors") / static_cast<double>(f.size())));
  }
  SECTION("with a Gaussian kernel: as many terms as support vectors, by training row") {
    const results::Model model = own_data::fit(tuned_request(file, "sparse_logistic", {"kernel=gaussian"}));
    CHECK(model.fitted->terms == Terms::training_rows);
    CHECK(model.fitted->coefficients.size() == model.training.y.size());
  }
}

TEST_CASE("fit prints the selected inputs by name, cuts a long list with a sentence, and writes all as CSV",
          "[own_data][model]") {
  const tests::TemporaryFolder folder;
  const std::string small = folder.write("small.csv", SmallFile(80).text()),
                    wide = folder.write("wide.csv", wide_file());
  const std::string text =
      own_data::summary(own_data::fit(tuned_request(small, "elastic_net_logistic")), "small.csv");
  for (const char* part :
       {"\nobjective            ", ", relative gap ", "\nintercept            ",
        "\nomega                0.5\n", " of 6 inputs, standardised by the training rows\n", "\nwidth   ",
        "  coefficient\n"})
    CHECK_THAT(text, Catch::Contains(part));
  CHECK_THAT(text, !Catch::Contains("smaller ones"));
  const results::Model many = own_data::fit(tuned_request(wide, "elastic_net_logistic", {"method.omega=0"}));
  const std::string cut = own_data::summary(many, "wide.csv");
  CHECK_THAT(
      cut, Catch::Contains("selected             25 of 25 inputs") &&
               Catch::Contains("and 5 smaller ones, which the model has and --coefficients FILE writes.\n"));
  const std::string csv = own_data::coefficients_csv(many);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 27);
  CHECK_THAT(csv, Catch::StartsWith("term,coefficient\nintercept," + core::shortest(many.fitted->intercept) +
                                    "\ninput0," + core::shortest(many.fitted->coefficients(0)) + "\n"));
  const std::string rows =
      own_data::summary(own_data::fit(tuned_request(small, "c_learning", {"kernel=gaussian"})), "small.csv");
  CHECK_THAT(rows, Catch::Contains(" of 60 training rows, by their numbers in the file\n") &&
                       Catch::Contains("\nrow    coefficient\n"));
  const results::Model none = own_data::fit(tuned_request(small, "platt"));
  CHECK_FALSE(none.fitted);
  CHECK_THAT(tests::refusal([&] { own_data::coefficients_csv(none); }),
             Catch::StartsWith("--coefficients of a method that describes no model"));
}

TEST_CASE("fit warns of an interval without the share of positives, and refuses too few rows for the folds",
          "[own_data][model]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("small.csv", SmallFile(80).text());
  std::vector<std::string> warnings;
  FitRequest one = tuned_request(file, "sparse_logistic", {"p_min=0.9", "p_max=0.95"});
  one.warns = [&](const std::string& warning) { warnings.push_back(warning); };
  own_data::fit(one);
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings.front(),
             Catch::StartsWith("p_min 0.9 to p_max 0.95 of sparse_logistic without C-/(C+ + C-) = 0."));
  one = tuned_request(file, "platt", {"tuning.folds=40"});
  CHECK_THAT(tests::refusal([&] { own_data::fit(one); }),
             Catch::StartsWith("folds 40 of a training part with ") && Catch::Contains(" rows of a class"));
}
