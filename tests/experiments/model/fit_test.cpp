#include "experiments/model/fit.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/metric/metric.hpp"
#include "datasets/readers/raw_table.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/model/predict.hpp"
#include "experiments/run/compute.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/experiments/model/small_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gzip.hpp"

using namespace experiments;
using own_data::FitRequest;
using own_data::Predictions;
using tests::SmallFile;

namespace {

FitRequest request(const std::string& file, const std::string& method,
                   const std::vector<std::string>& settings = {}) {
  FitRequest out;
  out.words.data = file;
  out.words.method = method;
  out.words.settings = settings;
  out.words.settings.push_back("encoding=occurring");
  return out;
}

/// Methods for data sets of one input, for those that know the true p, and for the draws of a study.
const std::set<std::string> of_special_data{"decision_comparison", "bayes_rule", "true_probability",
                                            "computed_elsewhere"};

/// Whether a model of two classes and several inputs can be fitted by it.
bool fits_a_model(const core::Entry& method) {
  const bool is_users = method.id.starts_with("external"); // refused: below
  return !method.decides_only && !is_users && conformance::takes(method, 2) &&
         !find(methods(), method.id).of_studies && !of_special_data.contains(method.id);
}

/// A request for each such method with each classifier it takes, its lambda chosen from two.
std::vector<FitRequest> every_request(const std::string& file) {
  std::vector<FitRequest> out;
  for (const core::Entry& method : catalogue().methods)
    for (const core::Entry& classifier : catalogue().classifiers) {
      if (classifier.id == "given_scores") continue; // of one input: scores_test.cpp
      if (!fits_a_model(method) || conformance::is_refused(method, classifier)) continue;
      FitRequest one = request(file, method.id);
      if (method.takes_classifier) {
        one.words.classifier = classifier.id;
        one.words.settings.emplace_back("kernel=gaussian");
      }
      if (method.takes_lambda)
        for (const char* text : {"tuning.criterion=cross_validation", "tuning.lambda=[0.1, 1]"})
          one.words.settings.emplace_back(text);
      out.push_back(one);
      if (!method.takes_classifier) break;
    }
  return out;
}

} // namespace

TEST_CASE("a program of a user's is no model", "[own_data]") {
  const tests::TemporaryFolder folder;
  const SmallFile small;
  CHECK_THROWS_WITH(
      own_data::fit(request(folder.write("small.csv", small.text()), "external", {"command=[sh]"})),
      Catch::Contains("a program of a user's, which a model file cannot hold"));
}

TEST_CASE("every method predicts the rows that fit held out with the bits fit scored, through the file",
          "[own_data][conformance]") {
  const tests::TemporaryFolder folder;
  const SmallFile small;
  const std::string file = folder.write("small.csv", small.text()), store = folder.path() / "m.h5";
  std::set<std::string> fitted;
  for (const FitRequest& one : every_request(file)) {
    CAPTURE(one.words.method, one.words.classifier);
    fitted.insert(one.words.method);
    const results::Model made = own_data::fit(one);
    results::write_model(store, made);
    const results::Model model = results::read_model(store);
    const auto held_out = folder.write("held_out.csv", small.rows(model.held_out.row));
    const Predictions again = own_data::predict(model, held_out, {});
    CHECK(again.probability.positive() == made.held_out.probability.positive());
    const auto learned = folder.write("learned.csv", small.rows(model.training.row));
    CHECK(own_data::predict(model, learned, {}).probability.positive() ==
          made.training.probability.positive());

    const own_data::Scored scored = own_data::scored(again, model);
    CHECK(scored.y == made.held_out.y);
    CHECK(own_data::scores(scored.estimated, scored.y) == made.scores);
  }
  const auto& all = catalogue().methods;
  CHECK(static_cast<std::ptrdiff_t>(fitted.size()) == std::count_if(all.begin(), all.end(), fits_a_model));
}

TEST_CASE("a row is given the same bits alone and in company", "[own_data][conformance]") {
  const tests::TemporaryFolder folder;
  const SmallFile small;
  const std::string file = folder.write("small.csv", small.text());
  for (const FitRequest& one : every_request(file)) {
    CAPTURE(one.words.method, one.words.classifier);
    const results::Model model = own_data::fit(one);
    const core::Vector all = own_data::predict(model, file, {}).probability.positive();
    for (const std::int64_t row : {1, 2, 3, 30, 45}) {
      const Predictions alone = own_data::predict(model, folder.write("alone.csv", small.rows({row})), {});
      CHECK(alone.probability.positive() == all.segment(row - 1, 1));
    }
  }
}

