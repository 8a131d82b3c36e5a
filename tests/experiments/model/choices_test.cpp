#include "experiments/model/choices.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>

#include "experiments/catalog/methods.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/model/cost.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/experiments/model/small_file.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using experiments::Size;
using own_data::Cost;
using own_data::FitRequest;
using own_data::Words;
using tests::SmallFile;

namespace {

Setting choices(const std::vector<std::string>& settings, const std::string& method = "bracket",
                const std::string& classifier = "", const std::string& data = "mine.csv") {
  return own_data::read_choices({data, "", "", method, classifier, settings}, catalogue());
}

std::string refused(const std::vector<std::string>& settings, const std::string& method = "bracket",
                    const std::string& classifier = "", const std::string& data = "mine.csv") {
  return tests::refusal([&] { choices(settings, method, classifier, data); });
}

} // namespace

TEST_CASE("what is left unsaid is what wang2008/table1 says", "[own_data][oracle]") {
  const Study study =
      read_study(std::string(MARGINLAB_SOURCE_DIR) + "/configs/wang2008/table1.yaml", {}, catalogue());
  const MethodOption& ours = study.methods.back();
  REQUIRE(ours.method.id == "bracket");
  const Setting made = choices({});
  CHECK(core::canonical(made.method) == core::canonical(ours.method));
  CHECK(core::canonical(made.tuning) == core::canonical(ours.tuning));
  CHECK(made.classifier.id == "weighted_svm");
  CHECK(made.classifier.parameters.text("kernel") == "linear");
}

TEST_CASE("a word of another program is answered by ours", "[own_data][checker]") {
  CHECK_THAT(refused({"C=1"}), Catch::Contains("unknown key 'C'. Write lambda instead: 1 / C"));
  CHECK_THAT(refused({"gamma=1"}),
             Catch::Contains("unknown key 'gamma'. Write sigma instead: 1 / sqrt(gamma)"));
  CHECK_THAT(refused({"gamma=1"}), Catch::Contains("Method 'bracket' takes it"));
  CHECK_THAT(refused({"gamma=1"}, "penalised_logistic"), !Catch::Contains("sigma instead"));
  CHECK(said_elsewhere("brier", {"cre", "mse"}) == "The Brier score is 'mse' here");
  CHECK(said_elsewhere("brier", {"cre"}).empty());
  CHECK(said_elsewhere("mse", {"cre", "mse"}).empty());
  for (const auto& [theirs, ours] : {std::pair{"logistic", "penalised_logistic"},
                                     {"svm", "platt"},
                                     {"knn", "nearest_neighbours"},
                                     {"rf", "random_forest"}}) {
    CAPTURE(theirs);
    const std::string message = refused({}, theirs);
    CHECK_THAT(message, Catch::Contains(std::string("Write ") + ours) && !Catch::Contains("accepted:"));
  }
  CHECK_THAT(refused({"kernel=rbf"}), Catch::Contains("It is called 'gaussian' here"));
  CHECK_THAT(refused({"tuning.criterion=cv"}), Catch::Contains("It is called 'cross_validation' here"));
  CHECK_THAT(refused({"random_state=1"}),
             Catch::Contains("This is no setting. The seed is an option. Write --seed"));
  CHECK_THAT(refused({"test_size=0.2"}), Catch::Contains("Write --holdout SHARE."));
}

TEST_CASE("a key that the method does not take is answered by methods that do", "[own_data][checker]") {
  for (const char* key : {"gamma=1", "sigma=1", "kernel=gaussian", "intervals=10", "neighbours=3"}) {
    CAPTURE(key);
    const std::string message = refused({key}, "penalised_logistic");
    CHECK_THAT(message, Catch::Contains("Method 'penalised_logistic' takes none. Name one that does with"));
    CHECK_THAT(message, !Catch::Contains("accepted:"));
  }
  CHECK_THAT(refused({"neighbours=3"}), Catch::Contains("such as nearest_neighbours"));
  CHECK_THAT(refused({"interval=3"}), Catch::Contains("Did you mean 'intervals'?"));
  CHECK_THAT(refused({"folds=3"}),
             Catch::Contains("The criterion 'cross_validation' takes it: tuning.criterion=cross_validation"));
}

