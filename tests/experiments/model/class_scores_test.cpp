#include <cmath>

#include "core/multiclass/scaling/given_class_scores.hpp"
#include "core/multiclass/scaling/temperature.hpp"
#include "core/random/stream.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "experiments/model/scores.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

// Scores of several classes that another program has given the rows: fit --scores A,B,C.
namespace {

constexpr std::array<const char*, 3> kinds{"ash", "birch", "cedar"};

/// Scores of three classes that overlap, in columns of this order; as probabilities their softmax.
std::string scored_classes(int rows, const std::vector<std::size_t>& order, bool are_probabilities) {
  core::Stream stream("scores of classes");
  std::string text = "id,kind";
  for (const std::size_t k : order) text += std::string(",z_") + kinds[k];
  text += "\n";
  for (int i = 0; i < rows; ++i) {
    const std::size_t own = static_cast<std::size_t>(3 * stream.uniform());
    std::array<double, 3> z{};
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) z[k] = 2 * stream.normal() + (k == own ? 2 : 0);
    for (const double each : z) sum += std::exp(each);
    text += "row " + std::to_string(i) + "," + kinds[own];
    for (const std::size_t k : order)
      text += "," + core::shortest(are_probabilities ? std::exp(z[k]) / sum : z[k]);
    text += "\n";
  }
  return text;
}

own_data::FitRequest given_classes(const std::string& file, const std::string& method,
                                   const std::string& are = "") {
  own_data::FitRequest out;
  out.words.data = file;
  out.words.label = "kind";
  out.words.method = method;
  out.words.scores = "z_ash,z_birch,z_cedar";
  out.words.scores_are = are;
  return out;
}

const std::vector<std::string> class_calibrators{"one_vs_rest", "pairwise_coupling", "temperature",
                                                 "vector_scaling", "dirichlet"};

core::Matrix of_all(own_data::FitRequest request) {
  request.holdout = 0;
  return own_data::fit(request).training.probability.matrix();
}

} // namespace

TEST_CASE("given class scores: the columns are the scores, and no machine stands before the calibration",
          "[own_data][class_scores][oracle]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("z.csv", scored_classes(90, {0, 1, 2}, false));
  const results::Model model = own_data::fit(given_classes(file, "temperature"));
  CHECK(model.inputs == std::vector<std::string>{"z_ash", "z_birch", "z_cedar"});
  CHECK(model.classes == std::vector<std::string>{"ash", "birch", "cedar"});
  CHECK(std::isnan(model.lambda));
  const core::ClassNumbers y = core::class_numbers(model.training.y, 3);
  const core::Estimate known = core::TemperatureScaling().probability(model.x, model.x, y);
  CHECK(model.training.probability.matrix() == known.probability.matrix());
}

TEST_CASE("given class scores: columns in another order of the file have the same probabilities",
          "[own_data][class_scores][manufactured]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("z.csv", scored_classes(90, {0, 1, 2}, false)),
                    other = folder.write("t.csv", scored_classes(90, {2, 0, 1}, false));
  for (const std::string& method : class_calibrators) {
    CAPTURE(method);
    CHECK((of_all(given_classes(file, method)) - of_all(given_classes(other, method))).cwiseAbs().maxCoeff() <
          1e-12);
    const std::string store = folder.path() / "m.h5";
    results::write_model(store, own_data::fit(given_classes(other, method)));
    const results::Model model = results::read_model(store);
    const core::Matrix there = own_data::predict(model, other, {}).probability.matrix();
    CHECK(there == own_data::predict(model, file, {}).probability.matrix());
    for (std::size_t k = 0; k < model.held_out.row.size(); ++k)
      CHECK(there.row(model.held_out.row[k] - 1) ==
            model.held_out.probability.matrix().row(static_cast<Eigen::Index>(k)));
  }
}

