#include "experiments/model/alternatives.hpp"

#include <algorithm>
#include <string>

#include "experiments/catalog/methods.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "experiments/model/summary.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/experiments/model/small_file.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using own_data::Alternatives;
using own_data::FitRequest;
using own_data::TrainingPart;
using own_data::Words;
using tests::SmallFile;

namespace {

Words left_open(const std::vector<std::string>& settings) {
  Words out;
  out.data = "mine.csv";
  out.settings = settings;
  return out;
}

/// "method kernel", each behind the other.
std::string tried(const Words& words, const TrainingPart& part) {
  std::string out;
  for (const Words& each : own_data::alternatives(words, part).words) {
    const Setting setting = own_data::read_choices(each, catalogue());
    out += (out.empty() ? "" : ", ") + setting.method.id;
    for (const core::Choice* choice : {&setting.classifier, &setting.method})
      if (choice->parameters.has("kernel")) out += " " + choice->parameters.text("kernel");
  }
  return out;
}

const TrainingPart usual{300, 2, 100};

FitRequest request(const std::string& file, const std::vector<std::string>& settings = {}) {
  FitRequest out;
  out.words.data = file;
  out.words.settings = settings;
  return out;
}

/// Rows of six inputs, of a class by the first two as `positive` says, with so many labels in a hundred
/// turned over.
template <class Positive>
std::string table(int rows, std::uint64_t turned, const Positive& positive) {
  core::Stream stream("alternatives");
  std::string out = "a,b,c,d,e,f,y\n";
  for (int i = 0; i < rows; ++i) {
    const double a = stream.normal(), b = stream.normal();
    const bool is_positive = positive(a, b) != (stream.below(100) < turned);
    out += core::shortest(a) + "," + core::shortest(b);
    for (int j = 0; j < 4; ++j) out += "," + core::shortest(stream.normal());
    out += (is_positive ? ",1\n" : ",0\n");
  }
  return out;
}

} // namespace

TEST_CASE("without a method both kernels of logistic regression are tried, a kernel that is named alone",
          "[own_data][defaults]") {
  CHECK(tried(left_open({}), usual) == "penalised_logistic, kernel_logistic gaussian");
  CHECK(tried(left_open({"kernel=auto"}), usual) == "penalised_logistic, kernel_logistic gaussian");
  CHECK(tried(left_open({"kernel=linear"}), usual) == "penalised_logistic");
  CHECK(tried(left_open({"classifier.kernel=gaussian"}), usual) == "kernel_logistic gaussian");
  CHECK(tried(left_open({"sigma=2"}), usual) == "kernel_logistic gaussian");
  CHECK(tried(left_open({"tuning.criterion=fixed", "tuning.lambda=1"}), usual) == "penalised_logistic");
  Words psi = left_open({});
  psi.classifier = "weighted_psi";
  CHECK(tried(psi, usual) == "platt linear, platt gaussian");
  psi.method = "bracket";
  CHECK(tried(psi, usual) == "bracket linear");
  psi.settings = {"kernel=auto"};
  CHECK(tried(psi, usual) == "bracket linear, bracket gaussian");
}

TEST_CASE("gamma without a method is answered by sigma, its formula and the method that takes it",
          "[own_data][checker]") {
  const std::string message = tests::refusal([&] { tried(left_open({"gamma=1"}), usual); });
  CHECK_THAT(message, Catch::Contains("Write sigma instead: 1 / sqrt(gamma), with kernel=gaussian and "
                                      "sigma_unit=absolute. Method 'kernel_logistic' takes it"));
  CHECK(tried(left_open({"sigma=1", "kernel=gaussian", "sigma_unit=absolute"}), usual) ==
        "kernel_logistic gaussian");
}

