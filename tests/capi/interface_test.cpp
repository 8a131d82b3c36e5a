#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include "capi/marginlab.h"
#include "core/random/stream.hpp"
#include "core/settings/parameters.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

extern "C" int fit_in_c(double* out);

namespace {

/// Rows of two inputs whose class depends on the first, as the interface takes them.
struct Cloud {
  std::vector<double> x;
  std::vector<std::int32_t> y;
  std::vector<const char*> classes;
  std::int64_t n;

  Cloud(std::int64_t rows, std::vector<const char*> names) : classes(std::move(names)), n(rows) {
    core::Stream stream("cloud");
    const auto k = static_cast<std::int32_t>(classes.size());
    x.resize(static_cast<std::size_t>(2 * n));
    for (std::int64_t i = 0; i < n; ++i) {
      const double first = stream.normal(), second = stream.normal(), noise = stream.normal();
      x[static_cast<std::size_t>(i)] = first;
      x[static_cast<std::size_t>(n + i)] = second;
      const double place = 1 / (1 + std::exp(-2 * (first + 0.5 * noise)));
      y.push_back(std::min(k - 1, static_cast<std::int32_t>(k * place)));
    }
  }

  marginlab_rows rows() const {
    return {x.data(), n,      2, y.data(), classes.data(), static_cast<std::int32_t>(classes.size()),
            nullptr,  nullptr};
  }
  marginlab_points points() const { return {x.data(), n, 2}; }

  std::string csv() const {
    std::string out = "x1,x2,class\n";
    for (std::size_t i = 0; i < y.size(); ++i)
      out += core::shortest(x[i]) + "," + core::shortest(x[y.size() + i]) + "," +
             classes[static_cast<std::size_t>(y[i])] + "\n";
    return out;
  }
};

struct Free {
  void operator()(marginlab_model* model) const { marginlab_free(model); }
};
using Held = std::unique_ptr<marginlab_model, Free>;

Held fitted(const std::string& request, const Cloud& cloud) {
  marginlab_model* model = nullptr;
  const marginlab_rows rows = cloud.rows();
  const int status = marginlab_fit(request.c_str(), &rows, nullptr, &model);
  CAPTURE(marginlab_error());
  REQUIRE(status == MARGINLAB_OK);
  return Held(model);
}

/// [n x k]
std::vector<double> predicted(const marginlab_model* model, const Cloud& cloud,
                              int what = MARGINLAB_PROBABILITY) {
  std::vector<double> out(cloud.y.size() * cloud.classes.size());
  const marginlab_points points = cloud.points();
  REQUIRE(marginlab_predict(model, &points, what, out.data()) == MARGINLAB_OK);
  return out;
}

nlohmann::json described(const marginlab_model* model) {
  char* text = nullptr;
  REQUIRE(marginlab_describe(model, &text) == MARGINLAB_OK);
  const auto out = nlohmann::json::parse(text);
  marginlab_free_text(text);
  return out;
}

const char* const bracket = R"({"method": "bracket", "seed": 7, "settings": ["kernel=gaussian",
  "tuning.criterion=cross_validation", "tuning.folds=3", "tuning.lambda=[0.1, 1]", "intervals=10"]})";

/// What a refused fit says, after it has said so by its status.
std::string refusal(const char* request, const marginlab_rows* rows) {
  marginlab_model* model = nullptr;
  CHECK(marginlab_fit(request, rows, nullptr, &model) == MARGINLAB_REFUSED);
  CHECK(model == nullptr);
  return marginlab_error();
}

} // namespace

TEST_CASE("a program in C fits and predicts", "[capi]") {
  double p[2] = {0, 0};
  CHECK(fit_in_c(p) == MARGINLAB_OK);
  CHECK(p[0] > 0.5);
  CHECK(p[0] + p[1] == Approx(1));
}

