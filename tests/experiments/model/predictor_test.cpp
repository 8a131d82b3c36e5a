#include "core/estimate/predictor.hpp"

#include <map>
#include <set>

#include "core/random/stream.hpp"
#include "core/solver/large/large_sample.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/experiments/model/small_file.hpp"
#include "tests/experiments/model/training_inputs.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using own_data::FitRequest;
using tests::SmallFile;

// Predictions without a fit: by decision functions that the model keeps.
namespace {

/// 60 rows of three classes that overlap.
std::string three_kinds() {
  core::Stream stream("three kinds");
  std::string text = "width,depth,kind\n";
  for (int i = 0; i < 60; ++i) {
    const double width = stream.normal(), depth = stream.normal();
    const double a = width + 0.7 * stream.normal(), b = depth + 0.7 * stream.normal();
    text += core::shortest(width) + "," + core::shortest(depth) +
            (a > 0.4 ? ",ash\n"
             : b > 0 ? ",birch\n"
                     : ",cedar\n");
  }
  return text;
}

/// The methods that a model may be of, but those of data sets of their own.
bool fits(const core::Entry& method, int classes) {
  static const std::set<std::string> special{"decision_comparison", "bayes_rule", "true_probability",
                                             "computed_elsewhere", "constant"};
  return !method.decides_only && !method.id.starts_with("external") && conformance::takes(method, classes) &&
         !find(methods(), method.id).of_studies && !special.contains(method.id);
}

/// Methods that fit again where they are asked; all others predict by what they keep.
const std::set<std::string> by_fitting{"nearest_neighbours", "solution_path",    "c_learning_descent",
                                       "border_weight",      "cumulative_logit", "classification_tree",
                                       "random_forest",      "base_rate"};

FitRequest request(const std::string& file, const core::Entry& method, const std::string& classifier,
                   std::vector<std::string> settings) {
  FitRequest out;
  out.words.data = file;
  out.words.method = method.id;
  if (method.takes_classifier) out.words.classifier = classifier;
  settings.emplace_back("encoding=occurring");
  if (method.takes_lambda)
    for (const char* text : {"tuning.criterion=cross_validation", "tuning.lambda=[0.1, 1]"})
      settings.emplace_back(text);
  out.words.settings = settings;
  return out;
}

/// Each method of so many classes with every classifier and kernel that it takes; platt with each kind of
/// decision values.
std::vector<FitRequest> every_request(const std::string& file, int classes) {
  std::vector<FitRequest> out;
  const std::vector<std::string> each =
      classes > 2 ? std::vector<std::string>{"classes=each"} : std::vector<std::string>{};
  for (const core::Entry& method : catalogue().methods) {
    if (!fits(method, classes)) continue;
    if (!method.takes_classifier && method.id != "kernel_multicategory_logistic") {
      out.push_back(request(file, method, "", each));
      continue;
    }
    for (const core::Entry& classifier : catalogue().classifiers) {
      if (classifier.id == "given_scores" ||
          (method.takes_classifier && conformance::is_refused(method, classifier)))
        continue;
      if (!method.takes_classifier && classifier.id != "weighted_svm") continue;
      for (const char* kernel : {"kernel=linear", "kernel=gaussian"}) {
        std::vector<std::string> settings = each;
        settings.emplace_back(kernel);
        out.push_back(request(file, method, classifier.id, settings));
        if (method.id != "platt") continue;
        settings.emplace_back("decision_values=cross_validated");
        out.push_back(request(file, method, classifier.id, settings));
      }
    }
  }
  return out;
}

/// The same at the lambda that was chosen: what would be fitted again.
FitRequest at_lambda(FitRequest of, double lambda) {
  if (std::isnan(lambda)) return of;
  std::erase_if(of.words.settings, [](const std::string& text) { return text.starts_with("tuning."); });
  of.words.settings.emplace_back("tuning.criterion=fixed");
  of.words.settings.emplace_back("tuning.lambda=" + core::shortest(lambda));
  return of;
}

/// Points between the training rows and beyond them, not standardised.
core::Matrix new_points(const results::Model& model) {
  core::Stream stream("new points");
  core::Matrix z(12, model.centre.size());
  for (Eigen::Index i = 0; i < z.rows(); ++i)
    for (Eigen::Index j = 0; j < z.cols(); ++j) z(i, j) = 1.5 * stream.normal();
  return (z.array().rowwise() * model.scale.transpose().array()).rowwise() + model.centre.transpose().array();
}

core::Matrix p_of(const results::Model& model, const core::Matrix& x) {
  return own_data::estimated(model, x).probability.matrix();
}

/// A model that keeps the training rows in the place of the predictor, as files of version 1 do.
results::Model of_version_1(results::Model model, const core::Matrix& training) {
  model.predictor.reset();
  model.x = training;
  return model;
}

void check(const FitRequest& one, const core::Matrix& training) {
  CAPTURE(one.words.method, one.words.classifier, one.words.settings);
  const tests::TemporaryFolder folder;
  const results::Model made = own_data::fit(one);
  results::write_model(folder.path() / "m.h5", made);
  const results::Model kept = results::read_model(folder.path() / "m.h5");
  const core::Matrix x = new_points(kept), p = p_of(kept, x);
  CHECK(p_of(own_data::fit(at_lambda(one, made.lambda)), x) == p);
  for (Eigen::Index i = 0; i < x.rows(); ++i) CHECK(p_of(kept, x.row(i)) == p.row(i));
  REQUIRE(kept.predictor.has_value() == !by_fitting.contains(one.words.method));
  if (!kept.predictor) return;
  CHECK(kept.x.rows() == 0);
  const core::Matrix refitted = p_of(of_version_1(kept, training), x);
  if (kept.predictor->kernel.shape == core::Kernel::Shape::gaussian)
    CHECK(p == refitted);
  else // sums over inputs
    CHECK((p - refitted).cwiseAbs().maxCoeff() < 1e-9);
}

} // namespace