TEST_CASE("fit scores and certifies what a study of the same setting computes", "[own_data][oracle]") {
  const tests::TemporaryFolder folder;
  folder.write("small.csv", SmallFile(60).text());
  const tests::EnvironmentVariable data("MARGINLAB_DATA", folder.path().string());
  for (FitRequest& one : every_request(folder.path() / "small.csv")) {
    CAPTURE(one.words.method, one.words.classifier);
    one.seed = 5;
    const results::Model model = own_data::fit(one);
    Setting setting = parse_setting(model.setting);
    setting.data.parameters.set("path", std::string("small.csv"));
    const core::StreamAxes axes = stream_axes(setting, 0);
    core::DrawCache cache(build_source(setting)->draw(axes), axes);
    const core::Matrix& x = cache.draw().train.x;
    if (!model.predictor) CHECK(x == model.x);
    CHECK(x.colwise().minCoeff() == model.low.transpose());
    CHECK(x.colwise().maxCoeff() == model.high.transpose());
    const std::vector<std::string> names{"cre", "test_error", "auc", "ece_equal_mass", "miscalibration"};
    const results::Record cell = perform(setting, {key_of(setting), 0}, {names}, cache);
    REQUIRE(cell.error.empty());
    for (const std::string& name : names) CHECK(cell.values.at(name) == model.scores.at(name));
    CHECK(cell.values.at("worst_relative_gap") == model.worst_relative_gap);
    CHECK(cell.values.at("fits") == static_cast<double>(model.fits));
    if (cell.values.contains("lambda")) CHECK(cell.values.at("lambda") == model.lambda);
    CHECK(cell.values.contains("lambda") == !std::isnan(model.lambda));
  }
}

TEST_CASE("the same seed holds out the same rows wherever the file lies, another seed others",
          "[own_data][reproducibility]") {
  const tests::TemporaryFolder folder, other_folder;
  const std::string text = SmallFile().text();
  FitRequest one = request(folder.write("small.csv", text), "platt", {"tuning.criterion=training_loss"});
  const results::Model first = own_data::fit(one);
  one.words.data = other_folder.write("small.csv", text);
  const results::Model moved = own_data::fit(one);
  CHECK(moved.setting == first.setting);
  CHECK(moved.held_out.row == first.held_out.row);
  CHECK(moved.held_out.probability.positive() == first.held_out.probability.positive());
  one.seed = 2;
  CHECK(own_data::fit(one).held_out.row != first.held_out.row);
}

TEST_CASE("equal bytes under another name, packed or not, are the same fit, bit for bit",
          "[own_data][reproducibility]") {
  const tests::TemporaryFolder folder;
  const std::string text = SmallFile().text();
  const auto fitted = [&](const std::string& name, const std::string& bytes) {
    return own_data::fit(request(folder.write(name, bytes), "platt",
                                 {"tuning.criterion=perturbation", "tuning.lambda=[0.01, 0.1, 1, 10]"}));
  };
  const results::Model first = fitted("cc.csv", text);
  for (const auto& [name, bytes] : {std::pair{"dd.csv", text}, std::pair{"cc.csv.gz", tests::gzip(text)},
                                    std::pair{"table.data", text}}) {
    CAPTURE(name);
    const results::Model other = fitted(name, bytes);
    CHECK(other.setting == first.setting);
    CHECK(other.lambda == first.lambda);
    CHECK(other.held_out.row == first.held_out.row);
    CHECK(other.held_out.probability.positive() == first.held_out.probability.positive());
    CHECK(other.scores == first.scores);
  }
  CHECK(fitted("changed.csv", text + "0,red,0,0.5,yes\n").setting != first.setting);
}

TEST_CASE("certainty that is only rounding has a finite log score, in fit and in predict",
          "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  std::string text = "a,y\n";
  for (int i = 0; i < 20; ++i) text += std::to_string(i) + (i < 10 ? ",0\n" : ",1\n");
  FitRequest one = request(folder.write("x.csv", text), "penalised_logistic",
                           {"tuning.criterion=fixed", "tuning.lambda=1e-6", "standardise=none"});
  one.holdout = 0;
  const results::Model model = own_data::fit(one);
  const Predictions far = own_data::predict(model, folder.write("far.csv", "a,y\n1000,0\n-1000,1\n"), {});
  CHECK(far.probability.positive()(0) == 1);
  const own_data::Scored scored = own_data::scored(far, model);
  const double score = own_data::scores(scored.estimated, scored.y).at("cre");
  CHECK(score == Approx((far.probability.log_odds()(0) - far.probability.log_odds()(1)) / 2).epsilon(1e-12));
  CHECK(score > 100);
}

