#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

#include "core/random/stream.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

// fit and predict as a person calls them: what stands on which stream, what is written, how it ends.
namespace {

using reproducibility::Scratch;

struct Ended {
  int code = -1;
  std::string out, err;
};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Runs the program in the scratch directory. The words are a shell's.
Ended program(const Scratch& scratch, const std::string& words) {
  const std::string command = "cd '" + (scratch / "").string() + "' && '" MARGINLAB_PROGRAM "' " + words +
                              " >out.txt 2>err.txt </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(scratch / "out.txt"),
          text_of(scratch / "err.txt")};
}

/// 40 rows of two numbers and a class that leans on the first.
std::string rows() {
  core::Stream stream("rows of a file of one's own");
  std::string text = "a,b,y\n";
  for (int i = 0; i < 40; ++i) {
    const double a = stream.normal(), b = stream.normal();
    text += std::to_string(a) + "," + std::to_string(b) + (a + stream.normal() > 0 ? ",1\n" : ",0\n");
  }
  return text;
}

const std::string fit_words =
    "fit --data mine.csv --label y --method platt --classifier weighted_svm --model m.h5 kernel=gaussian "
    "sigma=1 tuning.criterion=cross_validation tuning.lambda='[0.1, 1, 10]'";

} // namespace

TEST_CASE("fit prints scores and a diagram, predict prints CSV and scores beside it, twice the same",
          "[own_data][program]") {
  const Scratch scratch;
  scratch.write("mine.csv", rows());
  const Ended fitted = program(scratch, fit_words + " --diagram d.svg");
  CAPTURE(fitted.err);
  REQUIRE(fitted.code == 0);
  for (const char* part : {"40 rows, 2 inputs", "30 rows to learn from, 10 held out", "lambda  ",
                           "worst relative gap", "log score (cre)", "Brier score", "test error", "0.9 to 1"})
    CHECK_THAT(fitted.out, Catch::Contains(part));
  CHECK_THAT(text_of(scratch / "d.svg"), Catch::StartsWith("<svg"));

  const Ended predicted = program(scratch, "predict m.h5 mine.csv");
  REQUIRE(predicted.code == 0);
  CHECK_THAT(predicted.out, Catch::StartsWith("row,probability_1,label\n1,0."));
  CHECK(std::count(predicted.out.begin(), predicted.out.end(), '\n') == 41);
  CHECK_THAT(predicted.err, Catch::Contains("On 40 of 40 rows"));
  CHECK(program(scratch, "predict m.h5 mine.csv --out p.csv").out.empty());
  CHECK(text_of(scratch / "p.csv") == predicted.out);

  CHECK(program(scratch, fit_words).out == fitted.out);
  CHECK(program(scratch, "predict m.h5 mine.csv").out == predicted.out);
}

TEST_CASE("a mistake ends with 2, a sentence and nothing written", "[own_data][program][degenerate]") {
  const Scratch scratch;
  scratch.write("mine.csv", rows());
  scratch.write("one.csv", "a,y\n1,0\n2,0\n");
  for (const char* words :
       {"fit --data mine.csv --model x.h5 --method brackett", "fit --data none.csv --model x.h5",
        "fit --data mine.csv --model x.h5 --label z", "fit --data mine.csv --model x.h5 intervalls=3",
        "fit --data mine.csv --model x.h5 --holdout 1.5", "fit --data one.csv --model x.h5",
        "fit --data mine.csv --model x.h5 --positive 7", "fit --data mine.csv --model no/x.h5",
        "fit --data mine.csv --model x.h5 --holdout 0 --diagram x.svg", "fit --data mine.csv",
        "fit --data mine.csv --model x.h5 --seed -1", "fit --data mine.csv --model ''",
        "fit --data mine.csv --model x.h5 --label=", "run quickstart --out ''",
        "predict mine.csv mine.csv --out x.h5", "predict none.h5 mine.csv --out x.h5"}) {
    CAPTURE(words);
    const Ended ended = program(scratch, words);
    CHECK(ended.code == 2);
    CHECK(ended.out.empty());
    CHECK_FALSE(ended.err.empty());
    CHECK_FALSE(std::filesystem::exists(scratch / "x.h5"));
    CHECK_FALSE(std::filesystem::exists(scratch / "x.svg"));
  }
}