TEST_CASE("every method of two classes predicts without a fit what a fit gives, row by row too, or is named",
          "[own_data][predictor][conformance]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("small.csv", SmallFile(60).text());
  std::vector<FitRequest> all = every_request(file, 2);
  const core::Matrix training = tests::training_inputs(file, own_data::fit(all.front()));
  for (const FitRequest& one : all) check(one, training);
}

TEST_CASE(
    "every method of three classes predicts without a fit what a fit gives, row by row too, or is named",
    "[own_data][predictor][conformance]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("kinds.csv", three_kinds());
  std::vector<FitRequest> all = every_request(file, 3);
  const core::Matrix training = tests::training_inputs(file, own_data::fit(all.front()), "classes=each");
  for (const FitRequest& one : all) check(one, training);
}

TEST_CASE("sums over many support vectors are formed in the order of the fit, of large samples too",
          "[own_data][predictor][conformance]") {
  const tests::TemporaryFolder folder;
  for (const int rows : {400, static_cast<int>(core::large_sample) * 3 / 2}) {
    const std::string file = folder.write("many.csv", SmallFile(rows).text());
    core::Matrix training;
    for (const char* method : {"platt", "kernel_logistic", "bracket"}) {
      if (rows > 400 && method != std::string("platt")) continue; // takes a minute
      CAPTURE(rows, method);
      FitRequest one = request(file, find(methods(), method).entry, "weighted_svm", {"kernel=gaussian"});
      one = at_lambda(one, 0.3);
      if (method == std::string("bracket")) one.words.settings.emplace_back("intervals=4");
      const results::Model model = own_data::fit(one);
      CHECK(model.predictor->rows.rows() > 100);
      if (training.size() == 0) training = tests::training_inputs(file, model);
      const core::Matrix x = new_points(model);
      CHECK(p_of(model, x) == p_of(of_version_1(model, training), x));
    }
  }
}