TEST_CASE("given class scores: logits and their softmax are calibrated alike where only ratios count",
          "[own_data][class_scores][manufactured]") {
  const tests::TemporaryFolder folder;
  const std::string logits = folder.write("z.csv", scored_classes(90, {0, 1, 2}, false)),
                    shares = folder.write("p.csv", scored_classes(90, {0, 1, 2}, true));
  for (const char* method : {"temperature", "dirichlet"}) {
    CAPTURE(method);
    CHECK((of_all(given_classes(logits, method)) - of_all(given_classes(shares, method, "probability")))
              .cwiseAbs()
              .maxCoeff() < 1e-7);
  }
}

TEST_CASE("given class scores: of two classes one column does for every method",
          "[own_data][class_scores][degenerate]") {
  const tests::TemporaryFolder folder;
  core::Stream stream("two");
  std::string text = "score,outcome\n";
  for (int i = 0; i < 60; ++i) {
    const bool yes = stream.uniform() < 0.5;
    text += core::shortest(stream.normal() + (yes ? 1 : -1)) + (yes ? ",yes\n" : ",no\n");
  }
  const std::string file = folder.write("s.csv", text);
  for (const std::string& method : class_calibrators) {
    CAPTURE(method);
    own_data::FitRequest request = given_classes(file, method);
    request.words.label = "outcome", request.words.scores = "score";
    CHECK(own_data::fit(request).training.probability.classes() == 2);
  }
}

TEST_CASE("given class scores: what does not fit together is refused with what to type instead",
          "[own_data][class_scores][checker]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("z.csv", scored_classes(60, {0, 1, 2}, false));
  const auto refused = [&](const std::string& scores, const std::string& method, const std::string& message) {
    own_data::FitRequest request = given_classes(file, method);
    request.words.scores = scores;
    CHECK_THROWS_WITH(own_data::fit(request), Catch::Contains(message));
  };
  refused("z_ash,z_birch", "temperature", "has 3 classes. Name one column for each class, in this order: ");
  refused("z_birch,z_ash,z_cedar", "temperature",
          "Column 'z_birch' stands where the score of class 'ash' belongs");
  refused("z_ash,z_ash,z_birch", "temperature", "names a column twice");
  refused("z_ash,z_birch,z_cedar", "platt", "two classes");
  own_data::FitRequest request = given_classes(file, "temperature");
  request.words.positive = "ash";
  CHECK_THROWS_WITH(own_data::fit(request), Catch::Contains("so none is the positive one"));
  const std::string two = folder.write("w.csv", "a,b,y\n1,2,n\n2,1,m\n3,1,m\n1,2,n\n");
  request = given_classes(two, "temperature");
  request.words.label = "y", request.words.scores = "a,b";
  CHECK_THROWS_WITH(own_data::fit(request), Catch::Contains("of two classes one is enough"));
  const std::string wrong =
      folder.write("p.csv", "z_ash,z_birch,z_cedar,kind\n.5,.2,.3,ash\n.5,1.5,.1,birch\n");
  CHECK_THROWS_WITH(
      own_data::fit(given_classes(wrong, "temperature", "probability")),
      Catch::Contains("p.csv:3: column 2 ('z_birch') is 1.5, and a probability is from 0 to 1"));
}

TEST_CASE("given class scores: predict marks a row with a value that is no probability, in any column",
          "[own_data][class_scores][checker]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("p.csv", scored_classes(90, {0, 1, 2}, true));
  const results::Model model = own_data::fit(given_classes(file, "vector_scaling", "probability"));
  const auto said = own_data::predict(
      model, folder.write("n.csv", "z_ash,z_birch,z_cedar\n.5,.2,.3\n.1,.2,-.7\n.2,.2,.6\n"), {});
  REQUIRE(said.marked.size() == 1);
  CHECK(said.marked.front().row == 2);
  CHECK_THAT(said.marked.front().problem, Catch::Contains("'z_cedar'"));
}