TEST_CASE("more rows and more classes get what takes seconds, and what is not tried is said",
          "[own_data][defaults]") {
  CHECK(tried(left_open({}), {801, 2, 100}) == "penalised_logistic, platt gaussian");
  CHECK(tried(left_open({}), {2000, 2, 100}) == "penalised_logistic, platt gaussian");
  CHECK(tried(left_open({}), {5000, 2, 100, 10}) == "penalised_logistic, platt gaussian");
  CHECK(tried(left_open({}), {200000, 2, 100, 10}) == "penalised_logistic");
  CHECK(tried(left_open({"kernel=gaussian"}), {2000, 2, 100}) == "platt gaussian");
  CHECK(tried(left_open({}), {300, 2, 100, 101}) == "kernel_logistic linear, kernel_logistic gaussian");
  CHECK(tried(left_open({"kernel=linear"}), {5000, 2, 100, 101}) == "platt linear");
  const Words each = left_open({"classes=each"});
  CHECK(tried(each, {150, 3, 40}) ==
        "kernel_multicategory_logistic linear, kernel_multicategory_logistic gaussian");
  CHECK(tried(each, {1400, 10, 40}) == "kernel_multicategory_logistic linear");
  CHECK(tried(each, {2000, 10, 40}) == "baseline_logit");
  CHECK(tried(each, {1348, 10, 100, 64}) == "baseline_logit");
  CHECK(own_data::alternatives(left_open({}), usual).notes.empty());
  CHECK_THAT(own_data::alternatives(left_open({}), {200000, 2, 100, 10}).notes.at(0),
             Catch::Contains("Ask for it with kernel=gaussian."));
}

TEST_CASE("border_weight without grids gets those that a fit can wait for, and keeps what is said",
          "[own_data][defaults]") {
  Words words = left_open({});
  words.method = "border_weight";
  const auto setting = [](const Words& said, std::int64_t classes) {
    const Alternatives all = own_data::alternatives(said, {700, classes, 100});
    REQUIRE(all.words.size() == 1);
    return own_data::read_choices(all.words.front(), catalogue());
  };
  const Setting three = setting(words, 3);
  CHECK(three.method.parameters.real("step") == 0.02);
  CHECK(three.method.parameters.real("tuning_step") == 0.1);
  CHECK(three.tuning.parameters.reals("lambda").size() == 13);
  CHECK(own_data::alternatives(words, {700, 3, 100}).notes.size() == 1);
  // 969 of at most 1,200 points within, and 35 of at most 40.
  CHECK(setting(words, 4).method.parameters.real("step") == 0.05);
  CHECK(setting(words, 4).method.parameters.real("tuning_step") == 0.125);
  CHECK(setting(words, 2).method.parameters.real("tuning_step") == 0.04);
  CHECK(setting(words, 2).tuning.parameters.reals("lambda").size() == 60);

  words.settings = {"tuning_step=0.04", "lambda=[1, 10]", "step=0.05"};
  const Setting said = setting(words, 3);
  CHECK(said.method.parameters.real("step") == 0.05);
  CHECK(said.method.parameters.real("tuning_step") == 0.04);
  CHECK(said.tuning.parameters.reals("lambda") == std::vector<double>{1, 10});
  CHECK(own_data::alternatives(words, {700, 3, 100}).notes.empty());
  words.settings = {"tuning.criterion=fixed", "tuning.lambda=1"}; // of three classes the paper's step is fast
  CHECK(own_data::alternatives(words, {700, 3, 100}).notes.empty());
  CHECK(own_data::alternatives(words, {700, 4, 100}).notes.size() == 1);
  words.settings = {"kernel=auto"};
  const Alternatives both = own_data::alternatives(words, {700, 3, 100});
  REQUIRE(both.words.size() == 2);
  for (const Words& each : both.words)
    CHECK(own_data::read_choices(each, catalogue()).method.parameters.real("tuning_step") == 0.1);
}

TEST_CASE("folds are no more than the smallest class has rows", "[own_data][defaults]") {
  for (const auto& [rows, folds] : {std::pair{2, 2}, {3, 3}, {5, 5}, {80, 5}}) {
    for (const Words& words : own_data::alternatives(left_open({}), {100, 2, rows}).words)
      CHECK(own_data::read_choices(words, catalogue()).tuning.parameters.integer("folds") == folds);
    for (const Words& words : own_data::alternatives(left_open({"tuning.folds=4"}), {100, 2, rows}).words)
      CHECK(own_data::read_choices(words, catalogue()).tuning.parameters.integer("folds") == 4);
  }
}