TEST_CASE("an option that a verb does not take is answered by what to type instead",
          "[own_data][program][degenerate]") {
  const Scratch scratch;
  scratch.write("mine.csv", rows());
  const std::pair<const char*, const char*> answers[] = {
      {"fit --data mine.csv --model x.h5 --method bayes_rule --weights w",
       "Method 'bayes_rule' takes no weights."},
      {"fit --data mine.csv --model x.h5 --sample-weight=w",
       "'--sample-weight=w' is no option of marginlab fit. marginlab fit weighs rows by --weights COLUMN."},
      {"fit --data mine.csv --model x.h5 --prior 0.01",
       "Where probabilities are used, marginlab predict MODEL FILE --prior SHARE corrects them."},
      {"fit --data mine.csv --model x.h5 --kernel gaussian",
       "It is a setting, which has no dashes. Write kernel=VALUE."},
      {"fit --data mine.csv --model x.h5 --if-missing=omit", "Write if_missing=VALUE."},
      {"fit --data mine.csv --modle x.h5",
       "'--modle' is no option of marginlab fit. Did you mean '--model'?"},
      {"fit --data mine.csv --model x.h5 --xyzzyx", "See marginlab fit --help."},
      {"data fetch pima --xyzzyx", "'--xyzzyx' is no option of marginlab data fetch."},
      {"predict x.h5 mine.csv --unseen skip -q", "'-q' is no option of marginlab predict."}};
  for (const auto& [words, answer] : answers) {
    CAPTURE(words);
    const Ended ended = program(scratch, words);
    CHECK(ended.code == 2);
    CHECK_THAT(ended.err, Catch::Contains(answer));
    CHECK_FALSE(std::filesystem::exists(scratch / "x.h5"));
  }
}

TEST_CASE("a fit that does not converge ends with 3, and what came of it is printed and written",
          "[own_data][program][degenerate]") {
  const Scratch scratch;
  scratch.write("separable.csv", "a,y\n1,0\n2,0\n3.5,0\n4,1\n5,1\n6,1\n");
  const std::string words = "fit --data separable.csv --holdout 0 --model m.h5 --method ";
  const Ended unpenalised = program(scratch, words + "baseline_logit");
  CHECK(unpenalised.code == 3);
  CHECK_THAT(unpenalised.out, Catch::Contains("NOT CONVERGED"));
  CHECK_THAT(unpenalised.err, Catch::Contains("did not reach its gap"));
  CHECK(std::filesystem::exists(scratch / "m.h5"));
  CHECK(program(scratch, words + "baseline_logit lambda=1").code == 0);
}

TEST_CASE("a fit that takes more than two seconds says how far it is, though no fit of it has ended",
          "[own_data][program][slow]") {
  const Scratch scratch;
  std::string text = "a,b,c,d,y\n";
  core::Stream stream("rows of a long fit");
  for (int i = 0; i < 900; ++i) {
    for (int j = 0; j < 4; ++j) text += std::to_string(stream.normal()) + ",";
    text += std::to_string(i % 4) + "\n";
  }
  scratch.write("long.csv", text);
  const std::string words = "'" MARGINLAB_PROGRAM
                            "' fit --data long.csv --model m.h5 --method border_weight "
                            "kernel=gaussian classes=each tuning.criterion=fixed tuning.lambda=1";
  const std::string command =
      "cd '" + (scratch / "").string() + "' && timeout 6 " + words + " 2>err.txt >/dev/null";
  const int status = std::system(command.c_str());
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) == 124); // it would take minutes
  CHECK_THAT(text_of(scratch / "err.txt"), Catch::Contains("No fit is done, "));
}

TEST_CASE("a comparison is printed twice the same, and writes a model only where one is named",
          "[own_data][program]") {
  const Scratch scratch;
  scratch.write("mine.csv", rows());
  const Ended compared = program(scratch, "fit --data mine.csv --compare");
  CAPTURE(compared.err);
  REQUIRE(compared.code == 0);
  for (const char* part : {"On the 10 held-out rows", "penalised_logistic ", "bracket, kernel gaussian",
                           "random_forest ", "the share of each class", "\n* "})
    CHECK_THAT(compared.out, Catch::Contains(part));
  CHECK_FALSE(std::filesystem::exists(scratch / "m.h5"));
  CHECK(program(scratch, "fit --data mine.csv --compare --model m.h5").out == compared.out);
  CHECK(program(scratch, "predict m.h5 mine.csv").code == 0);
  CHECK(program(scratch, "fit --data mine.csv --compare --diagram d.svg").code == 2);
}

TEST_CASE("an option with an empty word behind it is refused by its name, and steers no terminal",
          "[own_data][program][degenerate]") {
  const Scratch scratch;
  scratch.write("mine.csv", "a\x1b[31m,b\u202e,y\n1,2,0\n2,1,1\n");
  CHECK(program(scratch, "run quickstart --out ''").err ==
        "marginlab: --out '': the word is empty. Name something, or leave the option out.\n");
  const Ended ended = program(scratch, "fit --data mine.csv --model x.h5 --label z");
  CHECK(ended.code == 2);
  CHECK_THAT(ended.err, Catch::Contains("there is no column 'z'. There are 3: a?[31m, b?, y."));
}

