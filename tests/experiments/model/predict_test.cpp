#include "experiments/model/predict.hpp"

#include <cmath>

#include "core/loss/logistic.hpp"
#include "core/loss/truncated_logistic.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/summary.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/experiments/model/small_file.hpp"
#include "tests/experiments/model/training_inputs.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using Terms = core::FittedModel::Terms;
using own_data::FitRequest;
using own_data::Predictions;
using tests::SmallFile;

namespace {

/// A model of this text, and the file it was fitted to.
struct Fitted {
  tests::TemporaryFolder folder;
  std::string file;
  results::Model model;

  explicit Fitted(const std::string& text, const std::string& name = "small.csv",
                  const std::vector<std::string>& settings = {}) {
    file = folder.write(name, text);
    FitRequest request;
    request.words.data = file;
    request.words.method = "penalised_logistic";
    request.words.settings = {"encoding=occurring", "tuning.criterion=fixed", "lambda=1"};
    request.words.settings.insert(request.words.settings.end(), settings.begin(), settings.end());
    model = own_data::fit(request);
  }

  Predictions of(const std::string& text, const std::string& name = "new.csv",
                 const std::vector<std::string>& settings = {}) const {
    return own_data::predict(model, folder.write(name, text), settings);
  }

  std::string refused(const std::string& text, const std::string& name = "new.csv",
                      const std::vector<std::string>& settings = {}) const {
    return tests::refusal([&] { of(text, name, settings); });
  }
};

/// Without a heading: 12 rows of two numbers and a class behind them.
std::string headless() {
  std::string text;
  for (int i = 0; i < 12; ++i)
    text += std::to_string(i) + "," + std::to_string(i * i % 7) + (i * i % 5 > 1 ? ",1\n" : ",0\n");
  return text;
}

} // namespace

TEST_CASE("columns are found by their names in any order, with the classes or without", "[own_data]") {
  const Fitted fitted(SmallFile().text());
  const core::Vector same =
      fitted.of("width,colour,depth,age,outcome\n1,red,2,0.5,yes\n").probability.positive();
  const Predictions shuffled = fitted.of("age,depth,colour,width\n0.5,2,red,1\n");
  CHECK(shuffled.probability.positive() == same);
  CHECK_FALSE(shuffled.has_label);
  CHECK(own_data::csv_of(shuffled) == "row,probability_yes\n1," + core::shortest(same(0)) + "\n");
}

TEST_CASE("columns that are missing, and columns that are none of the model's, are all named",
          "[own_data][checker]") {
  const Fitted fitted(SmallFile().text());
  const std::string sentence = fitted.refused("width,color,age,weight\n1,red,2,3\n");
  CHECK_THAT(sentence, Catch::Contains("new.csv: there is no column 'colour', 'depth'. The model's inputs "
                                       "are width, colour, depth, age. Add them."));
  CHECK_THAT(sentence, Catch::Contains("new.csv: column 'color', 'weight' is none of the model's inputs"));
}

