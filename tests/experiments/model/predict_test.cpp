#include "experiments/model/predict.hpp"

#include "experiments/model/fit.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/experiments/model/small_file.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
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
  CHECK(own_data::csv_of(shuffled) == "row,probability\n1," + core::shortest(same(0)) + "\n");
}

TEST_CASE("columns that are missing, and columns that are none of the model's, are all named",
          "[own_data][checker]") {
  const Fitted fitted(SmallFile().text());
  const std::string sentence = fitted.refused("width,color,age,weight\n1,red,2,3\n");
  CHECK_THAT(sentence, Catch::Contains("new.csv: no column 'colour', 'depth' (the model's inputs are width, "
                                       "colour, depth, age) add them"));
  CHECK_THAT(sentence, Catch::Contains("new.csv: column 'color', 'weight' (the model has no such input"));
}

TEST_CASE("a word the model has never seen is refused with its place and those it knows",
          "[own_data][checker]") {
  const Fitted fitted(SmallFile().text());
  CHECK_THAT(fitted.refused("width,colour,depth,age\n1,red,2,3\n1,pink,2,3\n"),
             Catch::Contains("new.csv:3: column 2 ('colour') is 'pink' (a word without an indicator; those "
                             "known here are 'blue', 'green', 'red')"));
  CHECK_THAT(fitted.refused("width,colour,depth,age\n1,red,2,old\n"),
             Catch::Contains("new.csv:2: column 4 ('age') is 'old' (the inputs are taken for numbers)"));
}

TEST_CASE("a missing number is refused with its place, or its row left out and the others keep their numbers",
          "[own_data]") {
  const Fitted fitted(SmallFile().text());
  const std::string text = "width,colour,depth,age,outcome\n1,red,2,3,yes\n1,red,NA,3,no\n2,blue,2,3,\n";
  CHECK_THAT(fitted.refused(text), Catch::Contains("new.csv:3: column 3 ('depth') is missing"));
  const Predictions kept = fitted.of(text, "new.csv", {"if_missing=omit"});
  CHECK(kept.row == std::vector<std::int64_t>{1, 3});
  CHECK(kept.omitted == 1);
  CHECK(kept.label == std::vector<std::string>{"yes", ""}); // a missing class is no reason
  CHECK(own_data::scored(kept, fitted.model).row == std::vector<std::int64_t>{1});
}

TEST_CASE("a file without names is matched place by place, with the label or without it", "[own_data]") {
  const Fitted fitted(headless(), "rows.csv", {"header=none"});
  const Predictions with = fitted.of("3,4,1\n5,0,0\n"), without = fitted.of("3,4\n5,0\n");
  CHECK(with.has_label);
  CHECK_FALSE(without.has_label);
  CHECK(with.probability.positive() == without.probability.positive());
  CHECK(with.label == std::vector<std::string>{"1", "0"});
  CHECK_THAT(fitted.refused("1,2,3,4\n"),
             Catch::Contains("new.csv: 4 columns (the model has 2 inputs, and its label in column 3) give 2 "
                             "columns, or 3 with the label"));
  CHECK_THAT(fitted.refused("1\n"), Catch::Contains("new.csv: 1 columns"));
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
  CHECK_THAT(fitted.refused("+1 4:1\n", "new.svm"), Catch::Contains("index 4 (the model has 3 inputs)"));
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
  CHECK(fitted.of("1,2\n3,1\n", "new.csv").probability.positive() == same);
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
      Catch::Contains("unknown key 'heater' (accepted: format, header, delimiter, missing, if_missing). "
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