TEST_CASE("a prediction that is refused leaves the file it would have replaced",
          "[own_data][program][degenerate]") {
  const Scratch scratch;
  scratch.write("mine.csv", rows());
  scratch.write("new.csv", "a,c\n1,2\n");
  scratch.write("p.csv", "precious\n");
  REQUIRE(program(scratch, fit_words).code == 0);
  const Ended ended = program(scratch, "predict m.h5 new.csv --out p.csv");
  CHECK(ended.code == 2);
  CHECK_THAT(ended.err, Catch::Contains("no column 'b'") && Catch::Contains("column 'c'"));
  CHECK(text_of(scratch / "p.csv") == "precious\n");
}

TEST_CASE("notes stand on standard error, numbers on standard output", "[own_data][program]") {
  const Scratch scratch;
  std::string text = rows();
  std::replace(text.begin(), text.end(), ',', ';');
  scratch.write("mine.csv", text);
  const Ended fitted = program(scratch, fit_words);
  CAPTURE(fitted.err);
  REQUIRE(fitted.code == 0);
  CHECK_THAT(fitted.err, Catch::Contains("mine.csv: semicolons divide the fields"));
  CHECK_THAT(fitted.out, !Catch::Contains("semicolons"));
  scratch.write("new.csv", "a;b;more\n.5;.5;1\n");
  const Ended predicted = program(scratch, "predict m.h5 new.csv");
  CHECK(predicted.code == 0);
  CHECK_THAT(predicted.err, Catch::Contains("no input 'more'"));
  CHECK_THAT(predicted.out, Catch::StartsWith("row,probability_1\n1,0."));
}

TEST_CASE("standard input is read as a file of the same bytes is, packed or not", "[own_data][program]") {
  const Scratch scratch;
  scratch.write("mine.csv", rows());
  REQUIRE(program(scratch, fit_words).code == 0);
  const Ended of_file = program(scratch, "predict m.h5 mine.csv");
  const auto piped = [&](const std::string& before) {
    const std::string command = "cd '" + (scratch / "").string() + "' && " + before +
                                " | '" MARGINLAB_PROGRAM "' predict m.h5 - >out.txt 2>err.txt";
    const int status = std::system(command.c_str());
    CHECK(WEXITSTATUS(status) == 0);
    return text_of(scratch / "out.txt");
  };
  CHECK(piped("cat mine.csv") == of_file.out);
  CHECK(piped("gzip -c mine.csv") == of_file.out);
  const Ended refused = program(scratch, "fit --data - --model x.h5");
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::Contains("fit reads its data more than once"));
}

TEST_CASE("predict says after two seconds that it still reads, and goes on once the rows are there",
          "[own_data][program][slow]") {
  const Scratch scratch;
  scratch.write("mine.csv", rows());
  REQUIRE(program(scratch, fit_words).code == 0);
  const std::string printed = program(scratch, "predict m.h5 mine.csv").out;
  // The rows are held back until the program has spoken, so that no machine reads them too fast.
  const std::string command =
      "cd '" + (scratch / "").string() +
      "' && : >err.txt && { for i in $(seq 300); do grep -q 'Still predicting, ' err.txt "
      "&& break; sleep 0.1; done; cat mine.csv; } | '" MARGINLAB_PROGRAM
      "' predict m.h5 - >out.txt 2>>err.txt";
  const int status = std::system(command.c_str());
  CHECK(WEXITSTATUS(status) == 0);
  CHECK_THAT(text_of(scratch / "err.txt"), Catch::Contains("Still predicting, "));
  CHECK(text_of(scratch / "out.txt") == printed);
}

TEST_CASE("a row that cannot be predicted ends with 3, with every row in its place", "[own_data][program]") {
  const Scratch scratch;
  scratch.write("mine.csv", rows());
  scratch.write("new.csv", "a,b\n1,2\nNA,1\n3,four\n0,0\n");
  REQUIRE(program(scratch, fit_words).code == 0);
  const Ended ended = program(scratch, "predict m.h5 new.csv --out p.csv");
  CHECK(ended.code == 3);
  CHECK_THAT(ended.err,
             Catch::Contains("2 of 4 rows cannot be predicted and are marked. The first is row 2"));
  const std::string csv = text_of(scratch / "p.csv");
  CHECK_THAT(csv, Catch::Contains(
                      "\n2,,column 'a' is missing\n3,,\"column 'b' is 'four', which is no number\"\n4,"));
  CHECK(program(scratch, "predict m.h5 new.csv if_missing=omit --unseen error").code == 3);
  CHECK(program(scratch, "predict m.h5 new.csv --unseen perhaps").code == 2);
}

