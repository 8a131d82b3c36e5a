#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "datasets/catalog.hpp"
#include "datasets/real/data_folders.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/plan/plan.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gzip.hpp"

using namespace experiments;

namespace {

/// The four lines of a study that are tried.
struct Lines {
  std::string data = "{source: colon, n_train: 20, sampling: stratified}";
  std::string method = "{method: platt, tuning: {criterion: fixed, lambda: 1}}";
  std::string classifier = "{classifier: weighted_svm, kernel: linear}";
  std::string metrics = "[test_error]";

  std::string text() const {
    return "title: A study that is tried\nreplications: 2\ndata:\n  - " + data + "\nclassifiers:\n  - " +
           classifier + "\nmethods:\n  - " + method + "\nmetrics: " + metrics +
           "\nlayout: {rows: [data, classifier], columns: [method], metrics: " + metrics + "}\n";
  }
};

const std::string colon = "{source: colon, n_train: 20, sampling: stratified}";
const std::string wine = "{source: wine, classes: each, n_train: 60, sampling: stratified}";
const std::string gaussian = "{classifier: weighted_svm, kernel: gaussian}";
const std::string fixed = "fixed, lambda: 1";

std::string tuned(const std::string& method, const std::string& tuning = fixed) {
  return "{method: " + method + ", tuning: {criterion: " + tuning + "}}";
}

Lines with_method(const std::string& method, const std::string& tuning = fixed) {
  return {colon, tuned(method, tuning)};
}

Lines with_data(const std::string& data, const std::string& tuning = fixed) {
  return {data, tuned("platt", tuning)};
}

Lines of_classes(const std::string& data, const std::string& settings,
                 const std::string& classifier = "{classifier: weighted_truncated_svm, kernel: linear}") {
  return {data, tuned("border_weight" + settings), classifier};
}

/// What stands in the text from the place of a report on, and its sentence.
struct Refusal {
  std::string at, sentence;
};

/// The study in a file of its own, and what is found there.
class Tried {
 public:
  explicit Tried(const Lines& lines)
      : text_(lines.text()), file_(folder_.write("tried.yaml", text_).string()) {}

  const std::string& file() const { return file_; }
  Study study() const { return read_study(file_, {}); }

  std::vector<Refusal> refusals() const {
    std::vector<Refusal> out;
    try {
      study();
    } catch (const SpecErrors& errors) {
      for (const Mistake& mistake : errors.mistakes) {
        REQUIRE(mistake.where == file_);
        REQUIRE(mistake.line > 0);
        const std::string line = split_lines(text_).at(static_cast<std::size_t>(mistake.line) - 1);
        out.push_back({line.substr(static_cast<std::size_t>(mistake.column) - 1), mistake.message});
      }
    }
    return out;
  }

 private:
  tests::TemporaryFolder folder_;
  std::string text_, file_;
};

void check(const Lines& lines, const Refusal& expected) {
  CAPTURE(lines.text());
  const auto refusals = Tried(lines).refusals();
  REQUIRE_FALSE(refusals.empty());
  CHECK_THAT(refusals.front().at, Catch::StartsWith(expected.at));
  CHECK_THAT(refusals.front().sentence, Catch::StartsWith(expected.sentence));
}

} // namespace

TEST_CASE("what a study of Zhang, Dai & Jordan must not say is refused at its place before anything runs",
          "[plan][spec]") {
  CHECK(Tried(with_method("c_learning")).refusals().empty());
  check(with_method("c_learning, omega: 1.5"), {"1.5", "'omega' must lie in [0, 1] (found 1.5)"});
  check(with_method("c_learning", "cross_validation, lambda: 1, omega: [0.5, -0.1]"),
        {"-0.1", "'omega' must lie in [0, 1] (found -0.1)"});
  check(with_method("c_learning, rho: 0"), {"0,", "'rho' must lie in ["});
  check(with_method("c_learning, rho: -1"), {"-1,", "'rho' must lie in ["});
  check(with_method("c_learning, u: 0"), {"0,", "'u' must lie in ["});
  check(with_method("coherence, u: -0.5"), {"-0.5", "'u' must lie in [0, "});
  CHECK(Tried(with_method("coherence, u: 0")).refusals().empty());
  check(with_method("hhsvm, delta: 0"), {"0,", "'delta' must lie in ["});
  check({colon, tuned("c_learning"), "{classifier: weighted_psi, kernel: linear}"},
        {"{method: c_learning", "An elastic net takes no psi-learning classifier"});
  check(with_method("platt", "cross_validation, lambda: 1, lambda_unit: largest"),
        {"lambda_unit: largest",
         "lambda_unit: largest is for methods whose coefficients are all 0 at some lambda"});
}