TEST_CASE("the C interface gives the bits of marginlab fit and predict on the same rows",
          "[capi][conformance]") {
  const tests::TemporaryFolder folder;
  struct Case {
    std::string request, method;
    std::vector<std::string> settings;
    std::vector<const char*> classes;
  };
  const std::vector<Case> cases{
      {bracket,
       "bracket",
       {"kernel=gaussian", "tuning.criterion=cross_validation", "tuning.folds=3", "tuning.lambda=[0.1, 1]",
        "intervals=10"},
       {"no", "yes"}},
      {R"({"seed": 7})", "", {}, {"no", "yes"}},
      {R"({"seed": 7, "standardise": false})", "", {"standardise=none"}, {"0", "1"}},
      {R"({"seed": 7, "method": "random_forest", "settings": ["trees=20"]})",
       "random_forest",
       {"trees=20"},
       {"b", "a"}},
      {R"({"seed": 7})", "", {}, {"one", "three", "two"}}};
  for (const Case& each : cases) {
    CAPTURE(each.request);
    const Cloud cloud(60, each.classes);
    own_data::FitRequest request;
    request.words.data = folder.write("rows.csv", cloud.csv());
    request.words.method = each.method;
    request.words.settings = each.settings;
    request.holdout = 0;
    request.seed = 7;
    const results::Model by_program = own_data::fit(request);
    const core::Matrix p = own_data::predict(by_program, request.words.data, {}).probability.matrix();
    const auto by_interface = predicted(fitted(each.request, cloud).get(), cloud);
    for (std::size_t k = 0; k < each.classes.size(); ++k) {
      const auto& names = by_program.classes;
      const Eigen::Index column =
          names.empty() ? (by_program.positive.front() == each.classes[k] ? 0 : 1)
                        : std::find(names.begin(), names.end(), each.classes[k]) - names.begin();
      CHECK(core::Vector::Map(by_interface.data() + static_cast<std::int64_t>(k) * cloud.n, cloud.n) ==
            p.col(column));
    }
  }
}

TEST_CASE("a model says its lambda, curve, certificate and classes, and has the same bits from a file",
          "[capi]") {
  const tests::TemporaryFolder folder;
  const Cloud cloud(50, {"left", "right"});
  const Held model = fitted(bracket, cloud);
  const auto says = described(model.get());
  CHECK(says["classes"] == std::vector<std::string>{"left", "right"});
  CHECK(says["method"] == "bracket");
  CHECK(says["curve"]["lambda"] == std::vector<double>{0.1, 1});
  CHECK(says["curve"]["value"].size() == 2);
  CHECK((says["lambda"] == 0.1 || says["lambda"] == 1.0));
  CHECK(says["certificate"]["ok"] == true);
  CHECK(says["certificate"]["fits"].get<int>() > 10);

  const std::string path = folder.path() / "model.h5";
  REQUIRE(marginlab_save(model.get(), path.c_str()) == MARGINLAB_OK);
  marginlab_model* read = nullptr;
  REQUIRE(marginlab_load(path.c_str(), &read) == MARGINLAB_OK);
  const Held again(read);
  for (const int what : {MARGINLAB_PROBABILITY, MARGINLAB_LOG_PROBABILITY})
    CHECK(predicted(again.get(), cloud, what) == predicted(model.get(), cloud, what));
  CHECK(described(again.get())["classes"] == says["classes"]);
}

TEST_CASE("two threads give the bits of one, and two fits may run at once", "[capi][reproducibility]") {
  const Cloud cloud(50, {"no", "yes"});
  const auto alone = predicted(fitted(bracket, cloud).get(), cloud);
  std::string on_two = bracket;
  on_two.insert(1, "\"threads\": 2, ");
  CHECK(predicted(fitted(on_two, cloud).get(), cloud) == alone);
  std::vector<std::vector<double>> beside(2);
  std::vector<int> status(2, -1);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < 2; ++t)
      threads.emplace_back([&, t] {
        marginlab_model* model = nullptr;
        const marginlab_rows rows = cloud.rows();
        const marginlab_points points = cloud.points();
        beside[t].resize(alone.size());
        status[t] = marginlab_fit(bracket, &rows, nullptr, &model);
        if (status[t] == MARGINLAB_OK)
          status[t] = marginlab_predict(model, &points, MARGINLAB_PROBABILITY, beside[t].data());
        marginlab_free(model);
      });
  }
  for (std::size_t t = 0; t < 2; ++t) {
    CHECK(status[t] == MARGINLAB_OK);
    CHECK(beside[t] == alone);
  }
}