TEST_CASE(
    "a class that is smaller than the number of folds is refused by its name before anything is computed",
    "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  const auto said_of = [&](const char* text, const char* method, const std::vector<std::string>& settings) {
    FitRequest one = request(folder.write("x.csv", text), settings);
    one.words.method = method;
    one.holdout = 0;
    one.begins = [](std::int64_t, const own_data::Cost&) { FAIL("a fit has begun"); };
    return tests::refusal([&] { own_data::fit(one); });
  };
  const char* two = "x,y\n1,a\n2,a\n3,a\n4,a\n5,a\n6,rare\n7,rare\n";
  const std::string few = "Class 'rare' has 2 training rows, too few for cross-validation with ";
  CHECK(said_of(two, "platt", {"tuning.criterion=cross_validation"}) ==
        few + "5 folds. Every fold needs one. Take folds=2, or add rows.");
  CHECK_THAT(said_of(two, "bracket", {"tuning.criterion=cross_validation", "folds=3"}),
             Catch::StartsWith(few + "3 folds."));
  const char* three = "x,y\n1,a\n2,a\n3,a\n4,b\n5,b\n6,b\n7,rare\n8,rare\n";
  CHECK_THAT(said_of(three, "kernel_multicategory_logistic",
                     {"classes=each", "tuning.criterion=cross_validation", "folds=3"}),
             Catch::StartsWith(few + "3 folds."));
}

TEST_CASE("kernel=auto without held-out losses is refused", "[own_data][checker]") {
  for (const char* criterion : {"fixed", "training_loss"})
    for (const char* method : {"", "platt"}) {
      Words words = left_open({"kernel=auto", std::string("tuning.criterion=") + criterion});
      words.method = method;
      CHECK_THAT(tests::refusal([&] { own_data::alternatives(words, usual); }),
                 Catch::StartsWith("kernel=auto chooses by held-out losses"));
    }
}

TEST_CASE("the kernel with the least criterion is taken, and its model is that of the kernel named",
          "[own_data][defaults]") {
  const tests::TemporaryFolder folder;
  struct Shape {
    const char *name, *kernel, *method;
    std::string text;
  };
  const Shape shapes[] = {
      {"line", "linear", "penalised_logistic", table(120, 0, [](double a, double b) { return a + b > 0; })},
      {"ring", "gaussian", "kernel_logistic",
       table(120, 10, [](double a, double b) { return a * a + b * b > 1.4; })}};
  for (const Shape& shape : shapes) {
    CAPTURE(shape.name);
    FitRequest one = request(folder.write("x.csv", shape.text));
    std::vector<double> criteria;
    one.tries = [&](const results::Model& model) { criteria.push_back(model.criterion); };
    const results::Model open = own_data::fit(one);
    REQUIRE(criteria.size() == 2);
    CHECK(open.criterion == *std::min_element(criteria.begin(), criteria.end()));
    CHECK(parse_setting(open.setting).method.id == shape.method);
    one.words.settings = {std::string("kernel=") + shape.kernel};
    const results::Model named = own_data::fit(one);
    CHECK(named.setting == open.setting);
    CHECK(named.held_out.probability.positive() == open.held_out.probability.positive());
    CHECK(criteria.size() == 2);
    CHECK_THAT(own_data::summary(open, "x.csv", {own_data::tried_text(open)}),
               Catch::Contains("least criterion of   " + std::string(shape.method)));
  }
}

