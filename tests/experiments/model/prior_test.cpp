#include "experiments/model/prior.hpp"

#include <cmath>

#include "core/random/stream.hpp"
#include "core/settings/parameters.hpp"
#include "experiments/model/fit.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using Catch::Contains;

namespace {

/// 120 rows of two classes, or of three.
std::string mixed_rows(int classes) {
  core::Stream stream("prior");
  std::string text = "a,b,outcome\n";
  for (int i = 0; i < 120; ++i) {
    const int k = i % classes;
    text += core::shortest(stream.normal() + k) + "," + core::shortest(stream.normal()) + "," +
            std::string(1, static_cast<char>('x' + k)) + "\n";
  }
  return text;
}

results::Model fitted_to(const std::string& file, const std::string& method) {
  own_data::FitRequest request;
  request.words.data = file;
  request.words.method = method;
  if (method == "baseline_logit")
    request.words.settings = {"classes=each"};
  else
    request.words.settings = {"tuning.criterion=fixed", "lambda=1"};
  return own_data::fit(request);
}

} // namespace

TEST_CASE("prior: predictions have the odds that the new base rate gives them", "[own_data][manufactured]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("two.csv", mixed_rows(2));
  const results::Model model = fitted_to(file, "penalised_logistic");
  const own_data::Predictions as_learned = own_data::predict(model, file, {});
  own_data::Predictions rare = as_learned;
  own_data::correct(rare, 0.01, model);
  const double share = static_cast<double>((model.training.y.array() > 0).count()) /
                       static_cast<double>(model.training.y.size());
  for (Eigen::Index i = 0; i < as_learned.probability.size(); ++i) {
    const double p = as_learned.probability.positive()(i), q = rare.probability.positive()(i);
    CHECK(q / (1 - q) == Approx(p / (1 - p) * (0.01 / 0.99) / (share / (1 - share))).epsilon(1e-10));
  }
  own_data::Predictions same = as_learned;
  own_data::correct(same, share, model);
  CHECK(same.probability.positive() == as_learned.probability.positive());
}

TEST_CASE("prior: what is no share, and a model of several classes, are refused", "[own_data][checker]") {
  const tests::TemporaryFolder folder;
  const auto model = fitted_to(folder.write("two.csv", mixed_rows(2)), "penalised_logistic");
  CHECK_NOTHROW(own_data::require_prior(0.01, model));
  for (const double none : {0.0, 1.0, -0.1, 2.0, std::nan("")})
    CHECK_THAT(tests::refusal([&] { own_data::require_prior(none, model); }),
               Contains("is no share of positive"));
  const auto three = fitted_to(folder.write("three.csv", mixed_rows(3)), "baseline_logit");
  CHECK_THAT(tests::refusal([&] { own_data::require_prior(0.01, three); }), Contains("has 3 classes"));
}
