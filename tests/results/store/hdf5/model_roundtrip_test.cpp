#include <cmath>
#include <limits>

#include "core/contract.hpp"
#include "results/store/hdf5/inspect.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/hdf5/replace_text.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// Numbers that a text or a float would not keep: denormals, signed zeros, thirds.
Model example_model(Eigen::Index n = 5) {
  Model model;
  model.setting = "{\"classifier\":...}";
  model.columns = {{"width", true, {}}, {"Größe, \"x\"", false, {"klein", "", "groß"}}, {"empty", false, {}}};
  model.label = "outcome";
  model.label_place = 3;
  model.positive = {"yes"};
  model.negative = {"no", "never"};
  model.inputs = {"width", "Größe=klein", "Größe=", "Größe=groß"};
  model.centre = core::Vector::LinSpaced(4, -1.0 / 3, 5e-324);
  model.scale = core::Vector::Constant(4, 1.0 / 7);
  model.x = core::Matrix::NullaryExpr(
      n, 4, [](Eigen::Index i, Eigen::Index j) { return std::sin(static_cast<double>(i + 10 * j)); });
  model.x(0, 0) = -0.0;
  model.low = core::Vector::Constant(4, -1.0 / 3);
  model.high = core::Vector::Constant(4, 7);
  for (Eigen::Index i = 0; i < n; ++i) model.training.row.push_back(2 * i + 1);
  model.training.y = core::Vector::Constant(n, -1);
  model.training.probability = core::Vector::LinSpaced(n, 0, 1);
  model.held_out = {{2, 4}, core::Vector::Ones(2), core::Vector::Constant(2, 0.1)};
  model.lambda = 0.1;
  model.criterion = std::numeric_limits<double>::quiet_NaN();
  model.worst_relative_gap = 3e-9;
  model.fits = 5'000'000'000;
  model.is_certified = false;
  model.fitted = {.terms = core::FittedModel::Terms::training_rows,
                  .coefficients = core::Vector::LinSpaced(n, -5e-324, 1.0 / 3),
                  .intercept = -1.0 / 7,
                  .objective = 0.3,
                  .relative_gap = 1e-9,
                  .facts = {{"omega", 0.1}}};
  model.scores = {{"cre", std::numeric_limits<double>::infinity()}, {"brier", 0.25}};
  model.provenance = {{"program", "marginlab"}};
  return model;
}

/// The same of a method that predicts without a fit: by two rows of three functions, one of which has no say
/// of the last point.
Model predicting_model(Eigen::Index n = 5) {
  using Order = core::DecisionFunctions::Order;
  Model model = example_model(n);
  const core::Matrix rows = model.x.topRows(2);
  model.x.resize(0, 4);
  core::Matrix on_sample = core::Matrix::Constant(n, 3, -1.0 / 3);
  on_sample(n - 1, 1) = std::numeric_limits<double>::quiet_NaN();
  model.predictor = {{core::Kernel::Shape::gaussian, 1.0 / 7, core::Kernel::Width::twice},
                     rows,
                     core::Matrix{{1, 0}, {5e-324, 1.0 / 3}},
                     {{core::Matrix{{1, 2, -1.0 / 3}, {0, 5e-324, 7}}, core::Vector::LinSpaced(3, -1, 1), 0.1,
                       Order::blocks, on_sample},
                      {core::Matrix{{1}, {2}}, core::Vector::Zero(1), 2, Order::from_intercept, {}}},
                     core::Matrix::Constant(n, 2, 0.1)};
  return model;
}

/// Equal where both are NaN, too.
bool are_same(const core::Matrix& one, const core::Matrix& other) {
  return one.rows() == other.rows() && one.cols() == other.cols() &&
         ((one.array() == other.array()) || (one.array().isNaN() && other.array().isNaN())).all();
}

std::string model_refusal(const std::filesystem::path& path) {
  try {
    read_model(path);
    return "";
  } catch (const core::UserError& problem) {
    return problem.what();
  }
}

} // namespace