TEST_CASE("a key goes to the thing that has it, a dot says to which", "[own_data]") {
  const Setting made = choices({"intervals=10", "kernel=gaussian", "sigma=0.5", "tau=0.25", "lambda=[1, 2]",
                                "encoding=occurring", "data.delimiter=tab"});
  CHECK(made.method.parameters.integer("intervals") == 10);
  CHECK(made.classifier.parameters.real("sigma") == 0.5);
  CHECK(made.tuning.parameters.real("tau") == 0.25);
  CHECK(made.tuning.parameters.reals("lambda") == std::vector<double>{1, 2});
  CHECK(made.data.parameters.text("encoding") == "occurring");
  CHECK(made.data.parameters.text("delimiter") == "tab");
  CHECK(choices({"method.lambda=3"}, "solution_path").method.parameters.real("lambda") == 3);
}

TEST_CASE("another criterion brings its own parameters and the lambdas of the papers", "[own_data]") {
  const Setting made = choices({"folds=7", "tuning.criterion=cross_validation"});
  CHECK(made.tuning.id == "cross_validation");
  CHECK(made.tuning.parameters.integer("folds") == 7);
  CHECK(made.tuning.parameters.reals("lambda") == choices({}).tuning.parameters.reals("lambda"));
  CHECK(choices({"tuning.criterion=fixed", "lambda=2"}).tuning.parameters.real("lambda") == 2);
}

TEST_CASE("a method without lambda or classifier has none", "[own_data]") {
  CHECK(choices({}, "nearest_neighbours").tuning.id.empty());
  CHECK(choices({}, "nearest_neighbours").classifier.id.empty());
  CHECK(choices({}, "penalised_logistic").classifier.id.empty());
  CHECK(choices({}, "solution_path").tuning.id.empty());
}

TEST_CASE("every listed method and classifier is taken as it is listed", "[own_data][conformance]") {
  for (const core::Entry& method : catalogue().methods) {
    if (find(methods(), method.id).of_studies) continue;
    if (method.id.starts_with("external")) continue; // a model file holds no program: fit_test.cpp
    CHECK(choices({}, method.id).method.id == method.id);
    if (!method.takes_classifier) continue;
    for (const core::Entry& classifier : catalogue().classifiers)
      CHECK(choices({}, method.id, classifier.id).classifier.id == classifier.id);
  }
}

TEST_CASE("a classifier that is not named is the method's usual one, with which every model can be fitted",
          "[own_data][conformance]") {
  for (const MethodRow& method : methods()) {
    if (!method.entry.takes_classifier || method.entry.decides_only) continue;
    CAPTURE(method.entry.id);
    const Setting made = choices({}, method.entry.id);
    CHECK(made.classifier.id == method.usual_classifier);
    CHECK_NOTHROW(build_estimator(made));
  }
  CHECK(choices({}, "border_weight").classifier.id == "weighted_truncated_svm");
}

TEST_CASE("a listed data set is read by its id and knows its label", "[own_data]") {
  const Setting made = choices({"standardise=none"}, "bracket", "", "pima");
  CHECK(made.data.id == "pima");
  CHECK(made.data.parameters.text("positive") == "1");
  CHECK(made.data.parameters.text("standardise") == "none");
  CHECK_THAT(tests::refusal(
                 [] { own_data::read_choices({"pima", "diabetes", "", "bracket", "", {}}, catalogue()); }),
             Catch::StartsWith(
                 "'--label diabetes': The label of pima is part of its description, as of every listed "
                 "data set. Leave it out."));
}

