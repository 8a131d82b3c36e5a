#include <cmath>
#include <memory>

#include "core/multiclass/methods/class_problems.hpp"
#include "core/multiclass/scaling/class_calibration.hpp"
#include "core/probability/scaling/beta.hpp"
#include "core/probability/scaling/beta_calibration.hpp"
#include "core/probability/scaling/coherence_scaling.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/probability/scaling/isotonic.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "core/probability/scaling/venn_abers.hpp"
#include "core/random/stream.hpp"
#include "core/sample/observation_weights.hpp"
#include "tests/support/catch.hpp"

using core::Matrix;
using core::Vector;

// Observation weights of calibrations: core/sample/observation_weights.hpp.
namespace {

/// Decision values with labels and weights, and each as often as it counts.
struct CountedRows {
  Matrix f, copied_f;
  Vector y, w, copied_y;
};

CountedRows counted_rows(int n, int classes) {
  core::Stream stream("weighted decision values");
  const int columns = classes == 2 ? 1 : classes;
  CountedRows out{Matrix(n, columns), {}, Vector(n), Vector(n), {}};
  std::vector<Eigen::Index> copies;
  for (Eigen::Index i = 0; i < n; ++i) {
    const int own = static_cast<int>(classes * stream.uniform());
    out.y(i) = classes == 2 ? 2 * own - 1 : own + 1;
    for (Eigen::Index k = 0; k < columns; ++k)
      out.f(i, k) = std::round(20 * (stream.normal() + (classes == 2 ? out.y(i) : k == own ? 1.2 : 0))) / 20;
    out.w(i) = 1 + std::floor(3 * stream.uniform());
    for (int k = 0; k < out.w(i); ++k) copies.push_back(i);
  }
  out.copied_f = out.f(copies, Eigen::all);
  out.copied_y = out.y(copies);
  return out;
}

struct NamedScaling {
  std::string name;
  std::unique_ptr<core::Calibration> scaling;
};

std::vector<NamedScaling> all_scalings() {
  std::vector<NamedScaling> out;
  out.push_back({"platt", std::make_unique<core::PlattCalibration>()});
  for (const auto ends : {core::IsotonicScaling::Ends::succession, core::IsotonicScaling::Ends::exact})
    for (const auto variant :
         {core::IsotonicScaling::Variant::pooled, core::IsotonicScaling::Variant::centred}) {
      auto isotonic = std::make_unique<core::IsotonicScaling>();
      isotonic->ends = ends, isotonic->variant = variant;
      out.push_back({"isotonic", std::move(isotonic)});
    }
  out.push_back({"venn_abers", std::make_unique<core::VennAbersScaling>()});
  for (const auto targets :
       {core::BetaCalibration::Targets::smoothed, core::BetaCalibration::Targets::labels}) {
    auto beta = std::make_unique<core::BetaCalibration>();
    beta->targets = targets;
    out.push_back({"beta_calibration", std::move(beta)});
  }
  for (const auto edges : {core::BinnedScaling::Edges::equal_width, core::BinnedScaling::Edges::equal_mass}) {
    auto bins = std::make_unique<core::BinnedScaling>();
    bins->edges = edges;
    out.push_back({"bins", std::move(bins)});
  }
  out.push_back({"zero_one", std::make_unique<core::ZeroOneScaling>()});
  out.push_back({"pp", std::make_unique<core::ClippedScaling>()});
  out.push_back({"beta", std::make_unique<core::BetaScaling>()});
  out.push_back({"beta_two", std::make_unique<core::SingleBetaScaling>()});
  out.push_back({"coherence", std::make_unique<core::CoherenceScaling>()});
  out.push_back({"softmax", std::make_unique<core::SoftmaxScaling>()});
  out.push_back({"sollich", std::make_unique<core::SollichScaling>()});
  return out;
}

Vector positive(const core::Calibration& by, const Matrix& at, const Matrix& f,
                const core::WeightedLabels& y) {
  return by.probability(at, f, y).probability.positive();
}

} // namespace