TEST_CASE("a model is read back bit for bit, every field", "[hdf5][model]") {
  const ScratchDirectory scratch;
  for (const Eigen::Index n : {1, 5, 3000}) {
    const Model model = example_model(n);
    write_model(scratch / "m.h5", model);
    const Model back = read_model(scratch / "m.h5");
    CHECK(back.setting == model.setting);
    CHECK(back.columns == model.columns);
    CHECK(back.label == model.label);
    CHECK(back.label_place == model.label_place);
    CHECK(back.positive == model.positive);
    CHECK(back.negative == model.negative);
    CHECK(back.inputs == model.inputs);
    CHECK(back.centre == model.centre);
    CHECK(back.scale == model.scale);
    CHECK(back.x == model.x);
    CHECK(std::signbit(back.x(0, 0)));
    CHECK(back.training.row == model.training.row);
    CHECK(back.training.y == model.training.y);
    CHECK(back.training.probability.positive() == model.training.probability.positive());
    CHECK(back.held_out.row == model.held_out.row);
    CHECK(back.held_out.probability.positive() == model.held_out.probability.positive());
    CHECK(back.lambda == model.lambda);
    CHECK(std::isnan(back.criterion));
    CHECK(back.worst_relative_gap == model.worst_relative_gap);
    CHECK(back.fits == model.fits);
    CHECK(back.is_certified == model.is_certified);
    REQUIRE(back.fitted);
    CHECK(back.fitted->terms == model.fitted->terms);
    CHECK(back.fitted->coefficients == model.fitted->coefficients);
    CHECK(back.fitted->intercept == model.fitted->intercept);
    CHECK(back.fitted->objective == model.fitted->objective);
    CHECK(back.fitted->relative_gap == model.fitted->relative_gap);
    CHECK(back.fitted->facts == model.fitted->facts);
    CHECK(back.scores == model.scores);
    CHECK(back.provenance == model.provenance);
  }
}

TEST_CASE("what a model predicts by is read back bit for bit, and no training row is in its file",
          "[hdf5][model][predictor]") {
  const ScratchDirectory scratch;
  const Model model = predicting_model();
  write_model(scratch / "m.h5", model);
  CHECK_THAT(describe(scratch / "m.h5"), !Catch::Contains("x  float64"));
  const Model back = read_model(scratch / "m.h5");
  CHECK(back.x.rows() == 0);
  CHECK(back.x.cols() == 4);
  CHECK(back.low == model.low);
  CHECK(back.high == model.high);
  REQUIRE(back.predictor);
  const core::Predictor &read = *back.predictor, &made = *model.predictor;
  CHECK(read.kernel.shape == made.kernel.shape);
  CHECK(read.kernel.sigma == made.kernel.sigma);
  CHECK(read.kernel.width == made.kernel.width);
  CHECK(read.rows == made.rows);
  CHECK(read.triangle == made.triangle);
  CHECK(read.class_scores == made.class_scores);
  REQUIRE(read.problems.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(read.problems[k].coefficients == made.problems[k].coefficients);
    CHECK(read.problems[k].intercepts == made.problems[k].intercepts);
    CHECK(read.problems[k].divisor == made.problems[k].divisor);
    CHECK(read.problems[k].order == made.problems[k].order);
    CHECK(are_same(read.problems[k].on_sample, made.problems[k].on_sample));
  }
}

TEST_CASE("a linear model, and one without support vectors, are read back", "[hdf5][model][predictor]") {
  const ScratchDirectory scratch;
  Model model = predicting_model();
  model.predictor = {{}, {}, {}, {{core::Matrix::Constant(4, 1, 1.0 / 3), core::Vector::Ones(1)}}};
  write_model(scratch / "m.h5", model);
  CHECK(read_model(scratch / "m.h5").predictor->problems.front().coefficients ==
        model.predictor->problems.front().coefficients);
  model.predictor = {
      {core::Kernel::Shape::gaussian}, core::Matrix(0, 4), {}, {{core::Matrix(0, 1), core::Vector::Ones(1)}}};
  write_model(scratch / "m.h5", model);
  const core::Predictor none = *read_model(scratch / "m.h5").predictor;
  CHECK(none.decisions(core::Matrix::Zero(2, 4)).front() == core::Matrix::Ones(2, 1));
}