TEST_CASE("a progress function that says so ends a fit, on one thread and on two", "[capi]") {
  const Cloud cloud(150, {"no", "yes"});
  for (const int threads : {1, 2}) {
    int calls = 0;
    const marginlab_progress progress{
        [](std::int64_t, void* count) { return ++*static_cast<int*>(count) > 1 ? 1 : 0; }, &calls};
    const std::string request = R"({"method": "bracket", "settings": ["kernel=gaussian"], "threads": )" +
                                std::to_string(threads) + "}";
    const marginlab_rows rows = cloud.rows();
    marginlab_model* model = nullptr;
    CHECK(marginlab_fit(request.c_str(), &rows, &progress, &model) == MARGINLAB_INTERRUPTED);
    CHECK(model == nullptr);
    CHECK(calls == 2);
    CHECK(std::string(marginlab_error()).find("ended the fit") != std::string::npos);
  }
}

TEST_CASE("rows that cannot be learned from are refused in a sentence", "[capi][degenerate]") {
  const Cloud cloud(20, {"no", "yes"});
  const auto with = [&](const auto& change) {
    marginlab_rows rows = cloud.rows();
    change(rows);
    return refusal("{}", &rows);
  };
  CHECK(refusal("{}", nullptr) == "rows is null. Give it.");
  CHECK(with([](auto& rows) { rows.x = nullptr; }) == "x is null. Give it.");
  CHECK(with([](auto& rows) { rows.y = nullptr; }) == "y is null. Give it.");
  CHECK(with([](auto& rows) { rows.classes = nullptr; }) == "classes is null. Give it.");
  CHECK(with([](auto& rows) { rows.n = 0; }).find("There are 0 rows.") == 0);
  CHECK(with([](auto& rows) { rows.n = -1; }).find("There are -1 rows.") == 0);
  CHECK(with([](auto& rows) { rows.p = 0; }).find("There are 0 inputs.") == 0);
  CHECK(with([](auto& rows) { rows.k = 1; }).find("There is 1 class.") == 0);
  CHECK(with([](auto& rows) { rows.k = 0; }).find("There is 0 class.") == 0);
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Cloud other = cloud;
    other.x[21] = value;
    const marginlab_rows rows = other.rows();
    CHECK(refusal("{}", &rows).find("Row 2 of input 2 is " + core::shortest(value)) == 0);
  }
  Cloud other = cloud;
  other.y[3] = 2;
  marginlab_rows rows = other.rows();
  CHECK(refusal("{}", &rows).find("Row 4 has class 2. Classes are 0 to 1.") == 0);
  other.y.assign(20, 1);
  rows = other.rows();
  CHECK(refusal("{}", &rows).find("1 of 2 classes have no row.") == 0);
  other = cloud;
  other.classes = {"1", "1.0"};
  rows = other.rows();
  CHECK(refusal("{}", &rows).find("Two classes are named '1'.") == 0);
  other.classes = {"1", nullptr};
  rows = other.rows();
  CHECK(refusal("{}", &rows) == "classes[k] is null. Give it.");
  other.classes = {"1", "NA"};
  rows = other.rows();
  CHECK(refusal("{}", &rows).find("Class 1 is named 'NA'") == 0);
}