TEST_CASE(
    "of noise, Platt's probabilities never fall as the decision value rises, and a clipped slope is said",
    "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  std::int64_t clipped = 0;
  for (const char* values : {"decision_values=training", "decision_values=cross_validated"})
    for (int seed = 0; seed < 8; ++seed) {
      core::Stream stream("noise of " + std::to_string(seed));
      std::string text = "y";
      for (int j = 0; j < 60; ++j) text += ",x" + std::to_string(j);
      for (int i = 0; i < 40; ++i) {
        text += i % 2 == 0 ? "\n0" : "\n1";
        for (int j = 0; j < 60; ++j) text += "," + core::shortest(stream.normal());
      }
      FitRequest one = request(folder.write("noise.csv", text + "\n"), "platt",
                               {values, "tuning.criterion=fixed", "tuning.lambda=1"});
      one.words.label = "y";
      one.words.positive = "1";
      one.holdout = 0;
      std::vector<std::string> warned;
      one.warns = [&](const std::string& sentence) { warned.push_back(sentence); };
      const results::Model model = own_data::fit(one);
      const core::Vector p = model.training.probability.positive();
      const Eigen::Map<const core::Labels> y = {model.training.y.data(), model.training.y.size()};
      CAPTURE(values, seed, p.minCoeff(), p.maxCoeff());
      const bool is_flat = p.maxCoeff() == p.minCoeff();
      clipped += is_flat ? 1 : 0;
      CHECK(warned.size() == (is_flat ? 1U : 0U));
      CHECK((p.array() * y.array()).sum() >= 0); // 60 inputs separate 40 rows: f has the sign of y
    }
  CHECK(clipped > 0);
}

TEST_CASE("a format that the name stands for and the same one asked for are one setting", "[own_data]") {
  const tests::TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 12; ++i)
    text += (i % 3 == 0 ? "+1 1:" : "-1 1:") + std::to_string(i) + " 2:" + std::to_string(i % 4) + "\n";
  const auto setting = [&](const std::string& name, const std::vector<std::string>& settings) {
    return own_data::fit(request(folder.write(name, text), "nearest_neighbours", settings)).setting;
  };
  CHECK(setting("a.svm", {}) == setting("b.txt", {"format=libsvm"}));
}

TEST_CASE("a label that is named and the same one that would be taken anyway are one setting", "[own_data]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("a.csv", SmallFile().text());
  const auto setting = [&](const std::string& label) {
    FitRequest one = request(file, "nearest_neighbours", {});
    one.words.label = label;
    return own_data::fit(one).setting;
  };
  const std::string left_open = setting("");
  for (const char* label : {"outcome", "last", "5"}) {
    CAPTURE(label);
    CHECK(setting(label) == left_open);
  }
}

TEST_CASE("a quarter is held out, each class in proportion, and no row is on both sides", "[own_data]") {
  const tests::TemporaryFolder folder;
  const SmallFile small(80);
  const results::Model model =
      own_data::fit(request(folder.write("small.csv", small.text()), "nearest_neighbours"));
  CHECK(model.held_out.row.size() == 20);
  std::set<std::int64_t> rows(model.training.row.begin(), model.training.row.end());
  rows.insert(model.held_out.row.begin(), model.held_out.row.end());
  CHECK(rows.size() == 80);
  const double all =
      static_cast<double>((model.training.y.array() > 0).count() + (model.held_out.y.array() > 0).count()) /
      80;
  CHECK(std::abs(static_cast<double>((model.held_out.y.array() > 0).count()) - 20 * all) <= 1);
  for (std::size_t i = 0; i < model.held_out.row.size(); ++i) {
    const std::string& line = small.lines[static_cast<std::size_t>(model.held_out.row[i] - 1)];
    CHECK(line.ends_with(",yes\n") == (model.held_out.y(static_cast<Eigen::Index>(i)) > 0));
  }
}

TEST_CASE("no held-out row has a say in the standardisation", "[own_data][manufactured]") {
  const tests::TemporaryFolder folder;
  const SmallFile small;
  const results::Model model =
      own_data::fit(request(folder.write("small.csv", small.text()), "nearest_neighbours"));
  core::Matrix x(static_cast<Eigen::Index>(model.training.row.size()), 1);
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    x(i, 0) =
        std::stod(small.lines[static_cast<std::size_t>(model.training.row[static_cast<std::size_t>(i)] - 1)]);
  CHECK(model.centre(0) == Approx(x.mean()));
  CHECK(model.x.col(0).mean() == Approx(0).margin(1e-12));
}