TEST_CASE("a refusal stands at the parameter that it is about, whatever its sentence begins with",
          "[plan][spec]") {
  check(with_method("penalised_logistic", "cross_validation, lambda: 1, sigma: [1, 2]"),
        {"sigma: [1, 2]", "A method without a kernel has no sigma to choose"});
  Lines measured = with_method("platt");
  measured.metrics = "[test_error, {metric: external, command: [python3], numbers: [test_error]}]";
  check(measured, {"numbers: [test_error]", "numbers: 'test_error' is a metric of marginlab"});
}

TEST_CASE("a protocol that leaves a class without rows is refused by the counts of the classes alone",
          "[plan][spec]") {
  check(with_data("{source: colon, n_train: 2, sampling: floor}"),
        {"n_train: 2", "n_train 2 leaves a class of 22 rows without a training row"});
  check(with_data("{source: colon, n_train: 62}"),
        {"n_train: 62", "n_train 62, n_tune 0 and n_test 0 of 62"});
  check(with_data("{source: pima, split: one_fold, parts: 300}"),
        {"split: one_fold", "There are 300 folds with split: one_fold, but 268 rows of a class"});
  check(with_data("{source: pima, positive: 7}"),
        {"positive: 7", "pima: no class '7'. There are 0 (500 rows), 1 (268 rows)"});
}

TEST_CASE("fewer training rows of a class than folds are refused where every replicate has so few",
          "[plan][spec]") {
  const std::string eight = "{source: colon, n_train: 8, sampling: stratified}",
                    five_folds = "cross_validation, lambda: 1, folds: 5";
  check(with_data(eight, five_folds),
        {"folds: 5", "Class '-1' has 3 training rows, too few for cross-validation with 5 folds"});
  check(with_data(eight, five_folds + ", of: mean_test_loss"),
        {"folds: 5", "Class '-1' has 3 training rows, too few for cross-validation with 5 folds"});
  CHECK(Tried(with_data(eight, "cross_validation, lambda: 1, folds: 3")).refusals().empty());
  // Drawn at random the rows may be four of each class, or one of one of them: refused only of five.
  const Tried plain(with_data("{source: colon, n_train: 10}", five_folds));
  CHECK(plain.refusals().empty());
  check(with_data("{source: colon, n_train: 8}", five_folds),
        {"folds: 5", "Class '-1' has 4 training rows, too few for cross-validation with 5 folds"});
}

TEST_CASE("what a study of Herault & Grandvalet must not say is refused at its place before anything runs",
          "[plan][spec]") {
  CHECK(Tried(with_method("sparse_logistic, p_min: 0.2, p_max: 0.9")).refusals().empty());
  check(with_method("sparse_logistic, p_min: 0.5, p_max: 0.1"),
        {"p_min: 0.5", "p_min 0.5 is above p_max 0.1"});
  check(with_method("sparse_logistic, p_max: 1.5"), {"1.5", "'p_max' must lie in [0, 1]"});
  check(with_method("sparse_logistic, p_min: -0.1"), {"-0.1", "'p_min' must lie in [0, 1]"});
  check(with_method("sparse_logistic, p_min: 0.1, half_width: 1"),
        {"half_width: 1", "half_width gives the interval, and p_min or p_max gives it again"});
  check(with_method("sparse_logistic", "cross_validation, lambda: 1, threshold: joint"),
        {"threshold: joint", "threshold: joint with of: log_loss"});
  const std::string many = "{source: covtype_sample, positive: 7, negative: 1, n_train: 2001}";
  check({many, tuned("sparse_logistic"), gaussian},
        {"kernel: gaussian", "sparse_logistic with kernel: gaussian takes at most 2000 training rows"});
  CHECK(Tried({many, tuned("sparse_logistic")}).refusals().empty());
}