TEST_CASE("a request that is none is refused in a sentence", "[capi][degenerate]") {
  const Cloud cloud(20, {"no", "yes"});
  const marginlab_rows rows = cloud.rows();
  CHECK(refusal(nullptr, &rows) == "request is null. Give it.");
  for (const char* text : {"", "{", "[]", "3"})
    CHECK(refusal(text, &rows).find("no JSON object") != std::string::npos);
  CHECK(refusal(R"({"metod": "bracket"})", &rows).find("Unknown key 'metod' in the request") == 0);
  CHECK(refusal(R"({"method": 3})", &rows).find("'method' is 3, but must be a text.") == 0);
  CHECK(refusal(R"({"settings": "a=b"})", &rows).find("must be an array of texts") != std::string::npos);
  for (const char* text : {R"({"seed": -1})", R"({"seed": 1.5})", R"({"seed": 1e300})", R"({"seed": "1"})"})
    CHECK(refusal(text, &rows).find("must be a whole number from 0") != std::string::npos);
  CHECK(refusal(R"({"threads": 0})", &rows).find("must be a whole number from 1") != std::string::npos);
  CHECK(refusal(R"({"method": "brackett"})", &rows).find("bracket") != std::string::npos);
  CHECK(refusal(R"({"settings": ["no_such_key=1"]})", &rows).find("no_such_key") != std::string::npos);
  CHECK(refusal(R"({"method": "external", "settings": ["command=[sh]"]})", &rows)
            .find("a program of a user's") != std::string::npos);
}

TEST_CASE("points that do not fit the model are refused in a sentence", "[capi][degenerate]") {
  const Cloud cloud(30, {"no", "yes"});
  const Held model = fitted(R"({"method": "penalised_logistic"})", cloud);
  std::vector<double> out(60);
  marginlab_points points = cloud.points();
  const auto refused = [&](const marginlab_model* of, const marginlab_points* at, double* to) {
    CHECK(marginlab_predict(of, at, MARGINLAB_PROBABILITY, to) == MARGINLAB_REFUSED);
    return std::string(marginlab_error());
  };
  CHECK(refused(nullptr, &points, out.data()) == "model is null. Give it.");
  CHECK(refused(model.get(), nullptr, out.data()) == "points is null. Give it.");
  CHECK(refused(model.get(), &points, nullptr) == "out is null. Give it.");
  CHECK(marginlab_predict(model.get(), &points, 9, out.data()) == MARGINLAB_REFUSED);
  points.p = 3;
  CHECK(refused(model.get(), &points, out.data()).find("The points have 3 inputs, and the model has 2.") ==
        0);
  points = cloud.points();
  points.x = nullptr;
  CHECK(refused(model.get(), &points, out.data()) == "x is null. Give it.");
  Cloud other = cloud;
  other.x[0] = std::nan("");
  points = other.points();
  CHECK(refused(model.get(), &points, out.data()).find("Row 1 of input 1 is nan") == 0);
  points.m = 0;
  CHECK(marginlab_predict(model.get(), &points, MARGINLAB_PROBABILITY, out.data()) == MARGINLAB_OK);
}

TEST_CASE("files and texts that cannot be had are refused in a sentence", "[capi][degenerate]") {
  const tests::TemporaryFolder folder;
  const Held model = fitted(R"({"method": "penalised_logistic"})", Cloud(30, {"no", "yes"}));
  marginlab_model* read = nullptr;
  char* text = nullptr;
  const std::string absent = folder.path() / "absent.h5", below = folder.path() / "absent" / "m.h5";
  const std::string damaged = folder.write("damaged.h5", "\x89HDF\r\n\x1a\n and no more");
  CHECK(marginlab_load(absent.c_str(), &read) == MARGINLAB_REFUSED);
  CHECK(std::string(marginlab_error()).find("absent.h5") != std::string::npos);
  CHECK(marginlab_load(damaged.c_str(), &read) == MARGINLAB_REFUSED);
  CHECK(marginlab_load(nullptr, &read) == MARGINLAB_REFUSED);
  CHECK(marginlab_load(absent.c_str(), nullptr) == MARGINLAB_REFUSED);
  CHECK(read == nullptr);
  CHECK(marginlab_save(model.get(), below.c_str()) == MARGINLAB_REFUSED);
  CHECK(marginlab_save(nullptr, absent.c_str()) == MARGINLAB_REFUSED);
  CHECK(marginlab_save(model.get(), nullptr) == MARGINLAB_REFUSED);
  CHECK(marginlab_describe(nullptr, &text) == MARGINLAB_REFUSED);
  CHECK(marginlab_describe(model.get(), nullptr) == MARGINLAB_REFUSED);
  CHECK(marginlab_list(nullptr, &text) == MARGINLAB_REFUSED);
  CHECK(marginlab_list("methods", nullptr) == MARGINLAB_REFUSED);
  CHECK(marginlab_list("metods", &text) == MARGINLAB_REFUSED);
  CHECK(text == nullptr);
  marginlab_free(nullptr);
  marginlab_free_text(nullptr);
  for (const char* kind : {"data", "classifiers", "methods", "criteria", "metrics"}) {
    REQUIRE(marginlab_list(kind, &text) == MARGINLAB_OK);
    CHECK(nlohmann::json::parse(text).size() > 2);
    marginlab_free_text(text);
  }
}