TEST_CASE("with nothing held out every row is learned from and none is scored", "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  const SmallFile small;
  const std::string file = folder.write("small.csv", small.text());
  FitRequest one = request(file, "platt", {"tuning.criterion=fixed", "tuning.lambda=1"});
  one.holdout = 0;
  const results::Model model = own_data::fit(one);
  CHECK(model.held_out.row.empty());
  CHECK(model.scores.empty());
  CHECK(model.training.row.size() == 45);
  CHECK(std::isnan(model.criterion));
  results::write_model(folder.path() / "m.h5", model);
  CHECK(own_data::predict(results::read_model(folder.path() / "m.h5"), file, {}).probability.positive() ==
        model.training.probability.positive());
}

TEST_CASE("a constant column becomes 0 and every probability stays finite", "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  const SmallFile small;
  std::string constant = "same," + small.head;
  for (const std::string& line : small.lines) constant += "7.25," + line;
  const std::string file = folder.write("small.csv", constant);
  for (FitRequest& one : every_request(file)) {
    CAPTURE(one.words.method, one.words.classifier);
    const results::Model model = own_data::fit(one);
    CHECK(model.low(0) == 0);
    CHECK(model.high(0) == 0);
    CHECK(own_data::predict(model, file, {}).probability.positive().allFinite());
  }
}

TEST_CASE("numbers of any size are learned from or refused with row and column, and no method runs for ever",
          "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  const auto text = [](const std::string& exponent) {
    std::string out = "a,b,y\n";
    for (int i = 0; i < 16; ++i)
      out += std::to_string(i * 5 % 16 + 1) + "e" + exponent + "," + std::to_string(i * 3 % 7) +
             (i % 3 == 0 ? ",1\n" : ",0\n");
    return out;
  };
  for (const char* method :
       {"platt", "bracket", "penalised_logistic", "kernel_logistic", "nearest_neighbours"})
    for (const char* standardise : {"standardise=train", "standardise=none"}) {
      CAPTURE(method, standardise);
      const auto said = [&](const std::string& exponent) {
        FitRequest one = request(folder.write("x.csv", text(exponent)), method, {standardise});
        if (one.words.method != "nearest_neighbours")
          for (const char* word : {"tuning.criterion=cross_validation", "tuning.lambda=[0.01, 1]"})
            one.words.settings.emplace_back(word);
        return tests::refusal([&] { own_data::fit(one); });
      };
      for (const char* exponent : {"98", "40", "-40", "-130"}) CHECK(said(exponent) == "accepted");
      CHECK_THAT(said("300"),
                 Catch::Contains("x.csv:2: column 1 ('a') is 1e+300. The squares of numbers beyond 1e100"));
      CHECK_THAT(said("-200"),
                 Catch::Contains("column 1 ('a') is 1.6e-199, and the column differs by no more"));
      CHECK_THAT(said("-323"), Catch::Contains("column 1 ('a') is"));
    }
}

TEST_CASE("what cannot be learned from is refused in a sentence", "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  const SmallFile small;
  const auto refused = [&](const std::string& text, double holdout, std::vector<std::string> settings) {
    FitRequest one = request(folder.write("x.csv", text), "platt", settings);
    one.holdout = holdout;
    one.force = true; // few rows are refused by a sentence of their own
    return tests::refusal([&] { own_data::fit(one); });
  };
  const std::string one_class = "a,y\n1,no\n2,no\n3,no\n4,no\n";
  CHECK_THAT(refused(one_class, 0.25, {}),
             Catch::EndsWith("x.csv: column 'y' has 1 class: no. A probability is learned from two. Name the "
                             "column of the classes with --label."));
  CHECK_THAT(refused(one_class, 0.25, {"positive=\"no\""}), Catch::Contains("all 4 rows have one sign"));
  const std::string lonely = "a,y\n1,no\n2,no\n3,no\n4,yes\n";
  CHECK_THAT(refused(lonely, 0.75, {}),
             Catch::Contains("The training part has no positive row. Of 4 rows 1 are positive, and all of "
                             "them are held out. Hold out fewer rows."));
  CHECK_THAT(refused(lonely, 0.05, {}), Catch::Contains("of 4 rows leaves no row to score on."));
  CHECK_THAT(refused(lonely, 1, {}), Catch::Contains("--holdout 1 is no share of the rows."));
  CHECK_THAT(refused(lonely, 0, {"tuning.criterion=cross_validation"}),
             Catch::Contains("Class 'no' has 3 training rows, too few for cross-validation with 5 folds"));
  CHECK_THAT(refused("a,y\n1,no\n2,maybe\n3,yes\n", 0, {}),
             Catch::Contains("3 classes: maybe, no, yes. Only of two is it clear which is positive."));
}