TEST_CASE("an interval of probabilities without the share of positives is warned of at its place",
          "[plan][spec]") {
  const auto warnings = [](const std::string& data, const std::string& settings) {
    const Tried tried({data, tuned("sparse_logistic" + settings)});
    std::vector<std::string> out;
    for (const StudyObjection& warning : tried.study().warnings)
      out.push_back(warning.sentence.substr(tried.file().size()));
    return out;
  };
  const std::string sentence =
      "p_min 0.1 to p_max 0.3 of sparse_logistic without C-/(C+ + C-) = 0.65, the share of positives in the "
      "training part (";
  const auto found = warnings(colon, ", p_min: 0.1, p_max: 0.3");
  REQUIRE(found.size() == 1);
  CHECK_THAT(found.front(), Catch::StartsWith(":8:31: " + sentence));
  CHECK(warnings(colon, ", p_min: 0.1, p_max: 0.9").empty());
  CHECK(warnings(colon, ", half_width: 0.5").empty());
  CHECK(warnings(colon, "").empty());
  CHECK(warnings("{source: wang2008/example1}", ", p_min: 0.01, p_max: 0.02").size() == 1);
}

TEST_CASE("leaving one row out is warned of where the data are named, other folds are not", "[plan][spec]") {
  const tests::TemporaryFolder folder;
  folder.write("mine.csv", "a,y\n1,0\n2,1\n3,0\n4,1\n5,0\n6,1\n7,0\n8,1\n");
  const tests::EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  const std::string mine = "{source: file, path: mine.csv, positive: \"1\", split: folds, sampling: ";
  for (const char* sampling : {"plain", "stratified"})
    for (const auto& [folds, count] : {std::pair{8, 1}, {6, 0}, {4, 0}, {2, 0}}) {
      CAPTURE(sampling, folds);
      const Study study =
          Tried(with_data(mine + sampling + ", folds: " + std::to_string(folds) + "}")).study();
      const auto is_of_folds = [](const StudyObjection& warning) {
        return warning.sentence.find("leaves out a row or two at a time") != std::string::npos;
      };
      CHECK(std::count_if(study.warnings.begin(), study.warnings.end(), is_of_folds) == count);
    }
}

TEST_CASE("a packed file of another hash is refused where its data set is named", "[plan][spec]") {
  const tests::TemporaryFolder folder;
  folder.write("covtype/covtype.data.gz", tests::gzip("1,2,3\n"));
  const tests::EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  const auto refusals = Tried(with_data("{source: covtype, positive: 7, negative: 1}")).refusals();
  REQUIRE(refusals.size() == 1);
  CHECK_THAT(refusals.front().at, Catch::StartsWith("{source: covtype"));
  CHECK_THAT(refusals.front().sentence, Catch::Contains("covtype.data.gz: its SHA-256 is "));
}

TEST_CASE("what a study of Wu, Zhang & Liu must not say is refused at its place before anything runs",
          "[plan][spec]") {
  CHECK(Tried(of_classes(wine, ", step: 0.1")).refusals().empty());
  check(of_classes(wine, ", step: 0.03"), {"step: 0.03", "step 0.03 does not divide 1"});
  check(of_classes(wine, ", tuning_step: 0.3"), {"tuning_step: 0.3", "tuning_step 0.3 does not divide 1"});
  check(of_classes(wine, ", step: 0.5"),
        {"step: 0.5", "step 0.5 is too large for 3 classes. No point of the grid"});
  check(of_classes("{source: business, classes: each, sampling: stratified}", ", scheme: direct"),
        {"scheme: direct", "scheme: direct is for three classes, and there are 4"});
  check(of_classes("{source: optdigits, classes: each, split: random}", ""),
        {"{classifier: weighted_truncated_svm",
         "weighted_truncated_svm of optdigits (it is made for 2 to 8, and the data set has 10 classes"});
  check(of_classes(wine, "", "{classifier: weighted_truncated_svm, kernel: linear, truncation: some}"),
        {"some", "unknown truncation 'some' (accepted: minimal, none, at)"});
  check(of_classes(wine, "", "{classifier: weighted_truncated_svm, kernel: linear, truncation: at, s: 0.5}"),
        {"0.5", "'s' must lie in [-1"});
  check(of_classes("{source: wine, classes: each, n_train: 2, sampling: stratified}", ", step: 0.1"),
        {"n_train: 2", "n_train 2 leaves class '3' of wine without a training row"});
  const std::string bayes = "{method: bayes_rule}";
  CHECK(Tried({"{source: wu2010/example1, n_train: 50, n_test: 50}", bayes}).refusals().empty());
  check({wine, bayes}, {bayes, "bayes_rule of wine (the data set does not know the true p"});
  check({colon, bayes}, {bayes, "bayes_rule of colon (the data set does not know the true p"});
  Lines egkl = of_classes(wine, "");
  egkl.metrics = "[egkl]";
  check(egkl, {"egkl]", "egkl of wine (the data set does not know the true p)"});
}