TEST_CASE("an error's text belongs to the thread that met it", "[capi]") {
  marginlab_free(nullptr);
  CHECK(marginlab_save(nullptr, "x") == MARGINLAB_REFUSED);
  std::string elsewhere = "unasked";
  std::jthread([&] { elsewhere = marginlab_error(); }).join();
  CHECK(elsewhere.empty());
  CHECK(std::string(marginlab_error()) == "model is null. Give it.");
}

TEST_CASE("the C interface counts a row as often as its weight, and refuses what is no weight",
          "[capi][weights]") {
  const Cloud cloud(40, {"no", "yes"});
  const char* const request =
      R"({"method": "platt", "settings": ["tuning.criterion=fixed", "tuning.lambda=1", "decision_values=training"]})";
  std::vector<double> weights;
  for (int i = 0; i < 40; ++i) weights.push_back(i % 3);
  const marginlab_rows rows = cloud.rows();
  const auto weighted = [&](const std::vector<double>& w, const Cloud& of) {
    marginlab_model* model = nullptr;
    const marginlab_rows those = of.rows();
    REQUIRE(marginlab_fit_weighted(request, &those, w.data(), nullptr, &model) == MARGINLAB_OK);
    const Held held(model);
    return predicted(held.get(), cloud);
  };
  Cloud copied = cloud;
  copied.x.clear(), copied.y.clear();
  for (const std::size_t column : {std::size_t{0}, std::size_t{40}})
    for (std::size_t i = 0; i < 40; ++i)
      for (std::size_t k = 0; k < i % 3; ++k) copied.x.push_back(cloud.x[column + i]);
  for (std::size_t i = 0; i < 40; ++i)
    for (std::size_t k = 0; k < i % 3; ++k) copied.y.push_back(cloud.y[i]);
  copied.n = static_cast<std::int64_t>(copied.y.size());
  const auto once = weighted(weights, cloud), twice = predicted(fitted(request, copied).get(), cloud),
             plain = predicted(fitted(request, cloud).get(), cloud);
  for (std::size_t i = 0; i < once.size(); ++i) CHECK(once[i] == Approx(twice[i]).margin(1e-6));
  CHECK(once != plain);
  CHECK(weighted(std::vector<double>(40, 1), cloud) == plain);
  for (const double wrong : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    weights[7] = wrong;
    marginlab_model* model = nullptr;
    CHECK(marginlab_fit_weighted(request, &rows, weights.data(), nullptr, &model) == MARGINLAB_REFUSED);
    CHECK_THAT(marginlab_error(), Catch::Contains("Row 8 has the weight "));
  }
  for (std::size_t i = 0; i < 40; ++i) weights[i] = cloud.y[i];
  marginlab_model* model = nullptr;
  CHECK(marginlab_fit_weighted(request, &rows, weights.data(), nullptr, &model) == MARGINLAB_REFUSED);
  CHECK_THAT(marginlab_error(), Catch::Contains("every row of class 'no' has weight 0"));
}