TEST_CASE("weights: a scaling of weighted rows is that of so many rows alike",
          "[scaling][weights][manufactured]") {
  const CountedRows data = counted_rows(80, 2);
  const Matrix at = Vector::LinSpaced(41, -3, 3);
  for (const auto& [name, scaling] : all_scalings()) {
    CAPTURE(name);
    const Vector once = positive(*scaling, at, data.f, {data.y, data.w}),
                 copied = positive(*scaling, at, data.copied_f, data.copied_y);
    CHECK((once - copied).cwiseAbs().maxCoeff() < (name == "beta_two" ? 1e-6 : 1e-9));
    const bool counts = name == "isotonic" || name == "venn_abers" || name == "bins" || name == "zero_one";
    if (counts) CHECK(once == copied); // whole numbers are counted without rounding
    if (name != "softmax" && name != "sollich")
      CHECK(once != positive(*scaling, at, data.f, data.y)); // the weights are read
  }
}

TEST_CASE("weights: weights of one each are no weights", "[scaling][weights][manufactured]") {
  const CountedRows data = counted_rows(80, 2);
  const Matrix at = Vector::LinSpaced(41, -3, 3);
  for (const auto& [name, scaling] : all_scalings()) {
    CAPTURE(name);
    const Vector of_ones = positive(*scaling, at, data.f, {data.y, Vector::Ones(80)}),
                 without = positive(*scaling, at, data.f, data.y);
    CHECK((of_ones - without).cwiseAbs().maxCoeff() < (name == "beta_two" ? 1e-6 : 1e-9));
  }
}

TEST_CASE("weights: a row in two parts of its weight changes no scaling, also where weights are not whole",
          "[scaling][weights][manufactured]") {
  const CountedRows data = counted_rows(80, 2);
  const Matrix at = Vector::LinSpaced(41, -3, 3);
  std::vector<Eigen::Index> twice;
  Vector parts(160);
  for (Eigen::Index i = 0; i < 80; ++i) {
    twice.insert(twice.end(), {i, i});
    parts(2 * i) = 0.37 * 0.25 * data.w(i), parts(2 * i + 1) = 0.37 * 0.75 * data.w(i);
  }
  for (const auto& [name, scaling] : all_scalings()) {
    const bool by_places = name == "bins" || name == "beta"; // quantiles, and N up to the number of rows
    if (by_places) continue;
    CAPTURE(name);
    const Vector whole = positive(*scaling, at, data.f, {data.y, 0.37 * data.w}),
                 in_parts = positive(*scaling, at, data.f(twice, Eigen::all), {data.y(twice), parts});
    CHECK((whole - in_parts).cwiseAbs().maxCoeff() < (name == "beta_two" ? 1e-6 : 1e-9));
    CHECK((whole.minCoeff() >= 0 && whole.maxCoeff() <= 1));
  }
}

TEST_CASE("weights: a calibration of classes of weighted rows is that of so many rows alike",
          "[scaling][weights][manufactured]") {
  const CountedRows data = counted_rows(70, 3);
  const core::ClassNumbers once = core::class_numbers({data.y, data.w}, 3),
                           copied = core::class_numbers(data.copied_y, 3);
  std::vector<std::unique_ptr<core::ClassCalibration>> all;
  all.push_back(std::make_unique<core::TemperatureScaling>());
  all.push_back(std::make_unique<core::VectorScaling>());
  all.push_back(std::make_unique<core::DirichletCalibration>());
  for (const auto& calibration : all)
    for (const auto targets :
         {core::ClassCalibration::Targets::smoothed, core::ClassCalibration::Targets::labels}) {
      calibration->targets = targets;
      const core::Estimate a = calibration->probability(data.f, data.f, once),
                           b = calibration->probability(data.f, data.copied_f, copied);
      CHECK((a.probability.matrix() - b.probability.matrix()).cwiseAbs().maxCoeff() < 1e-8);
      CHECK(a.summary.status == core::Status::ok);
    }
  const core::Resample pair = core::members(once, {0, 2});
  REQUIRE(pair.weights.size() == pair.y.size());
  for (std::size_t k = 0; k < pair.rows.size(); ++k)
    CHECK(pair.weights(static_cast<Eigen::Index>(k)) == data.w(pair.rows[k]));
}