TEST_CASE(
    "a column far from 0 is centred although nothing is standardised, and gives what its differences give",
    "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  const auto text = [](int offset) {
    std::string all = "e,a,y\n";
    for (int i = 0; i < 40; ++i)
      all += std::to_string(offset + i * 7 % 40) + "," + std::to_string(i % 3) +
             (i * 7 % 40 + i % 5 > 20 ? ",1\n" : ",0\n");
    return all;
  };
  for (const char* method : {"penalised_logistic", "kernel_logistic", "platt"}) {
    CAPTURE(method);
    const auto model = [&](int offset) {
      FitRequest one = request(folder.write("x.csv", text(offset)), method,
                               {"tuning.criterion=fixed", "tuning.lambda=1", "standardise=none"});
      one.holdout = 0; // which rows are held out depends on their values
      return own_data::fit(one);
    };
    const results::Model near = model(0), far = model(1'000'000'000);
    CHECK(near.centre.isZero());
    CHECK(far.centre(0) > 1e9);
    CHECK(far.centre(1) == 0);
    CHECK(far.is_certified);
    CHECK((near.training.probability.positive() - far.training.probability.positive()).cwiseAbs().maxCoeff() <
          1e-3);
  }
}

TEST_CASE("a name that would steer a terminal is refused wherever it stands", "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  const std::string sentence = " is not UTF-8, or has control characters. Rename it in the file.";
  const auto refused = [&](const std::string& text) {
    return tests::refusal(
        [&] { own_data::fit(request(folder.write("x.csv", text), "nearest_neighbours", {"neighbours=1"})); });
  };
  for (const std::string& bad : std::vector<std::string>{"\x1b[31m", "\u009b31m", "\u202e"}) {
    CAPTURE(datasets::readers::shown(bad));
    const std::string shown = datasets::readers::shown("w" + bad);
    CHECK_THAT(refused("w" + bad + ",y\n1,no\n2,no\n3,yes\n4,yes\n"),
               Catch::EndsWith("x.csv: column " + shown + sentence));
    CHECK_THAT(refused("w,y\n1,no\n2,no\n3,w" + bad + "\n4,w" + bad + "\n"),
               Catch::EndsWith("x.csv: class " + shown + sentence));
    CHECK_THAT(refused("w,y\na,no\na,no\nw" + bad + ",yes\nb,yes\n"),
               Catch::EndsWith("x.csv: word " + shown + sentence));
  }
  CHECK(refused("gr\u00f6\u00dfe,y\n1,no\n2,no\n3,no\n4,no\n1,ja\n2,ja\n3,ja\n4,ja\n") == "accepted");
}

TEST_CASE("a held-out part of one class is scored all the same", "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  FitRequest one = request(folder.write("x.csv", "a,y\n1,no\n2,no\n3,no\n4,no\n9,yes\n8,yes\n"), "platt",
                           {"tuning.criterion=fixed", "tuning.lambda=1"});
  one.holdout = 0.2;
  const results::Model model = own_data::fit(one);
  REQUIRE(model.held_out.y.size() == 1);
  CHECK(std::isfinite(model.scores.at("cre")));
  CHECK(model.scores.at("brier") >= 0);
}

TEST_CASE("of two classes the larger number, or the later word, is positive unless one is named",
          "[own_data]") {
  const tests::TemporaryFolder folder;
  const auto positive = [&](const std::string& text, const std::string& named) {
    FitRequest one = request(folder.write("x.csv", text), "nearest_neighbours", {"neighbours=1"});
    one.words.positive = named;
    one.holdout = 0;
    one.force = true;
    return own_data::fit(one).positive;
  };
  using Names = std::vector<std::string>;
  CHECK(positive("a,y\n1,-1\n2,1\n", "") == Names{"1"});
  CHECK(positive("a,y\n1,10\n2,9\n", "") == Names{"10"});
  CHECK(positive("a,y\n1,yes\n2,no\n", "") == Names{"yes"});
  CHECK(positive("a,y\n1,yes\n2,no\n", "no") == Names{"no"});
  CHECK(positive("a,y\n1,a\n2,b\n3,c\n", "a,c") == Names{"a", "c"});
}