TEST_CASE("slips get the sentence a study gives, with what was meant", "[own_data][checker]") {
  CHECK_THAT(refused({}, "brackett"), Catch::StartsWith("'--method brackett': unknown method 'brackett' (") &&
                                          Catch::Contains("Did you mean 'bracket'?"));
  CHECK_THAT(refused({}, "bracket", "weighted_svn"), Catch::Contains("Did you mean 'weighted_svm'?"));
  CHECK_THAT(refused({"intervalls=3"}), Catch::StartsWith("'intervalls=3': unknown key 'intervalls' (") &&
                                            Catch::Contains("Did you mean 'intervals'?"));
  CHECK_THAT(refused({"kernel=gausian"}), Catch::Contains("Did you mean 'gaussian'?"));
  CHECK_THAT(refused({"kernel=gaussian", "sigma=0"}), Catch::Contains("'sigma' must lie in"));
  CHECK_THAT(refused({"intervals=1e1"}), Catch::Contains("Write 10"));
  CHECK_THAT(refused({"tuning.foldz=3", "tuning.criterion=cross_validation"}),
             Catch::Contains("Did you mean 'folds'?"));
  CHECK_THAT(refused({"tuning.criterion=cross_validatio"}),
             Catch::Contains("Did you mean 'cross_validation'?"));
  CHECK_THAT(refused({"methods.bracket.intervals=3"}), Catch::Contains("There is no such path."));
  CHECK_THAT(refused({"intervals"}), Catch::Contains("not of the form key=value"));
  CHECK_THAT(refused({"intervals={grid: [3, 4]}"}),
             Catch::Contains("'intervals' has more than one value, and a model has one."));
  CHECK_THAT(refused({"tuning.criterion=fixed"}), Catch::Contains("missing key 'lambda'"));
}

TEST_CASE("what the method has no use for is refused", "[own_data][checker]") {
  CHECK_THAT(
      refused({"tuning.criterion=fixed"}, "nearest_neighbours"),
      Catch::Contains("Method 'nearest_neighbours' has no lambda to choose. Leave out what is said of it."));
  CHECK_THAT(
      refused({}, "penalised_logistic", "weighted_svm"),
      Catch::Contains("Method 'penalised_logistic' takes no classifier. Leave out what is said of it."));
  CHECK_THAT(refused({"sigma=1"}, "penalised_logistic"), Catch::Contains("unknown key 'sigma'"));
}

TEST_CASE("criteria that need a sample nobody has are not accepted", "[own_data][checker]") {
  for (const char* criterion : {"tuning_set", "oracle", "prior_step"})
    CHECK_THAT(refused({std::string("tuning.criterion=") + criterion}),
               Catch::Contains("(accepted: fixed, cross_validation, perturbation, training_loss)"));
}

TEST_CASE("a model's bandwidth is the classifier's: no criterion chooses one, as a model would not keep it",
          "[own_data][checker]") {
  CHECK_THAT(refused({"tuning.criterion=cross_validation", "tuning.sigma=[1, 2]", "kernel=gaussian"}),
             Catch::Contains("unknown key 'sigma'"));
  const Setting setting = choices({"tuning.criterion=cross_validation", "kernel=gaussian", "sigma=2"});
  CHECK(setting.classifier.parameters.real("sigma") == 2);
  CHECK(setting.tuning.parameters.reals("sigma").empty());
}

TEST_CASE("all mistakes are reported at once", "[own_data][checker]") {
  CHECK_THAT(refused({"intervalls=3", "tau=7", "zz"}, "bracket", "weighted_svn"),
             Catch::EndsWith("4 mistakes"));
}

namespace {

FitRequest many_rows_request(const std::string& file, const std::vector<std::string>& settings) {
  FitRequest out;
  out.words.data = file;
  out.words.method = "platt";
  out.words.settings = settings;
  out.words.settings.push_back("encoding=occurring");
  return out;
}

double most_bytes_so_far() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

Setting setting_of(const std::vector<std::string>& settings, const std::string& classifier = "") {
  return own_data::read_choices({"mine.csv", "", "", "bracket", classifier, settings}, catalogue());
}

} // namespace

TEST_CASE("20,000 rows of a linear kernel take memory in proportion to the rows, not to their square",
          "[own_data][large]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("large.csv", SmallFile(20'000, "large").text());
  const double before = most_bytes_so_far();
  const results::Model model =
      own_data::fit(many_rows_request(file, {"tuning.criterion=fixed", "tuning.lambda=1"}));
  CHECK(model.is_certified);
  CHECK(model.worst_relative_gap <= 1e-8);
  CHECK(most_bytes_so_far() - before < 8.0 * 15'000 * 15'000 / 3);
}

