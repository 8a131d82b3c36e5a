#include <algorithm>

#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

// Files as programs and people write them: fit reads them right or says why not, and predict reads by the
// model.
using experiments::own_data::fit;
using experiments::own_data::FitRequest;
using experiments::own_data::predict;
using experiments::own_data::Predictions;
using Notes = std::vector<std::string>;

namespace {

/// The model of a text with the notes that fit says of it.
struct Fitted {
  tests::TemporaryFolder folder;
  results::Model model{};
  Notes notes{};

  explicit Fitted(const std::string& text, const std::string& name = "t.csv", const Notes& settings = {},
                  const std::string& ignore = "") {
    FitRequest request;
    request.words.data = folder.write(name, text);
    request.words.method = "penalised_logistic";
    request.words.ignore = ignore;
    request.words.settings = {"tuning.criterion=fixed", "lambda=1"};
    request.words.settings.insert(request.words.settings.end(), settings.begin(), settings.end());
    request.holdout = 0;
    request.notes = [this](const std::string& note) { notes.push_back(note); };
    results::write_model(folder.path() / "m.h5", fit(request));
    model = results::read_model(folder.path() / "m.h5");
  }

  Predictions of(const std::string& text, const std::string& name = "new.csv") const {
    return predict(model, folder.write(name, text), {});
  }
};

std::string refused(const std::string& text, const Notes& settings = {}) {
  return tests::refusal([&] { Fitted(text, "t.csv", settings); });
}

/// 12 rows of two numbers and a class, in the words of some writer.
std::string rows(const std::string& head, const std::string& before, const std::string& between,
                 const std::string& one, const std::string& other, bool numbered = false) {
  std::string text = head;
  for (int i = 0; i < 12; ++i)
    text += (numbered ? std::to_string(i) + between : "") + before + std::to_string(i) + ".5" + between +
            std::to_string(i * i % 7) + between + (i * i % 5 > 1 ? one : other) + "\n";
  return text;
}

std::string with_commas(std::string text) {
  std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

core::Vector at(const Fitted& fitted, const std::string& text, const std::string& name = "new.csv") {
  return fitted.of(text, name).probability.positive();
}

} // namespace

TEST_CASE("the same rows give the same model however they are written", "[own_data]") {
  const Fitted plain(rows("a,b,y\n", "", ",", "1", "-1"));
  CHECK(plain.notes.empty());
  const Fitted others[] = {Fitted(rows("", "", ",", "1", "-1")),
                           Fitted(rows("a\tb\ty\n", "", "\t", "1", "-1"), "t.txt"),
                           Fitted(with_commas(rows("a;b;y\n", "", ";", "1", "-1"))),
                           Fitted("sep=;\n" + rows("a;b;y\n", "", ";", "1", "-1")),
                           Fitted(rows(",a,b,y\n", "", ",", "1", "-1", true)),
                           Fitted(rows("\"a\" \"b\" \"y\"\n", "", " ", "1", "-1", true), "t.dat"),
                           Fitted("\xef\xbb\xbf" + rows("a,b,y\n", "", ",", "1", "-1.0"))};
  for (const Fitted& other : others) {
    CAPTURE(other.model.setting);
    CHECK(other.model.low == plain.model.low);
    CHECK(other.model.training.probability.positive() == plain.model.training.probability.positive());
  }
}

TEST_CASE("LIBSVM and CSV of the same rows hold out the same rows and score alike", "[own_data]") {
  const tests::TemporaryFolder folder;
  std::string csv = "a,b,y\n", crlf = "a,b,y\r\n", sparse;
  for (int i = 0; i < 40; ++i) {
    const std::string a = std::to_string(i * 7 % 11 + 1), b = std::to_string(i * i % 7 + 1),
                      y = i * i % 5 > 1 ? "1" : "-1";
    csv += a + "," + b + "," + y + "\n";
    crlf += a + "," + b + "," + y + "\r\n";
    sparse += (y == "1" ? "+1 2:" : "-1 2:") + b + " 1:" + a + "\n";
  }
  std::vector<results::Model> models;
  for (const auto& [name, text] :
       {std::pair{"a.csv", csv}, std::pair{"b.csv", crlf}, std::pair{"c.dat", sparse}}) {
    FitRequest request;
    request.words.data = folder.write(name, text);
    request.words.method = "penalised_logistic";
    request.words.settings = {"tuning.criterion=cross_validation", "tuning.lambda=[0.01, 1, 100]"};
    models.push_back(fit(request));
  }
  for (const results::Model& model : models) {
    CHECK(model.held_out.row == models.front().held_out.row);
    CHECK(model.lambda == models.front().lambda);
    CHECK(model.scores == models.front().scores);
  }
}

TEST_CASE("predict reads by the model: what a file leaves open is as in the first", "[own_data]") {
  const Fitted european(with_commas(rows("a;b;y\n", "", ";", "yes", "no")));
  const core::Vector same = at(european, "a;b\n3,5;4\n");
  CHECK(at(european, "a,b\n3.5,4\n") == same);
  CHECK(at(european, "b\ta\n4\t3.5\n") == same);
  CHECK(at(european, "a;b\n3;4\n").size() == 1);

  const Fitted numbered(rows(",a,b,y\n", "", ",", "yes", "no", true));
  CHECK(at(numbered, ",a,b\n99,3.5,4\n") == at(numbered, "a,b\n3.5,4\n"));

  const Fitted headless(rows("", "", ",", "yes", "no", true));
  CHECK(headless.model.columns.size() == 2);
  CHECK(at(headless, "0,3.5,4,no\n1,3.5,4,no\n") == at(headless, "3.5,4\n3.5,4\n"));
  CHECK(at(headless, "0,3.5,4\n1,3.5,4\n") == at(headless, "3.5,4,no\n3.5,4,no\n"));
}

TEST_CASE("LIBSVM that counts from 0 is predicted from 0, with labels or without, and never mixed",
          "[own_data]") {
  std::string zero, one;
  for (int i = 0; i < 12; ++i) {
    const std::string label = i * i % 5 > 1 ? "1 " : "0 ", b = std::to_string(i * i % 7 + 1);
    zero += label + "0:" + std::to_string(i + 1) + " 1:" + b + "\n";
    one += label + "1:" + std::to_string(i + 1) + " 2:" + b + "\n";
  }
  const Fitted from_zero(zero, "z.dat"), from_one(one, "o.dat");
  CHECK(from_zero.notes.size() == 2);
  CHECK(from_zero.model.training.probability.positive() == from_one.model.training.probability.positive());
  CHECK(at(from_zero, "1 1:3\n", "n.dat") == at(from_one, "1 2:3\n", "n.dat"));
  CHECK(at(from_zero, "0:2 1:3\n", "n.dat") == at(from_zero, "1 0:2 1:3\n", "n.dat"));
  CHECK_FALSE(from_zero.of("0:2 1:3\n", "n.dat").has_label);
  CHECK_THAT(tests::refusal([&] { from_one.of("1 0:2 1:3\n", "n.dat"); }),
             Catch::Contains("has the index 0, but indices count from 1"));
  CHECK_THAT(tests::refusal([&] { from_zero.of("1 2:2\n", "n.dat"); }),
             Catch::Contains("a row has the index 2, but the model has 2 inputs."));
}

TEST_CASE("what --ignore names, by name or number, is left out, and predict does without it", "[own_data]") {
  const Fitted plain(rows("a,b,y\n", "", ",", "yes", "no"));
  for (const char* ignore : {"name", "1"}) {
    const Fitted ignored(rows("name,a,b,y\n", "", ",", "yes", "no", true), "t.csv", {}, ignore);
    CHECK(ignored.notes.empty());
    CHECK(ignored.model.training.probability.positive() == plain.model.training.probability.positive());
    CHECK(at(ignored, "a,b\n3.5,4\n") == at(plain, "a,b\n3.5,4\n"));
    CHECK(ignored.of("name,a,b\nx,3.5,4\n").notes.empty());
  }
  const Fitted kept(rows(",a,b,y\n", "", ",", "yes", "no", true), "t.csv", {}, "none");
  CHECK(kept.model.columns.size() == 3);
  CHECK_THAT(tests::refusal([] { Fitted(rows("a,b,y\n", "", ",", "1", "0"), "t.csv", {}, "y"); }),
             Catch::Contains("has the classes and cannot be ignored"));
}

TEST_CASE("missing values are filled by the training rows, in the model as in predictions", "[own_data]") {
  std::string text = "a,town,y\n";
  for (int i = 0; i < 12; ++i)
    text += (i == 5 ? std::string("NA") : std::to_string(i)) + "," +
            (i == 7       ? ""
             : i % 3 == 0 ? "x"
                          : "z") +
            (i * i % 5 > 1 ? ",1\n" : ",0\n");
  for (const char* policy : {"if_missing=median", "if_missing=indicator"}) {
    CAPTURE(policy);
    const Fitted fitted(text, "t.csv", {"encoding=occurring", policy});
    CHECK(fitted.model.low.allFinite());
    CHECK(fitted.model.high.allFinite());
    CHECK(fitted.model.fill(0) == 6); // the median of 0 ... 11 without 5
    const Predictions filled = fitted.of("a,town\nNA,x\n3,\n6,x\n3,z\n");
    REQUIRE(filled.row.size() == 4);
    const core::Vector p = filled.probability.positive();
    const bool as_filled = std::string(policy) == "if_missing=median";
    CHECK((p(0) == p(2)) == as_filled);
    CHECK((p(1) == p(3)) == as_filled);
  }
  CHECK_THAT(refused(text, {"encoding=occurring"}), Catch::Contains("is missing"));
  const Fitted omitted(text, "t.csv", {"encoding=occurring", "if_missing=omit"});
  CHECK(omitted.model.training.row.size() == 10);
  CHECK_THAT(omitted.notes.front(),
             Catch::EndsWith("2 of 12 rows have a missing value and are left out: 1 in "
                             "'a', 1 in 'town'."));
}

TEST_CASE("a policy that a model has not learned is refused where it predicts", "[own_data]") {
  const Fitted fitted(rows("a,b,y\n", "", ",", "yes", "no"));
  CHECK_THAT(tests::refusal([&] {
               predict(fitted.model, fitted.folder.write("n.csv", "a,b\nNA,1\n"), {"if_missing=median"});
             }),
             Catch::Contains("the model has learned no values to fill in"));
}

TEST_CASE("names and dates are no inputs, and the sentence says --ignore", "[own_data]") {
  std::string names = "name,a,y\n", dates = "day,a,y\n";
  for (int i = 0; i < 30; ++i) {
    names += "Mr " + std::to_string(i * i) + ",1.5," + (i % 2 ? "a\n" : "b\n");
    dates += "2020-01-" + std::to_string(10 + i % 20) + ",1.5," + (i % 2 ? "a\n" : "b\n");
  }
  for (const Notes& settings : {Notes{}, Notes{"encoding=occurring"}}) {
    CHECK_THAT(refused(names, settings),
               Catch::Contains("column 'name'") && Catch::Contains("--ignore name"));
    CHECK_THAT(refused(dates, settings), Catch::Contains("has dates") && Catch::Contains("--ignore day"));
  }
}

TEST_CASE("a column of the prediction is named by its class", "[own_data]") {
  const Fitted fitted(rows("a,b,y\n", "", ",", "\"yes, match\"", "no"));
  CHECK_THAT(experiments::own_data::csv_of(fitted.of("a,b\n1.5,2\n")),
             Catch::StartsWith("row,\"probability_yes, match\"\n1,"));
}

TEST_CASE("a file of 20,000 columns is fitted to and predicted", "[own_data]") {
  std::string head, row;
  for (int j = 0; j < 20000; ++j) {
    head += "a column with a long name that begins as all others do " + std::to_string(j) + ",";
    row += j % 2 ? "1," : "0,";
  }
  const Fitted fitted(head + "y\n" + row + "a\n1," + row.substr(2) + "b\n" + row + "a\n1," + row.substr(2) +
                      "b\n");
  CHECK(fitted.of(head + "y\n" + row + "a\n").row.size() == 1);
}

TEST_CASE("words among the inputs become 0/1 inputs with a note, and only where nothing is said of them",
          "[own_data]") {
  const std::string text = "c,x,y\nred,1,0\nblue,2,1\nred,1,0\nblue,3,1\nred,0,0\nblue,2,1\n";
  const Fitted open(text), said(text, "t.csv", {"encoding=occurring"});
  CHECK(open.notes ==
        Notes{"Words are among the inputs: each becomes a 0/1 input, as encoding=occurring says."});
  CHECK(said.notes.empty());
  CHECK(open.model.setting == said.model.setting);
  CHECK(open.model.inputs == Notes{"c=blue", "c=red", "x"});
  CHECK_THAT(refused(text, {"encoding=refused"}),
             Catch::Contains("column 1 ('c') is 'red', which is not a number."));
  CHECK_THAT(refused("c,x,y\nred,1,0\n,2,1\nred,1,0\nblue,3,1\n"),
             Catch::Contains("column 1 ('c') is missing. A method needs every value. Say if_missing="));
  CHECK(Fitted("c,x,y\nred,1,0\n,2,1\nred,1,0\nblue,3,1\n", "t.csv", {"if_missing=indicator"})
            .model.inputs.size() == 4);
}

TEST_CASE("numbers with signs or divided thousands never become words unasked", "[own_data][degenerate]") {
  const auto said = [](const std::string& one, const std::string& other, const Notes& settings = {}) {
    std::string text = "x,y\n";
    for (int i = 0; i < 4; ++i) text += "\"" + one + "\",no\n\"" + other + "\",yes\n";
    return refused(text, settings);
  };
  for (const auto& [one, other] : {std::pair{"10%", "20%"},
                                   {"$1", "$2.50"},
                                   {"\u20ac 5", "7 \u20ac"},
                                   {"1.000,50", "2.500,25"},
                                   {"1 000", "2 000"}}) {
    CAPTURE(one);
    CHECK_THAT(said(one, other), Catch::Contains("a number with other signs, and each would become"));
    CHECK(said(one, other, {"encoding=occurring"}) == "accepted");
  }
  CHECK_THAT(said("1,234", "12,345"), Catch::Contains("is '1,234', which is no number."));
  for (const auto& [one, other] : {std::pair{"25-34", "75+"},
                                   {"1.2.3", "1.2.4"},
                                   {"A1", "B2"},
                                   {"%", "$"},
                                   {"2020-01", "2020-02"},
                                   {"1:2", "2:1"}}) {
    CAPTURE(one);
    CHECK(said(one, other) == "accepted");
  }
}

TEST_CASE("a label of many classes is answered by the columns that have two", "[own_data][checker]") {
  std::string text = "sex,died,age\n";
  for (int i = 0; i < 60; ++i)
    text += std::string(i % 3 ? "f" : "m") + "," + std::to_string(i % 2) + "," + std::to_string(i / 2) + "\n";
  CHECK_THAT(refused(text), Catch::Contains("has 30 classes: 0, 1, 2, 3, 4 and 25 more.") &&
                                Catch::Contains("or name another column with --label, such as 'sex'") &&
                                Catch::Contains("'died'"));
  CHECK_THAT(refused("x,z,y\n1,2,7\n2,3,7\n3,5,7\n"), Catch::Contains("with --label."));
}