TEST_CASE("a row that cannot be predicted keeps its number and says why, the others have the same bits",
          "[own_data]") {
  const Fitted fitted(SmallFile().text());
  const std::string head = "width,colour,depth,age,outcome\n";
  const Predictions alone = fitted.of(head + "1,red,2,3,yes\n2,blue,1,0,no\n");
  const Predictions all = fitted.of(head + "1,red,2,3,yes\n1,pink,2,3,no\n1,red,NA,3,\n1,red,2,old,yes\n" +
                                    "1,,2,1,yes\n1,red,1e200,1,yes\n2,blue,1,0,no\n");
  CHECK(all.row == std::vector<std::int64_t>{1, 7});
  CHECK(all.probability.positive() == alone.probability.positive());
  std::vector<std::string> problems;
  for (const auto& marked : all.marked) problems.push_back(std::to_string(marked.row) + " " + marked.problem);
  CHECK(problems == std::vector<std::string>{
                        "2 column 'colour' has the word 'pink', which the model does not know",
                        "3 column 'depth' is missing", "4 column 'age' is 'old', which is no number",
                        "5 column 'colour' is missing", "6 column 'depth' is 1e+200, which is beyond 1e100"});
  const std::string csv = own_data::csv_of(all);
  CHECK_THAT(csv, Catch::StartsWith("row,probability_yes,label,problem\n1,0."));
  CHECK_THAT(csv, Catch::Contains("\n3,,,column 'depth' is missing\n") &&
                      Catch::Contains("\n4,,yes,\"column 'age' is 'old', which is no number\"\n"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 8);
}

TEST_CASE("an unknown word refuses the file, counts as missing or marks its row, as one asks", "[own_data]") {
  using own_data::Unseen;
  const Fitted fitted(SmallFile().text());
  const std::string text = "width,colour,depth,age\n1,red,2,3\n1,pink,2,3\n1,,2,3\n";
  const auto predicted = [&](Unseen unseen) {
    return own_data::predict(fitted.model, fitted.folder.write("new.csv", text), {}, unseen);
  };
  CHECK_THAT(
      tests::refusal([&] { predicted(Unseen::error); }),
      Catch::Contains("new.csv:3: column 2 ('colour') is 'pink', a word that the model does not know"));
  CHECK(predicted(Unseen::skip).row == std::vector<std::int64_t>{1});
  const Predictions missing = predicted(Unseen::missing);
  CHECK(missing.row == std::vector<std::int64_t>{1, 2});
  CHECK(missing.marked.size() == 1); // a word that is missing is no unknown one
}

TEST_CASE("a column that the model has not is ignored with a note, whatever it says", "[own_data]") {
  const Fitted fitted(SmallFile().text());
  const core::Vector same = fitted.of("width,colour,depth,age\n1,red,2,0.5\n").probability.positive();
  const Predictions more = fitted.of("id,width,colour,note,depth,age\n7,1,red,\"a, b\",2,0.5\n");
  CHECK(more.probability.positive() == same);
  REQUIRE(more.notes.size() == 1);
  CHECK_THAT(more.notes.front(),
             Catch::EndsWith("new.csv: the model has no input 'id', 'note', so these columns are ignored."));
  CHECK(fitted.of(",width,colour,depth,age\n7,1,red,2,0.5\n").notes.empty());
}

TEST_CASE("a row with a missing number is marked, or left out and the others keep their numbers",
          "[own_data]") {
  const Fitted fitted(SmallFile().text());
  const std::string text = "width,colour,depth,age,outcome\n1,red,2,3,yes\n1,red,NA,3,no\n2,blue,2,3,\n";
  CHECK(fitted.of(text).marked.front().problem == "column 'depth' is missing");
  const Predictions kept = fitted.of(text, "new.csv", {"if_missing=omit"});
  CHECK(kept.row == std::vector<std::int64_t>{1, 3});
  CHECK(kept.omitted == 1);
  CHECK(kept.label == std::vector<std::string>{"yes", ""}); // a missing class is no reason
  CHECK(own_data::scored(kept, fitted.model).row == std::vector<std::int64_t>{1});
}

TEST_CASE("a row of another length is marked and keeps its number; where half are such, the file is refused",
          "[own_data]") {
  const Fitted fitted(SmallFile().text());
  const std::string head = "width,colour,depth,age,outcome\n", sound = "1,red,2,3,yes\n";
  const Predictions marked = fitted.of(head + sound + "1,red,2,3,yes,more\n" + sound + "1,red\n" + sound,
                                       "new.csv", {"if_missing=omit"});
  CHECK(marked.row == std::vector<std::int64_t>{1, 3, 5});
  CHECK(marked.probability.positive()(2) == fitted.of(head + sound).probability.positive()(0));
  REQUIRE(marked.marked.size() == 2);
  CHECK(marked.marked[0].row == 2);
  CHECK(marked.marked[0].problem == "the row has 6 fields, beginning with '1', but the first line has 5");
  CHECK(marked.marked[1].problem == "the row has 2 fields, beginning with '1', but the first line has 5");
  CHECK(marked.omitted == 0);
  CHECK_THAT(csv_of(marked),
             Catch::Contains("\n2,,,\"the row has 6 fields, beginning with '1', but the first "
                             "line has 5\"\n"));
  CHECK_THAT(
      fitted.refused(head + sound + "1,red\n"),
      Catch::EndsWith("new.csv:3: the row has 2 fields, beginning with '1', but the first line has 5. Is "
                      "the delimiter right, or a field not quoted?"));
}

TEST_CASE("a file without names is matched place by place, with the label or without it", "[own_data]") {
  const Fitted fitted(headless(), "rows.csv", {"header=none"});
  const Predictions with = fitted.of("3,4,1\n5,0,0\n"), without = fitted.of("3,4\n5,0\n");
  CHECK(with.has_label);
  CHECK_FALSE(without.has_label);
  CHECK(with.probability.positive() == without.probability.positive());
  CHECK(with.label == std::vector<std::string>{"1", "0"});
  CHECK_THAT(fitted.refused("1.5,2,3,4\n"),
             Catch::Contains("new.csv: there are 4 columns, but the model has 2 inputs, and its label in "
                             "column 3. Give 2 columns, or 3 with the label."));
  CHECK_THAT(fitted.refused("1\n"), Catch::Contains("new.csv: there are 1 columns"));
}

TEST_CASE("a label in front stays in front where no column has a name", "[own_data]") {
  std::string text;
  for (int i = 0; i < 12; ++i)
    text +=
        std::string(i % 3 == 0 ? "1," : "0,") + std::to_string(i) + "," + std::to_string(i * i % 7) + "\n";
  const Fitted fitted(text, "rows.csv", {"header=none", "label=first"});
  CHECK(fitted.of("1,3,4\n").probability.positive() == fitted.of("3,4\n").probability.positive());
}

TEST_CASE("LIBSVM: zeros at the end need not be written, and an index beyond the model's is refused",
          "[own_data]") {
  std::string text;
  for (int i = 0; i < 12; ++i)
    text += std::string(i % 3 == 0 ? "+1" : "-1") + " 1:" + std::to_string(i) +
            " 3:" + std::to_string(i % 4) + "\n";
  const Fitted fitted(text, "rows.svm");
  const Predictions narrow = fitted.of("-1 1:3\n", "new.svm"),
                    whole = fitted.of("+1 1:3 2:0 3:0\n", "new.svm");
  CHECK(narrow.probability.positive() == whole.probability.positive());
  CHECK(narrow.label == std::vector<std::string>{"-1"});
  CHECK_THAT(fitted.refused("+1 4:1\n", "new.svm"),
             Catch::Contains("a row has the index 4, but the model has 3 inputs."));
  const Predictions marked = fitted.of("-1 1:3\n-1 1:3 5:2\n+1 1:3 4:0\n", "new.svm");
  CHECK(marked.row == std::vector<std::int64_t>{1, 3});
  CHECK(marked.probability.positive()(1) == narrow.probability.positive()(0));
  CHECK(marked.marked.front().problem == "the row has the index 5, but the model has 3 inputs");
}

TEST_CASE("ARFF: nominal values get the indicators of the first file, an unknown class is no obstacle",
          "[own_data]") {
  const std::string head =
      "@relation r\n@attribute a numeric\n@attribute c {x, y}\n@attribute class {no, yes}\n@data\n";
  std::string text = head;
  for (int i = 0; i < 12; ++i)
    text += std::to_string(i) + (i % 2 ? ",x" : ",y") + (i % 3 == 0 ? ",yes\n" : ",no\n");
  const Fitted fitted(text, "rows.arff");
  CHECK(fitted.model.inputs == std::vector<std::string>{"a", "c=x", "c=y"});
  const Predictions unknown = fitted.of(head + "3,x,?\n", "new.arff"),
                    known = fitted.of(head + "3,x,yes\n", "b.arff");
  CHECK(unknown.probability.positive() == known.probability.positive());
  CHECK(unknown.label == std::vector<std::string>{""});
}

TEST_CASE("a file is read in the format of its own ending, one without in that of the first", "[own_data]") {
  std::string text;
  for (int i = 0; i < 12; ++i)
    text += (i % 3 == 0 ? "+1 1:" : "-1 1:") + std::to_string(i) + " 2:" + std::to_string(i % 4) + "\n";
  const Fitted fitted(text, "rows.txt", {"format=libsvm"});
  const core::Vector same = fitted.of("-1 1:3 2:1\n", "new.txt").probability.positive();
  CHECK(fitted.of("-1 1:3 2:1\n", "new.svm").probability.positive() == same);
  CHECK(fitted.of("1,2\n3,1\n", "new.csv", {"header=first_line"}).probability.positive() == same);
  CHECK(fitted.of("-1 1:3 2:1\n", "other.csv", {"format=libsvm"}).probability.positive() == same);
}

TEST_CASE("only rows with a class of the model are scored", "[own_data]") {
  const Fitted fitted(SmallFile().text());
  const Predictions three =
      fitted.of("width,colour,depth,age,outcome\n1,red,2,3,perhaps\n1,red,2,3,no\n2,red,2,3,yes\n");
  const results::ModelRows scored = own_data::scored(three, fitted.model);
  CHECK(scored.row == std::vector<std::int64_t>{2, 3});
  CHECK(scored.y(0) == -1);
  CHECK(scored.y(1) == 1);
  CHECK(scored.probability.positive() == three.probability.positive().tail(2));
}

TEST_CASE("rows far outside the training rows are counted, and rows near them are not", "[own_data]") {
  const Fitted fitted("x,z,y\n1,0,a\n2,1,b\n3,0,a\n4,1,b\n2.5,0,a\n5,1,b\n1.5,0,a\n4.5,1,b\n");
  CHECK(fitted.of("x,z\n-2.9,0\n8.9,1\n3,1.9\n3,-0.9\n").far_outside.empty()); // less than a width beyond
  const std::string said = fitted.of("x,z\n3,0\n1e6,0\n-3.5,1\n3,5\n").far_outside;
  CHECK_THAT(said,
             Catch::StartsWith("3 rows lie far outside the training rows; the first is row 2, where 'x' is "
                               "1e+06 "));
  CHECK_THAT(fitted.of("x,z\n3,0\n1,9\n").far_outside, Catch::StartsWith("1 row lies far outside"));
}

TEST_CASE("a class with a comma or a quote is one field of the CSV", "[own_data]") {
  Predictions predictions;
  predictions.row = {1, 2};
  predictions.probability = core::Vector::Constant(2, 0.5);
  predictions.has_label = true;
  predictions.label = {"a,b", "say \"no\""};
  CHECK(own_data::csv_of(predictions) == "row,probability,label\n1,0.5,\"a,b\"\n2,0.5,\"say \"\"no\"\"\"\n");
}

TEST_CASE("a setting of another kind than reading is refused, with what was meant", "[own_data][checker]") {
  const Fitted fitted(SmallFile().text());
  CHECK_THAT(
      fitted.refused("x\n1\n", "new.csv", {"heater=none"}),
      Catch::Contains("unknown key 'heater' (accepted: format, header, delimiter, decimal, indices, missing, "
                      "if_missing). "
                      "Did you mean 'header'?"));
  CHECK_THAT(fitted.refused("x\n1\n", "new.csv", {"header=non"}), Catch::Contains("Did you mean 'none'?"));
}

TEST_CASE("a model of another revision, or of a method that is not listed, is refused",
          "[own_data][checker]") {
  const Fitted fitted(SmallFile().text());
  results::Model other = fitted.model;
  const auto replaced = [&](const std::string& from, const std::string& to) {
    other.setting = fitted.model.setting;
    other.setting.replace(other.setting.find(from), from.size(), to);
    return tests::refusal([&] { own_data::predict(other, fitted.file, {}); });
  };
  CHECK_THAT(replaced("penalised_logistic", "penalized_logistic"), Catch::Contains("penalized_logistic"));
  CHECK_THAT(replaced("{},\"revision\":1},\"seed\"", "{},\"revision\":9},\"seed\""),
             Catch::Contains("is stored at revision 9"));
}

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
    const core::Vector f =
        (tests::training_inputs(file, model) * fitted.coefficients).array() + fitted.intercept;
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
    const core::Vector f =
        (tests::training_inputs(file, model) * fitted.coefficients).array() + fitted.intercept;
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
             Catch::StartsWith("The method has no model of coefficients for --coefficients."));
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
             Catch::StartsWith("Class '") &&
                 Catch::Contains(" training rows, too few for cross-validation with 40 folds."));
}