TEST_CASE("a study of more cells than can be counted is refused before anything is laid out for each",
          "[plan][hostile]") {
  const auto refusal = [](const std::string& count) {
    const tests::TemporaryFolder folder;
    const auto file = folder.write("s.yaml", "replications: " + count + R"(
data: [{source: wang2008/example1, name: one}]
methods: [{method: nearest_neighbours, neighbours: {grid: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}}]
metrics: [test_error]
)");
    try {
      read_study(file.string(), {});
      return std::string();
    } catch (const core::UserError& error) {
      return std::string(error.what());
    }
  };
  CHECK_THAT(refusal("1000000"), Catch::Contains("12 settings") && Catch::Contains("12,000,000 cells") &&
                                     Catch::Contains("fewer replications"));
  CHECK_THAT(refusal("10\nuntil: {mcse: 0.1, of: test_error, max: 900000}"),
             Catch::Contains("10,800,000 cells"));
  CHECK(refusal("800000") == "");
}

TEST_CASE("a study of more metrics than a cell can be asked for is refused before it runs",
          "[plan][hostile]") {
  const tests::TemporaryFolder folder;
  const auto file = folder.write("s.yaml", R"(replications: 2
data: [{source: wang2008/example1, name: one}]
methods: [{method: nearest_neighbours, neighbours: 9}]
metrics: [test_error]
)");
  Study study = read_study(file.string(), {});
  const results::Metric metric = study.metrics.front();
  study.metrics.assign(64, metric);
  CHECK_NOTHROW(planned(study));
  study.metrics.push_back(metric);
  CHECK_THROWS_WITH(planned(study), "The study has 65 metrics. A study has at most 64. Ask for fewer.");
}

TEST_CASE("everything that is refused is reported at once", "[plan][spec]") {
  Lines lines{"{source: colon, n_train: 2, sampling: floor}",
              tuned("sparse_logistic, p_min: 0.5, p_max: 0.1"), "{classifier: weighted_svm, kernel: linear}",
              "[gkl]"};
  const auto refusals = Tried(lines).refusals();
  REQUIRE(refusals.size() == 3);
  CHECK_THAT(refusals[0].at, Catch::StartsWith("n_train: 2"));
  CHECK_THAT(refusals[1].at, Catch::StartsWith("p_min: 0.5"));
  CHECK_THAT(refusals[2].at, Catch::StartsWith("gkl]"));
}

TEST_CASE("no shipped study is refused", "[plan][spec][slow]") {
  const std::filesystem::path configs = std::string(MARGINLAB_SOURCE_DIR) + "/configs";
  std::size_t studies = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(configs)) {
    if (entry.path().extension() != ".yaml") continue;
    CAPTURE(entry.path());
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const bool needs_r = text.str().find("source: external") != std::string::npos;
    if (needs_r && std::system("Rscript -e 'library(jsonlite)' >/dev/null 2>&1") != 0) {
      WARN("SKIPPED: " + entry.path().string() +
           " draws its data in R, which is not installed with jsonlite");
      continue;
    }
    CHECK_NOTHROW(read_study(entry.path().string(), {}));
    ++studies;
  }
  CHECK(studies > 30);
}

TEST_CASE("a plan names each data set that is not on the machine once, with the way to have it", "[plan]") {
  Plan plan;
  std::vector<std::string> expected;
  for (const char* id : {"colon", "wang2008/example1", "wine", "colon", "g241c"}) {
    plan.settings.push_back({.data = {.id = id, .name = id, .label = id, .parameters = {}}});
    const auto* const described = datasets::real::described(id);
    if (described != nullptr && plan.settings.size() != 4 && !is_present(*described))
      expected.push_back("the data set " + std::string(id) + " is not on this machine; " +
                         how_to_get(*described));
  }
  CHECK(missing_data(plan) == expected);
  CHECK_THAT(how_to_get(*datasets::real::described("colon")),
             Catch::StartsWith("its publisher offers no such file under one address: put colon/I2000.txt and "
                               "colon/tissue.txt below ") &&
                 Catch::Contains(", see http"));
  CHECK(how_to_get(*datasets::real::described("pima")) == "get it: marginlab data fetch pima");
}