TEST_CASE("model and file the wrong way round are recognised", "[own_data][program][degenerate]") {
  const Scratch scratch;
  scratch.write("mine.csv", rows());
  REQUIRE(program(scratch, fit_words).code == 0);
  const Ended ended = program(scratch, "predict mine.csv m.h5 --out p.csv");
  CHECK(ended.code == 2);
  CHECK_THAT(ended.err, Catch::Contains("Did you mean: marginlab predict m.h5 mine.csv?"));
  CHECK_FALSE(std::filesystem::exists(scratch / "p.csv"));
}

TEST_CASE("a study says how it read a file, and prints two files by their names", "[own_data][program]") {
  const Scratch scratch;
  const std::string text = rows();
  scratch.write("one.csv", text);
  scratch.write("two.csv", text.substr(text.find('\n') + 1));
  scratch.write("s.yaml", R"(title: two files
seed: 1
replications: 2
data:
  - {source: file, name: first, path: one.csv, label: y, positive: "1", n_train: 20}
  - {source: file, name: second, path: two.csv, positive: "1", n_train: 20}
classifiers:
  - {classifier: weighted_svm, name: linear, kernel: linear}
  - {classifier: weighted_svm, name: gaussian, kernel: gaussian}
methods: [{method: platt, tuning: {criterion: fixed, lambda: 1}}]
metrics: [cre]
layout: {rows: [data, classifier], columns: [method], metrics: [cre]}
)");
  const Ended checked = program(scratch, "check s.yaml");
  CAPTURE(checked.out, checked.err);
  CHECK(checked.code == 0);
  CHECK_THAT(checked.out, Catch::Contains("Write target: y") && Catch::Contains("the first line is data"));
  const Ended run = program(scratch, "run s.yaml --out r");
  CHECK(run.code == 0);
  const Ended report = program(scratch, "report r");
  CAPTURE(report.out);
  for (const char* label : {"first", "second", "linear", "gaussian"})
    CHECK_THAT(report.out, Catch::Contains(label));
  CHECK_THAT(report.out, !Catch::Contains("SVM  "));
}

TEST_CASE("tab completion knows the verbs, their options and the listed methods", "[own_data][program]") {
  const Scratch scratch;
  const auto offered = [&](const std::string& words) { return program(scratch, "__complete " + words).out; };
  CHECK_THAT(offered("pre"), Catch::Contains("fit\n") && Catch::Contains("predict\n"));
  CHECK_THAT(offered("fit --"), Catch::Contains("--holdout\n") && Catch::Contains("--classifier\n"));
  CHECK_THAT(offered("fit --data mine.csv --method ''"), Catch::Contains("bracket\n"));
  CHECK_THAT(offered("fit --classifier ''"), Catch::Contains("weighted_svm\n"));
  CHECK_THAT(offered("run ''"), Catch::Contains("wang2008/table1\n"));
}

TEST_CASE("help VERB is VERB --help, and a mistyped verb behind it is answered", "[program]") {
  const Scratch scratch;
  for (const char* verb : {"fit", "predict", "run", "list", "data", "submit slurm"}) {
    const Ended asked = program(scratch, std::string("help ") + verb);
    CAPTURE(verb, asked.err);
    CHECK(asked.code == 0);
    CHECK(asked.out == program(scratch, std::string(verb) + " --help").out);
  }
  CHECK(program(scratch, "help").out == program(scratch, "--help").out);
  CHECK_THAT(program(scratch, "help fitt").err, Catch::Contains("Did you mean 'fit'?"));
}

TEST_CASE("list methods says for how many classes each is", "[program]") {
  const std::string listed = program(Scratch(), "list methods").out;
  CHECK_THAT(listed,
             Catch::Contains("    for 2 classes\n") && Catch::Contains("    for 2 or more classes\n"));
}

TEST_CASE("run --verify names the block that is off, and the stored config can be run where it stands",
          "[program]") {
  const Scratch scratch;
  std::filesystem::create_directories(scratch / "printed");
  scratch.write("printed/t.csv", "method,metric,value,se\nplatt,gkl,9.50,0.01\nplatt,cre,9.50,0.01\n");
  scratch.write(
      "s.yaml",
      "title: t\nreplications: 4\ndata:\n  - source: wang2008/example1\n    n_train: 20\n    n_test: "
      "20\nclassifiers:\n  - {classifier: weighted_svm, kernel: linear}\nmethods:\n  - method: "
      "platt\n    tuning: {criterion: fixed, lambda: 1}\nmetrics: [gkl, cre]\nlayout:\n  rows: [data, "
      "classifier]\n  columns: [method]\n  metrics: [gkl, cre]\npublished: {file: printed/t.csv}\n");
  const Ended first = program(scratch, "run s.yaml --out r --verify");
  CAPTURE(first.err);
  CHECK(first.code == 4);
  CHECK_THAT(first.err, Catch::Contains("--verify: GKL of example1: 1 number is off."));
  const Ended again = program(scratch, "run r/config.yaml --out again --verify");
  CAPTURE(again.err);
  CHECK(again.code == 4);
}