TEST_CASE("a linear model has as many numbers as inputs, and a Gaussian one its support vectors alone",
          "[own_data][predictor]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("small.csv", SmallFile(60).text());
  const core::Entry& platt = find(methods(), "platt").entry;
  const results::Model linear = own_data::fit(request(file, platt, "weighted_svm", {"kernel=linear"}));
  CHECK(linear.predictor->rows.size() == 0);
  CHECK(linear.predictor->problems.front().coefficients.rows() == linear.centre.size());
  const results::Model gaussian = own_data::fit(request(file, platt, "weighted_svm", {"kernel=gaussian"}));
  const core::Predictor& by = *gaussian.predictor;
  CHECK(by.rows.rows() < gaussian.training.y.size());
  CHECK((by.problems.front().coefficients.array() != 0).all());
  const core::Matrix training = tests::training_inputs(file, gaussian);
  for (Eigen::Index i = 0; i < by.rows.rows(); ++i)
    CHECK(((training.rowwise() - by.rows.row(i)).rowwise().norm().array() == 0).any());
}

TEST_CASE("decision functions of another method are refused", "[own_data][predictor][degenerate]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("small.csv", SmallFile(60).text());
  results::Model model =
      own_data::fit(request(file, find(methods(), "platt").entry, "weighted_svm", {"kernel=linear"}));
  const core::Matrix x = new_points(model);
  const auto refused = [&](auto change) {
    results::Model other = model;
    change(*other.predictor);
    return tests::refusal([&] { own_data::estimated(other, x); });
  };
  const std::string said = "The model's decision functions are not those of its method 'platt'.";
  CHECK_THAT(refused([](core::Predictor& of) { of.problems.push_back(of.problems.front()); }),
             Catch::StartsWith(said));
  CHECK_THAT(refused([](core::Predictor& of) { of.problems.front().on_sample.resize(0, 0); }),
             Catch::StartsWith(said));
  CHECK_THAT(refused([](core::Predictor& of) { of.problems.front().on_sample.conservativeResize(3, 1); }),
             Catch::StartsWith(said));
  CHECK_THAT(refused([](core::Predictor& of) { of.problems.front().coefficients.conservativeResize(2, 1); }),
             Catch::StartsWith(said));
}

TEST_CASE("a predictor gives a row the same bits in any company, across the blocks that it works in",
          "[predictor][manufactured]") {
  core::Stream stream("predictor");
  const auto random = [&](Eigen::Index rows, Eigen::Index columns) {
    return core::Matrix(core::Matrix::NullaryExpr(rows, columns, [&] { return stream.normal(); }));
  };
  using Order = core::DecisionFunctions::Order;
  for (const Order order : {Order::blocks, Order::singly, Order::from_intercept}) {
    core::Predictor by{{core::Kernel::Shape::gaussian, 1.5}, random(150, 3), {}, {}};
    by.problems.push_back({random(150, 2), random(2, 1), 0.3, order});
    by.problems.front().coefficients.row(7).setZero();
    const core::Matrix x = random(2100, 3), all = by.decisions(x).front();
    CHECK(by.with_support_alone().rows.rows() == 149);
    CHECK(by.with_support_alone().decisions(x).front() == all);
    for (const Eigen::Index i : {0, 1, 255, 256, 2099}) CHECK(by.decisions(x.row(i)).front() == all.row(i));
    const core::Matrix k = by.kernel.cross_gram(x, by.rows);
    const double divisor = order == Order::from_intercept ? 1 : 0.3;
    const core::Matrix expected = (k * by.problems.front().coefficients / divisor).rowwise() +
                                  by.problems.front().intercepts.transpose();
    CHECK((all - expected).cwiseAbs().maxCoeff() < 1e-12);
  }
}