TEST_CASE("more than two classes get a probability each where no word says otherwise",
          "[own_data][defaults]") {
  const tests::TemporaryFolder folder;
  std::string text = "a,y\n";
  for (int i = 0; i < 45; ++i)
    text += std::to_string(i % 3 + 0.01 * (i % 7)) + (i % 3 == 0   ? ",ash\n"
                                                      : i % 3 == 1 ? ",elm\n"
                                                                   : ",oak\n");
  FitRequest one = request(folder.write("trees.csv", text));
  std::vector<std::string> notes;
  one.notes = [&](const std::string& note) { notes.push_back(note); };
  const results::Model model = own_data::fit(one);
  CHECK(model.classes == std::vector<std::string>{"ash", "elm", "oak"});
  CHECK(std::any_of(notes.begin(), notes.end(),
                    [](const std::string& note) { return note.starts_with("y has 3 classes: each gets"); }));
  one.words.positive = "oak";
  CHECK(own_data::fit(one).positive == std::vector<std::string>{"oak"});
  one.words.positive = "";
  one.words.method = "platt";
  CHECK_THAT(tests::refusal([&] { own_data::fit(one); }), Catch::Contains("has 3 classes: ash, elm, oak"));
  std::string numbers = "a,y\n";
  for (int i = 0; i < 60; ++i) numbers += std::to_string(i) + "," + std::to_string(i % 30) + "\n";
  CHECK_THAT(tests::refusal([&] { own_data::fit(request(folder.write("numbers.csv", numbers))); }),
             Catch::Contains("has 30 classes"));
}

TEST_CASE("a class of one row and a file of three rows are refused unless the fit is forced",
          "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  for (const char* text : {"x,y\n-1,0\n1,1\n", "x,y\n-1,0\n1,1\n2,1\n", "x,y\n1,a\n2,b\n3,c\n",
                           "x,y\n1,0\n2,0\n3,0\n4,0\n5,1\n"})
    for (const double holdout : {0.0, 0.25})
      for (const char* method : {"", "platt", "nearest_neighbours"}) {
        CAPTURE(text, holdout, method);
        FitRequest one = request(folder.write("x.csv", text), {"classes=each"});
        if (std::count(text, text + std::char_traits<char>::length(text), 'c') == 0)
          one.words.settings.clear();
        if (!one.words.settings.empty() && *method != '\0') continue; // methods of two classes
        one.words.method = method;
        if (std::string(method) == "platt")
          one.words.settings = {"tuning.criterion=fixed", "tuning.lambda=1"};
        if (std::string(method) == "nearest_neighbours") one.words.settings = {"neighbours=1"};
        one.holdout = holdout;
        CHECK_THAT(tests::refusal([&] { own_data::fit(one); }), Catch::Contains("--force"));
        one.force = true;
        one.holdout = 0;
        CHECK(tests::refusal([&] { own_data::fit(one); }) == "accepted");
      }
}

TEST_CASE("a class of one row is refused by its name, with other columns that may be the label",
          "[own_data][degenerate]") {
  const tests::TemporaryFolder folder;
  const std::string text = "mpg,vs,am,carb\n1,0,1,4\n2,1,1,4\n3,0,0,1\n4,1,0,1\n5,1,1,6\n";
  FitRequest one = request(folder.write("cars.csv", text));
  CHECK_THAT(tests::refusal([&] { own_data::fit(one); }),
             Catch::Contains("cars.csv: class '6' of column 'carb' has 1 row.") &&
                 Catch::Contains("Name another column of classes with --label, such as 'vs', 'am'."));
  one.words.label = "vs";
  one.holdout = 0.4;
  const std::string held_out = tests::refusal([&] { own_data::fit(one); });
  CHECK_THAT(held_out, Catch::Contains("of column 'vs' has 1 row to learn from, as others are held out.") &&
                           Catch::Contains("Hold out fewer with --holdout 0"));
}

TEST_CASE("what no method is named for is predicted again to the bit, with either number of classes",
          "[own_data][conformance]") {
  const tests::TemporaryFolder folder;
  const SmallFile small(60);
  const std::string file = folder.write("small.csv", small.text());
  for (const char* label : {"outcome", "colour"}) {
    CAPTURE(label);
    FitRequest one = request(file, {"encoding=occurring"});
    one.words.label = label;
    const results::Model model = own_data::fit(one);
    results::write_model(folder.path() / "m.h5", model);
    const auto held_out = folder.write("held_out.csv", small.rows(model.held_out.row));
    const auto again = own_data::predict(results::read_model(folder.path() / "m.h5"), held_out, {});
    CHECK(again.probability.matrix() == model.held_out.probability.matrix());
  }
}