TEST_CASE("a predictor whose parts do not fit together is refused", "[hdf5][model][predictor][degenerate]") {
  const ScratchDirectory scratch;
  const auto refused = [&](auto change) {
    Model model = predicting_model();
    change(model, *model.predictor);
    write_model(scratch / "m.h5", model);
    return model_refusal(scratch / "m.h5");
  };
  const double infinite = std::numeric_limits<double>::infinity();
  using P = core::Predictor;
  CHECK(refused([](Model&, P&) {}).empty());
  CHECK_THAT(refused([](Model&, P& of) { of.kernel.sigma = 0; }), Catch::Contains("bandwidth"));
  CHECK_THAT(refused([](Model&, P& of) { of.rows.conservativeResize(2, 3); }),
             Catch::Contains("support vectors do not fit"));
  CHECK_THAT(refused([](Model&, P& of) { of.rows.conservativeResize(1, 4); }),
             Catch::Contains("triangle does not fit"));
  CHECK_THAT(refused([](Model&, P& of) { of.rows(0, 0) = 1e101; }), Catch::Contains("beyond 1e100"));
  CHECK_THAT(refused([](Model&, P& of) { of.triangle(1, 1) = 0; }), Catch::Contains("triangle"));
  CHECK_THAT(refused([](Model&, P& of) { of.problems.clear(); }), Catch::Contains("no decision function"));
  CHECK_THAT(refused([](Model& model, P&) { model.low.resize(0); }),
             Catch::Contains("do not fit the training sample"));
  CHECK_THAT(refused([](Model&, P& of) { of.problems[0].coefficients.conservativeResize(1, 3); }),
             Catch::Contains("do not fit its terms"));
  CHECK_THAT(refused([](Model&, P& of) { of.problems[0].intercepts.conservativeResize(2); }),
             Catch::Contains("do not fit its terms"));
  CHECK_THAT(refused([&](Model&, P& of) { of.problems[0].intercepts(0) = infinite; }),
             Catch::Contains("is no number"));
  CHECK_THAT(refused([](Model&, P& of) { of.problems[1].divisor = -1; }), Catch::Contains("divisor"));
  CHECK_THAT(refused([](Model&, P& of) { of.problems[0].on_sample.conservativeResize(5, 2); }),
             Catch::Contains("decision values do not fit"));
  CHECK_THAT(refused([&](Model&, P& of) { of.problems[0].on_sample(0, 0) = infinite; }),
             Catch::Contains("a decision value is no number"));
  CHECK_THAT(refused([](Model&, P& of) { of.problems[0].on_sample.col(1).setConstant(std::nan("")); }),
             Catch::Contains("a decision value is no number"));
  CHECK_THAT(refused([](Model&, P& of) { of.class_scores.conservativeResize(4, 2); }),
             Catch::Contains("scores of its classes"));
  CHECK_THAT(refused([](Model& model, P&) { model.high(0) = std::nan(""); }),
             Catch::Contains("an input is no number"));
}

TEST_CASE("a model of several classes keeps a probability of each", "[hdf5][model]") {
  const ScratchDirectory scratch;
  Model model = example_model();
  model.positive.clear();
  model.negative.clear();
  model.classes = {"setosa", "versicolor", "virginica"};
  model.training.y = core::Vector::LinSpaced(5, 1, 3).array().round();
  model.training.probability = core::Probabilities::of_classes(
      core::Matrix{{0.5, 0.25, 0.25}, {0, 0, 1}, {0.125, 0.75, 0.125}, {1, 0, 0}, {0.25, 0.25, 0.5}});
  model.held_out = {{2, 4},
                    core::Vector::Constant(2, 3),
                    core::Probabilities::of_classes(core::Matrix{{0, 0.5, 0.5}, {0.25, 0.75, 0}})};
  write_model(scratch / "m.h5", model);
  const Model back = read_model(scratch / "m.h5");
  CHECK(back.classes == model.classes);
  CHECK(back.positive.empty());
  CHECK(back.training.y == model.training.y);
  CHECK(back.training.probability.matrix() == model.training.probability.matrix());
  CHECK(back.held_out.probability.matrix() == model.held_out.probability.matrix());
}

TEST_CASE(
    "a model of a method that describes none, and one of format 1.0, have no coefficients and no predictor",
    "[hdf5][model][degenerate]") {
  const ScratchDirectory scratch;
  Model model = example_model();
  model.fitted.reset();
  write_model(scratch / "m.h5", model);
  CHECK_FALSE(read_model(scratch / "m.h5").fitted);
  CHECK_FALSE(read_model(scratch / "m.h5").predictor);
  replace_text(scratch / "m.h5", model_format, "1.0.0");
  CHECK_FALSE(read_model(scratch / "m.h5").fitted);
  CHECK_FALSE(read_model(scratch / "m.h5").predictor);
}

TEST_CASE("a model without held-out rows, scores and words is read back", "[hdf5][model][degenerate]") {
  const ScratchDirectory scratch;
  Model model = example_model();
  model.columns = {{"a", true, {}}, {"b", true, {}}, {"c", true, {}}, {"d", true, {}}};
  model.held_out = {{}, core::Vector(0), core::Vector(0)};
  model.scores.clear();
  write_model(scratch / "m.h5", model);
  const Model back = read_model(scratch / "m.h5");
  CHECK(back.held_out.row.empty());
  CHECK(back.held_out.y.size() == 0);
  CHECK(back.scores.empty());
  CHECK(back.columns == model.columns);
}

