#include "core/estimate/draw_cache.hpp"
#include "core/multiclass/methods/border_weight.hpp"
#include "core/solver/large/kernel_factor.hpp"
#include "tests/core/multiclass/samples.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_samples.hpp"

using namespace core;
using Eigen::Index;

// Observation weights of the machines of several classes, and of border weights: core/sample/observation_weights.hpp.
namespace {

Vector one_to_three(Index n, const std::string& name) {
  Stream stream(name);
  return Vector::NullaryExpr(n, [&] { return 1 + std::floor(3 * stream.uniform()); });
}

tests::Labelled written_out(const tests::Labelled& all, const Vector& weights) {
  const std::vector<Index> rows = tests::copied_rows(weights);
  return {all.x(rows, Eigen::all), all.y(rows)};
}

/// E from its definition, each loss times a weight.
double weighted_objective(const tests::Labelled& all, const Vector& weights, const MachineFit& fit,
                          const Vector& costs, double s) {
  double sum = fit.w.squaredNorm() / 2;
  for (Index i = 0; i < all.y.size(); ++i) {
    const tests::Labelled one{all.x.row(i), all.y.segment(i, 1)};
    sum += weights(i) * (tests::truncated_objective(one, fit, costs, s) - fit.w.squaredNorm() / 2);
  }
  return sum;
}

Draw weighted_draw(int K, bool written) {
  const tests::Labelled all = tests::around_a_circle(60, K, "weighted border");
  const Vector weights = one_to_three(60, "weights of border");
  const tests::Labelled copies = written_out(all, weights);
  const auto sample = [K](const tests::Labelled& from, const Vector& w) {
    Sample out{from.x, Labels(from.y.size()), {}, K, w};
    for (Index i = 0; i < from.y.size(); ++i) out.y(i) = label_of(static_cast<int>(from.y(i)) - 1, K);
    return out;
  };
  const Sample test = sample(tests::around_a_circle(100, K, "weighted border test"), {});
  return {written ? sample(copies, {}) : sample(all, weights), {}, test};
}

Estimate border_of(const Draw& draw, const Classifier& classifier, const BorderWeight::Options& options) {
  DrawCache cache(draw, {7, "weighted border", 0});
  return BorderWeight(classifier, options).learn(cache, cache.whole())->probability(0.3, {});
}

} // namespace

TEST_CASE(
    "the truncated machine: a row of whole weight is so many rows alike, and the certificate says the same",
    "[multiclass][weights][oracle]") {
  for (const bool of_a_kernel : {false, true})
    for (const double s : {-infinity, -0.5}) {
      tests::Labelled all = tests::around_a_circle(60, 3, "weighted machine");
      const Vector weights = one_to_three(60, "weights of a machine");
      if (of_a_kernel) {
        const Matrix gram = Kernel{Kernel::Shape::gaussian, 0.7}.gram(all.x);
        all.x = kernel_factor(Gram(gram), 1e-12, 60).x;
      }
      const tests::Labelled copies = written_out(all, weights);
      MulticlassMachine counted(all.x, {all.y, weights}, 3), copied(copies.x, copies.y, 3);
      for (const double C : {0.01, 0.25, 4.0}) {
        CAPTURE(of_a_kernel, s, C);
        const Vector costs = C * (Vector(3) << 0.2, 0.5, 0.3).finished();
        const MachineFit once = counted.fit(costs, s), often = copied.fit(costs, s);
        CHECK(once.certificate.status == Status::ok);
        CHECK(once.objective == Approx(often.objective).epsilon(1e-7));
        CHECK(once.objective == Approx(weighted_objective(all, weights, once, costs, s)).epsilon(1e-5));
        CHECK(once.certificate.primal == Approx(often.certificate.primal).epsilon(1e-7));
        CHECK(once.certificate.dual == Approx(often.certificate.dual).epsilon(1e-7));
        const double norm = 1 + often.w.norm();
        CHECK((once.w - often.w).norm() < 1e-3 * norm);
        CHECK((all.x.transpose() * once.coefficients - once.w).norm() < 1e-3 * norm);
      }
    }
}

TEST_CASE("the truncated machine: weights that are not whole multiply the losses of their rows",
          "[multiclass][weights][manufactured]") {
  const tests::Labelled all = tests::around_a_circle(40, 3, "parts of rows");
  const Vector weights = one_to_three(40, "parts") / 2.7, costs = (Vector(3) << 0.1, 0.3, 0.2).finished();
  MulticlassMachine machine(all.x, {all.y, weights}, 3);
  const MachineFit fit = machine.fit(costs, -infinity);
  const double least = weighted_objective(all, weights, fit, costs, -infinity);
  CHECK(fit.certificate.status == Status::ok);
  CHECK(fit.certificate.dual <= least * (1 + 1e-6));
  CHECK(fit.objective == Approx(least).epsilon(1e-5));
  Stream stream("moved machines");
  for (int k = 0; k < 20; ++k) {
    MachineFit other = fit;
    for (double& v : other.w.reshaped()) v += 1e-3 * stream.normal();
    for (double& v : other.b) v += 1e-3 * stream.normal();
    other.w.colwise() -= other.w.rowwise().mean().eval();
    other.b.array() -= other.b.mean();
    CHECK(weighted_objective(all, weights, other, costs, -infinity) >= least * (1 - 1e-7));
  }
}

// A descent from the hinge solution may take another way where its last digits differ, and a few labels of the grid
// with it; the hinge machines themselves have one minimum.
TEST_CASE("border weights: a row of whole weight is so many rows alike", "[multiclass][weights][oracle]") {
  for (const Kernel::Shape shape : {Kernel::Shape::linear, Kernel::Shape::gaussian})
    for (const int K : {2, 3}) {
      CAPTURE(shape == Kernel::Shape::linear, K);
      const Classifier classifier{TruncatedHinge{TruncatedHinge::Cut::none}, {shape}},
          descended{TruncatedHinge{}, {shape}};
      const BorderWeight::Options options{BorderScheme::indirect, ShareOf::interior, 0.1, 0.1};
      const Draw counted = weighted_draw(K, false), written = weighted_draw(K, true);
      const Estimate once = border_of(counted, classifier, options),
                     often = border_of(written, classifier, options);
      CHECK(once.summary.status == Status::ok);
      CHECK(once.facts.at("problems") == often.facts.at("problems"));
      CHECK((once.probability.matrix() - often.probability.matrix()).cwiseAbs().maxCoeff() < 1e-6);
      const Matrix off = border_of(counted, descended, options).probability.matrix() -
                         border_of(written, descended, options).probability.matrix();
      CHECK(off.cwiseAbs().mean() < 1e-3);
      Draw alone = counted;
      alone.train.weights = {};
      CHECK(border_of(alone, classifier, options).probability.matrix() != once.probability.matrix());
    }
}
