#include <sys/resource.h>

#include <algorithm>
#include <atomic>

#include "experiments/catalog/methods.hpp"
#include "experiments/model/cost.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "experiments/run/threads.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/experiments/model/small_file.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using own_data::Cost;
using own_data::FitRequest;
using own_data::Sizes;
using tests::SmallFile;

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
  const Sizes sizes{38'000, 8, 50'000};
  const auto refused = [&](const Setting& setting) {
    return tests::refusal([&] { require_memory(cost_of(setting, sizes), sizes, 8e9); });
  };
  CHECK_THAT(
      refused(setting_of({"kernel=gaussian"}, "weighted_psi")),
      Catch::StartsWith("38,000 training rows take 2") &&
          Catch::Contains("GB, and 8.0 GB are free (this method keeps a matrix of rows x rows) choose"));
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