TEST_CASE("the same model gives the same bytes, and inspect shows what is in them",
          "[hdf5][model][reproducibility]") {
  const ScratchDirectory scratch;
  write_model(scratch / "a.h5", example_model());
  write_model(scratch / "b.h5", example_model());
  CHECK(bytes_of(scratch / "a.h5") == bytes_of(scratch / "b.h5"));
  const std::string text = describe(scratch / "a.h5");
  for (const char* part : {"format_name = marginlab-model", "training/", "x  float64 [5 x 4]", "held_out/"})
    CHECK_THAT(text, Catch::Contains(part));
}

TEST_CASE("a model cut short, or with a byte changed, is refused in one sentence",
          "[hdf5][model][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "m.h5";
  write_model(path, example_model());
  REQUIRE(model_refusal(path).empty());
  const std::string whole = bytes_of(path);
  for (std::size_t part = 0; part < 64; ++part) {
    CAPTURE(part);
    put_bytes(path, whole.substr(0, whole.size() * part / 64));
    CHECK_THAT(model_refusal(path), Catch::Contains("m.h5' is cut short or damaged: ") &&
                                        Catch::EndsWith(". Fit the model again, or restore the file."));
    std::string changed = whole;
    char& byte = changed[whole.size() * part / 64];
    byte = static_cast<char>(byte ^ 0x10);
    put_bytes(path, changed);
    CHECK_THAT(model_refusal(path), Catch::Contains("m.h5' is cut short or damaged: "));
  }
}

TEST_CASE("a model that says of its certificate neither yes nor no is refused", "[hdf5][model][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "m.h5";
  Model model = example_model();
  model.is_certified = true;
  write_model(path, model);
  replace_text(path, "yes", "yas");
  CHECK_THAT(model_refusal(path), Catch::Contains("certified") && Catch::Contains("yes, no"));
}

TEST_CASE("a model of another format is refused, older or newer; another minor version is read",
          "[hdf5][model][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "m.h5";
  for (const char* version : {"3.0.0", "0.9.0"}) {
    write_model(path, example_model());
    replace_text(path, results::model_format, version);
    CHECK_THAT(model_refusal(path),
               Catch::Contains(std::string("is a model of format ") + version +
                               ", and this program reads 1.* and 2.*. Fit it again, or use the marginlab"));
  }
  for (const char* version : {"1.7.0", "2.7.0"}) {
    write_model(path, example_model());
    replace_text(path, results::model_format, version);
    CHECK(model_refusal(path).empty());
  }
}

TEST_CASE("what is no model is refused, saying what it is", "[hdf5][model][degenerate]") {
  const ScratchDirectory scratch;
  write_results(scratch / "results.h5", example_results(1));
  CHECK_THAT(model_refusal(scratch / "results.h5"),
             Catch::Contains("results.h5' is no model, but the results.h5 of a study. Name a file"));
  put_bytes(scratch / "notes.txt", "no HDF5 at all\n");
  CHECK_THAT(model_refusal(scratch / "notes.txt"), Catch::Contains("the checksum at its end is missing"));
  CHECK_THAT(model_refusal(scratch / "absent.h5"), Catch::Contains("absent.h5' (No such file"));
}

TEST_CASE("a sealed model whose parts do not fit together is refused", "[hdf5][model][degenerate]") {
  const ScratchDirectory scratch;
  const auto refused = [&](auto change) {
    Model model = example_model();
    change(model);
    write_model(scratch / "m.h5", model);
    return model_refusal(scratch / "m.h5");
  };
  CHECK(refused([](Model&) {}).empty());
  CHECK_THAT(refused([](Model& model) { model.columns.pop_back(), model.columns.pop_back(); }),
             Catch::Contains("do not fit the training sample"));
  CHECK_THAT(refused([](Model& model) { model.fitted->coefficients.conservativeResize(4); }),
             Catch::Contains("do not fit the training sample"));
  CHECK_THAT(refused([](Model& model) { model.x.conservativeResize(4, 4); }),
             Catch::Contains("do not fit the training sample"));
  CHECK_THAT(refused([](Model& model) { model.x.conservativeResize(5, 3); }),
             Catch::Contains("do not fit the training sample"));
}