TEST_CASE("the scored bits of many rows are predicted again, with either kernel", "[own_data][large]") {
  const tests::TemporaryFolder folder;
  const SmallFile large(2'800, "many");
  const std::string file = folder.write("many.csv", large.text());
  for (const char* kernel : {"kernel=linear", "kernel=gaussian"}) {
    const results::Model model =
        own_data::fit(many_rows_request(file, {kernel, "tuning.criterion=fixed", "tuning.lambda=1"}));
    CHECK(model.is_certified);
    const std::string held_out = folder.write("held_out.csv", large.rows(model.held_out.row));
    CHECK(own_data::predict(model, held_out, {}).probability.positive() ==
          model.held_out.probability.positive());
  }
}

TEST_CASE("with many rows lambda is chosen by cross-validation unless a word says otherwise",
          "[own_data][large]") {
  own_data::Words words{"mine.csv", "", "", "bracket", "", {"kernel=gaussian"}};
  CHECK(own_data::read_choices(words, catalogue()).tuning.id == "perturbation");
  words.many_rows = true;
  const Setting many = own_data::read_choices(words, catalogue());
  CHECK(many.tuning.id == "cross_validation");
  CHECK(many.classifier.parameters.text("sigma_unit") == "sampled_median");
  words.settings = {"kernel=gaussian", "tuning.criterion=perturbation", "sigma_unit=median"};
  const Setting said = own_data::read_choices(words, catalogue());
  CHECK(said.tuning.id == "perturbation");
  CHECK(said.classifier.parameters.text("sigma_unit") == "median");
  words.settings = {};
  CHECK(own_data::read_choices(words, catalogue()).classifier.parameters.text("kernel") == "linear");
}

TEST_CASE("what memory does not hold is refused in a sentence that says what to do", "[own_data][large]") {
  const Size sizes{38'000, 50'000, 8};
  const auto refused = [&](const Setting& setting) {
    return tests::refusal([&] { require_memory(own_data::cost_of(setting, sizes), sizes, 8e9); });
  };
  CHECK_THAT(refused(setting_of({"kernel=gaussian"}, "weighted_psi")),
             Catch::StartsWith("38,000 training rows take 2") &&
                 Catch::Contains("GB, and 8.0 GB are free. Most is for a matrix of rows x rows. Choose"));
  CHECK(refused(setting_of({"kernel=linear"})) == "accepted");
  CHECK(refused(setting_of({"kernel=gaussian", "tuning.criterion=fixed", "tuning.lambda=1"})) == "accepted");
}

TEST_CASE("what a fit will take is said before it begins, and how far it is along the way",
          "[own_data][large]") {
  const tests::TemporaryFolder folder;
  FitRequest one = many_rows_request(folder.write("small.csv", SmallFile().text()),
                                     {"tuning.criterion=cross_validation", "tuning.lambda=[0.1, 1]"});
  std::vector<std::int64_t> done;
  double expected = 0;
  one.begins = [&](std::int64_t rows, const Cost& cost) {
    CHECK(rows == 34);
    CHECK(done.empty());
    CHECK(cost.bytes > 0);
    CHECK(cost.seconds > 0);
    expected = cost.fits;
  };
  one.progress = [&](std::int64_t fits) { done.push_back(fits); };
  own_data::fit(one);
  REQUIRE(done.size() == 6);
  CHECK(std::is_sorted(done.begin(), done.end()));
  CHECK(static_cast<double>(done.back()) == expected);
}

TEST_CASE("every fit of logistic regression is told as it is done", "[own_data]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("small.csv", SmallFile().text());
  for (const char* method : {"penalised_logistic", "kernel_logistic", "platt"}) {
    CAPTURE(method);
    FitRequest one = many_rows_request(file, {"tuning.criterion=cross_validation", "tuning.lambda=[0.1, 1]"});
    one.words.method = method;
    std::int64_t done = 0;
    double expected = 0;
    one.begins = [&](std::int64_t, const Cost& cost) { expected = cost.fits; };
    one.progress = [&](std::int64_t fits) { done = fits; };
    own_data::fit(one);
    CHECK(static_cast<double>(done) == expected);
  }
}

TEST_CASE("the machines of a grid of weights are counted before they are fitted", "[own_data]") {
  const tests::TemporaryFolder folder;
  FitRequest one;
  one.words.data = folder.write("small.csv", SmallFile().text());
  one.words.label = "colour";
  one.words.method = "border_weight";
  one.words.settings = {"classes=each",           "encoding=occurring", "tuning.criterion=cross_validation",
                        "tuning.lambda=[0.1, 1]", "tuning.folds=2",     "step=0.1",
                        "tuning_step=0.2"};
  std::int64_t done = 0;
  double expected = 0;
  one.begins = [&](std::int64_t, const Cost& cost) { expected = cost.fits; };
  one.progress = [&](std::int64_t fits) { done = fits; };
  own_data::fit(one);
  CHECK(expected == Approx(2 * 2 * 6 + 36)); // of three classes: 6 points inside at a step of 0.2, 36 at 0.1
  CHECK(static_cast<double>(done) == Approx(expected));
}

TEST_CASE("what is left is told by the fits that are done, and by the guess before the first",
          "[own_data][time]") {
  Cost guess;
  guess.fits = 600;
  guess.seconds = 30;
  CHECK(own_data::advance_text(guess, 0, 12) == "No fit is done, 12s passed, about 18s left by the guess.");
  CHECK(own_data::advance_text(guess, 0, 60) ==
        "No fit is done, 1m00s passed, longer than the guess of 30s.");
  CHECK(own_data::advance_text(guess, 150, 60) == "150 of about 600 fits, 1m00s passed, about 3m00s left.");
  CHECK(own_data::advance_text(guess, 600, 60) ==
        "600 fits are done, 1m00s passed, more than the 600 that were guessed.");
  guess.parts = {{500, 3}, {100, 27}}; // the first part is a tenth of the time
  CHECK(guess.share_of(250) == Approx(0.05));
  CHECK(guess.share_of(500) == Approx(0.1));
  CHECK(guess.share_of(550) == Approx(0.55));
  CHECK(guess.share_of(9999) == Approx(1));
  CHECK(own_data::advance_text(guess, 500, 5) == "500 of about 600 fits, 5s passed, about 45s left.");
}

TEST_CASE("threads change no bit of a model", "[own_data][large]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("small.csv", SmallFile(60, "threads").text());
  for (const char* classifier : {"weighted_svm", "weighted_psi"})
    for (const char* criterion : {"cross_validation", "perturbation"})
      for (const char* kernel : {"kernel=linear", "kernel=gaussian"}) {
        CAPTURE(classifier, criterion, kernel);
        FitRequest one = many_rows_request(file, {kernel, std::string("tuning.criterion=") + criterion,
                                                  "tuning.lambda=[0.1, 1, 10]", "intervals=5"});
        if (std::string(criterion) == "perturbation") one.words.settings.emplace_back("samples=3");
        one.words.method = "bracket";
        one.words.classifier = classifier;
        const results::Model alone = own_data::fit(one);
        one.threads = 3;
        const results::Model shared = own_data::fit(one);
        CHECK(alone.lambda == shared.lambda);
        CHECK(alone.criterion == shared.criterion);
        CHECK(alone.fits == shared.fits);
        CHECK(alone.worst_relative_gap == shared.worst_relative_gap);
        CHECK(alone.held_out.probability.positive() == shared.held_out.probability.positive());
      }
}

TEST_CASE("what fails on one thread of many fails the fit, in its own words", "[own_data][large]") {
  std::atomic<int> done = 0;
  const auto work = [&](std::size_t i) {
    ++done;
    core::require(i != 3, "the fourth");
  };
  CHECK(tests::refusal([&] { in_parallel(9, 3, work); }) == "the fourth");
  CHECK(done == 9);
}
