#include <cmath>

#include "core/contract.hpp"
#include "core/kernel/kernel.hpp"
#include "core/probability/sparse/coordinate_descent.hpp"
#include "core/solver/elastic_net/face_products.hpp"
#include "core/solver/elastic_net/face_system.hpp"
#include "core/solver/elastic_net/path.hpp"
#include "core/solver/elastic_net/ridge.hpp"
#include "core/solver/logistic/kernel_logistic_fit.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using tests::fixture;

namespace {

Sample wide(Eigen::Index n, Eigen::Index p, std::uint64_t seed) {
  tests::Dice dice(seed);
  Sample sample{Matrix(n, p), Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    sample.y(i) = i % 2 == 0 ? 1 : -1;
    for (Eigen::Index j = 0; j < p; ++j) sample.x(i, j) = dice.normal() + (j < 5 ? 0.5 * sample.y(i) : 0);
  }
  return sample;
}

/// The objective from its definition.
template <class Loss>
double objective(const ElasticNetProblem& problem, const Loss& loss, double gamma, double a,
                 const Vector& b) {
  const Vector f = (problem.columns * b).array() + a;
  const Vector image = problem.ridge == Ridge::kernel ? Vector(problem.columns * b) : b;
  double sum = gamma * ((1 - problem.omega) / 2 * b.dot(image) + problem.omega * b.lpNorm<1>());
  for (Eigen::Index i = 0; i < f.size(); ++i)
    sum += loss.value(problem.y(i) * f(i)) / static_cast<double>(f.size());
  return sum;
}

/// The largest entry of the smallest subgradient, from its definition.
template <class Loss>
double violation(const ElasticNetProblem& problem, const Loss& loss, double gamma, const ElasticNetFit& fit) {
  const Vector f = fit.decision(problem.columns);
  Vector pull(f.size());
  for (Eigen::Index i = 0; i < f.size(); ++i)
    pull(i) = problem.y(i) * loss.slope(problem.y(i) * f(i)) / static_cast<double>(f.size());
  const Vector& b = fit.coefficients;
  const Vector image = problem.ridge == Ridge::kernel ? Vector(problem.columns * b) : b;
  const Vector smooth = problem.columns.transpose() * pull + gamma * (1 - problem.omega) * image;
  double worst = std::abs(pull.sum());
  for (Eigen::Index j = 0; j < b.size(); ++j) {
    const double one = gamma * problem.omega;
    worst = std::max(worst,
                     b(j) == 0 ? std::abs(smooth(j)) - one : std::abs(smooth(j) + std::copysign(one, b(j))));
  }
  return worst;
}

template <class Loss>
void check_path(const ElasticNetProblem& problem, const Loss& loss) {
  ElasticNetPath<Loss> path(problem, loss);
  const double largest = path.largest_gamma();
  CHECK(path.at(1.0001 * largest).nonzero() == 0);
  for (int k = 1; k <= 12; ++k) {
    const double gamma = largest * std::pow(10, -k / 4.0);
    CAPTURE(problem.omega, gamma);
    const ElasticNetFit fit = path.at(gamma);
    CHECK(fit.certificate.status == Status::ok);
    CHECK(fit.certificate.relative_gap() < 1e-8);
    CHECK(fit.certificate.primal ==
          Approx(objective(problem, loss, gamma, fit.intercept, fit.coefficients)).epsilon(1e-10));
    CHECK(violation(problem, loss, gamma, fit) < 1e-7 * gamma * problem.omega);
    for (std::size_t i = 1; i < path.objectives().size(); ++i)
      CHECK(path.objectives()[i] <= path.objectives()[i - 1] * (1 + 1e-12));
  }
}

} // namespace

TEST_CASE("elastic nets: the conditions of the optimum hold along a path, and the objective never rises",
          "[elastic_net][manufactured]") {
  const Sample few = wide(12, 60, 1), many = wide(60, 8, 2), plane = tests::example1(40, 3);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(plane.x);
  for (const double omega : {0.01, 0.25, 1.0}) {
    for (const Sample* sample : {&few, &many}) {
      const ElasticNetProblem problem{sample->x, sample->y, omega, Ridge::plain};
      check_path(problem, Coherence::c(1, 1));
      check_path(problem, Coherence::c(0.1, 1));
      check_path(problem, HuberisedHinge{2});
    }
    for (const Ridge ridge : {Ridge::plain, Ridge::kernel}) {
      check_path({gram, plane.y, omega, ridge}, Coherence::c(1, 1));
      check_path({gram, plane.y, omega, ridge}, HuberisedHinge{2});
    }
  }
}

TEST_CASE("elastic nets: the solution of V at gamma / kappa is that of C at gamma",
          "[elastic_net][manufactured]") {
  const Sample sample = wide(20, 30, 4);
  for (const double rho : {0.1, 1.0, 2.0}) {
    const Coherence c = Coherence::c(rho, 1), v = Coherence::v(rho, 1);
    const ElasticNetProblem problem{sample.x, sample.y, 0.25, Ridge::plain};
    const ElasticNetFit of_c = ElasticNetPath(problem, c).at(0.02);
    const ElasticNetFit of_v = ElasticNetPath(problem, v).at(0.02 / c.kappa);
    CHECK((of_c.coefficients - of_v.coefficients).cwiseAbs().maxCoeff() < 1e-9);
    CHECK(of_c.certificate.primal == Approx(c.kappa * of_v.certificate.primal).epsilon(1e-10));
  }
}

TEST_CASE("elastic nets without a 1-norm: the logit loss with a kernel ridge is kernel logistic regression",
          "[elastic_net][manufactured]") {
  const Sample sample = tests::example2(50, 5);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 0.8}.gram(sample.x);
  std::vector<Eigen::Index> rows(50);
  for (std::size_t i = 0; i < 50; ++i) rows[i] = static_cast<Eigen::Index>(i);
  const double lambda = 0.5;
  const KernelLogisticFit theirs = fit_kernel_logistic({gram, rows}, sample.y, lambda);
  const ElasticNetFit ours = fit_ridge({gram, sample.y, 0, Ridge::kernel}, Coherence::logit(), lambda / 50);
  CHECK(ours.certificate.status == Status::ok);
  CHECK(50 * ours.certificate.primal == Approx(theirs.certificate.primal).epsilon(1e-9));
  CHECK((ours.decision(gram) - theirs.decision(gram, lambda)).cwiseAbs().maxCoeff() < 1e-5);
}

TEST_CASE("elastic nets: a small 1-norm comes close to none", "[elastic_net][manufactured]") {
  const Sample sample = wide(30, 6, 6);
  const ElasticNetFit none = fit_ridge({sample.x, sample.y, 0, Ridge::plain}, HuberisedHinge{2}, 0.1);
  const ElasticNetFit little =
      ElasticNetPath({sample.x, sample.y, 1e-4, Ridge::plain}, HuberisedHinge{2}).at(0.1);
  CHECK(none.certificate.status == Status::ok);
  CHECK((none.coefficients - little.coefficients).cwiseAbs().maxCoeff() < 1e-3);
  CHECK(none.certificate.primal <= little.certificate.primal);
}

TEST_CASE(
    "elastic nets: constant, empty and repeated columns, repeated points and separable classes are solved",
    "[elastic_net][degenerate]") {
  Sample sample = wide(16, 40, 7);
  sample.x.col(3).setConstant(2);
  sample.x.col(4).setZero();
  sample.x.col(6) = sample.x.col(5);
  sample.x.row(9) = sample.x.row(8);
  for (const double omega : {0.01, 0.5, 1.0}) {
    CAPTURE(omega);
    const ElasticNetProblem problem{sample.x, sample.y, omega, Ridge::plain};
    check_path(problem, Coherence::c(1, 1));
    const ElasticNetFit fit = ElasticNetPath(problem, Coherence::c(1, 1)).at(0.01);
    CHECK(fit.coefficients(3) == 0);
    CHECK(fit.coefficients(4) == 0);
  }
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 3}.gram(sample.x);
  check_path({gram, sample.y, 0.25, Ridge::kernel}, Coherence::c(1, 1));
}

TEST_CASE("elastic nets: one class, or a path without its 1-norm, is a broken promise",
          "[elastic_net][degenerate]") {
  const Sample sample = wide(6, 3, 8);
  const Labels ones = Labels::Ones(6);
  using Path = ElasticNetPath<Coherence>;
  CHECK_THROWS_AS(Path({sample.x, ones, 0.5, Ridge::plain}, Coherence::logit()), std::logic_error);
  CHECK_THROWS_AS(Path({sample.x, sample.y, 0, Ridge::plain}, Coherence::logit()), std::logic_error);
  CHECK_THROWS_AS(fit_ridge({sample.x, ones, 0, Ridge::plain}, Coherence::logit(), 1.0), std::logic_error);
}

TEST_CASE("elastic nets: a cold start far down a path arrives where warm steps do",
          "[elastic_net][manufactured]") {
  const Sample sample = tests::example2(60, 9);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(sample.x);
  for (const double omega : {0.01, 1.0}) {
    const ElasticNetProblem problem{gram, sample.y, omega, Ridge::kernel};
    ElasticNetPath warm(problem, Coherence::c(1, 1));
    const double gamma = 1e-3 * warm.largest_gamma();
    for (int k = 0; k < 18; ++k) warm.at(gamma * std::pow(10, (18 - k) / 6.0));
    CHECK(ElasticNetPath(problem, Coherence::c(1, 1)).at(gamma).certificate.primal ==
          Approx(warm.at(gamma).certificate.primal).epsilon(1e-9));
  }
}

TEST_CASE("elastic nets: a nearly singular problem ends where rounding leaves nothing to gain",
          "[elastic_net][degenerate]") {
  // With sigma 10 forty points are nearly one: the last digits of the misfit are rounding alone.
  const Sample sample = tests::example1(40, 2);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 10}.gram(sample.x);
  ElasticNetPath path({gram, sample.y, 0.05, Ridge::plain}, HuberisedHinge{0.01});
  for (int k = 0; k <= 16; ++k) {
    const ElasticNetFit fit = path.at(path.largest_gamma() * std::pow(10, -k / 2.0));
    CAPTURE(k, fit.certificate.relative_gap());
    CHECK(fit.certificate.iterations < 200);
  }
}

namespace {

struct OracleSample {
  Matrix linear, kernel;
  Labels y;
};

/// The monomials up to degree 4 and the Gaussian kernel of sample.csv, as the scripts make them.
OracleSample oracle_sample() {
  const auto rows = fixture("sample.csv");
  const auto n = static_cast<Eigen::Index>(rows.size());
  Matrix x(n, 2);
  OracleSample out{Matrix(n, 14), {}, Labels(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& row = rows[static_cast<std::size_t>(i)];
    x.row(i) << std::stod(row[0]), std::stod(row[1]);
    out.y(i) = std::stod(row[2]);
    Eigen::Index j = 0;
    for (int d = 1; d <= 4; ++d)
      for (int a = 0; a <= d; ++a) out.linear(i, j++) = std::pow(x(i, 0), a) * std::pow(x(i, 1), d - a);
  }
  out.kernel = Kernel{Kernel::Shape::gaussian, 1.2}.gram(x);
  return out;
}

template <class Loss>
ElasticNetFit solved(const ElasticNetProblem& problem, const Loss& loss, double gamma) {
  return problem.omega == 0 ? fit_ridge(problem, loss, gamma) : ElasticNetPath(problem, loss).at(gamma);
}

ElasticNetFit solved(const ElasticNetProblem& problem, const std::vector<std::string>& row) {
  const double parameter = std::stod(row[3]), gamma = std::stod(row[5]);
  if (row[2] == "huberised") return solved(problem, HuberisedHinge{parameter}, gamma);
  return solved(problem, row[2] == "logit" ? Coherence::logit() : Coherence::c(parameter, 1), gamma);
}

} // namespace

TEST_CASE("elastic nets: the objective of a bound-constrained quasi-Newton method, for all losses and ridges",
          "[elastic_net][oracle][fixture]") {
  const OracleSample sample = oracle_sample();
  const auto rows = fixture("elastic_net.csv");
  REQUIRE(rows.size() == 3 * 7 * 4);
  for (const auto& row : rows) {
    CAPTURE(row[0], row[1], row[2], row[3], row[4], row[5]);
    const Matrix& columns = row[0] == "kernel" ? sample.kernel : sample.linear;
    const Ridge ridge = row[1] == "kernel" ? Ridge::kernel : Ridge::plain;
    const ElasticNetFit fit = solved({columns, sample.y, std::stod(row[4]), ridge}, row);
    const double expected = std::stod(row[6]);
    CHECK(fit.certificate.status == Status::ok);
    CHECK(fit.certificate.relative_gap() < 1e-8);
    CHECK(fit.certificate.primal <= expected * (1 + 1e-9));
    CHECK(fit.certificate.primal == Approx(expected).epsilon(1e-6));
  }
}

TEST_CASE("elastic nets of the logit loss: the coefficients of glmnet, and no larger objective",
          "[elastic_net][oracle][fixture]") {
  const OracleSample sample = oracle_sample();
  const auto rows = fixture("glmnet.csv");
  REQUIRE(rows.size() == 16);
  for (const auto& row : rows) {
    const double omega = std::stod(row[0]), gamma = std::stod(row[1]);
    CAPTURE(omega, gamma);
    const ElasticNetFit fit =
        ElasticNetPath({sample.linear, sample.y, omega, Ridge::plain}, Coherence::logit()).at(gamma);
    CHECK(fit.intercept == Approx(std::stod(row[2])).margin(1e-6));
    Vector theirs(14);
    for (Eigen::Index j = 0; j < 14; ++j) theirs(j) = std::stod(row[static_cast<std::size_t>(3 + j)]);
    CHECK((fit.coefficients - theirs).cwiseAbs().maxCoeff() < 1e-6);
    double objective = gamma * ((1 - omega) / 2 * theirs.squaredNorm() + omega * theirs.lpNorm<1>());
    const Vector f = (sample.linear * theirs).array() + std::stod(row[2]);
    for (Eigen::Index i = 0; i < f.size(); ++i)
      objective += std::log1p(std::exp(-sample.y(i) * f(i))) / static_cast<double>(f.size());
    CHECK(fit.certificate.primal <= objective * (1 + 1e-12));
    CHECK(fit.certificate.primal == Approx(objective).epsilon(1e-8));
  }
}

namespace {

Sample sample_of(Eigen::Index n, Eigen::Index p) {
  tests::Dice dice(5);
  Sample sample{Matrix(n, p), Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    sample.y(i) = i % 2 == 0 ? 1 : -1;
    for (Eigen::Index j = 0; j < p; ++j) sample.x(i, j) = dice.normal() + (j < 3 ? 0.6 * sample.y(i) : 0);
  }
  return sample;
}

double largest_rise(const std::vector<double>& values) {
  double largest = -1;
  for (std::size_t k = 1; k < values.size(); ++k) largest = std::max(largest, values[k] - values[k - 1]);
  return largest;
}

} // namespace

TEST_CASE("Algorithm 1 with its kappa never rises, and arrives where the solver does",
          "[elastic_net][oracle]") {
  const Sample sample = sample_of(24, 6);
  const Matrix kernel =
      (-(sample.x * sample.x.transpose() * -2 + (sample.x.rowwise().squaredNorm() * Matrix::Ones(1, 24)) +
         (Matrix::Ones(24, 1) * sample.x.rowwise().squaredNorm().transpose())) /
       8)
          .array()
          .exp();
  for (const Ridge ridge : {Ridge::plain, Ridge::kernel})
    for (const double rho : {0.5, 1.0}) {
      const ElasticNetProblem problem{ridge == Ridge::plain ? sample.x : kernel, sample.y, 0.25, ridge};
      const Coherence loss = Coherence::c(rho, 1);
      const DescentTrace trace = trace_descent(problem, loss, 0.02);
      CHECK(largest_rise(trace.objective) <= 0);
      CHECK(largest_rise(trace.model) <= 1e-15);
      CHECK(trace.model.front() == Approx(trace.objective.front()).epsilon(1e-15)); // the constant is kept
      CHECK(trace.objective.front() == Approx(1)); // C(0) = u = 1, no penalty
      ElasticNetPath<Coherence> path(problem, loss);
      const ElasticNetFit fit = path.at(0.02);
      CHECK(trace.objective.back() >= fit.certificate.dual);
      CHECK(trace.objective.back() == Approx(path.objectives().back()).epsilon(1e-6));
      CHECK((trace.coefficients - fit.coefficients).cwiseAbs().maxCoeff() <= 1e-2);
    }
}

TEST_CASE("a penalty that selects nothing leaves the intercept: balanced classes move nowhere",
          "[elastic_net][degenerate]") {
  const Sample sample = sample_of(20, 4);
  const DescentTrace trace = trace_descent({sample.x, sample.y, 1}, Coherence::c(1, 1), 100);
  CHECK(trace.coefficients.isZero(0));
  CHECK(std::abs(trace.intercept) <= 1e-15);
  CHECK(trace.objective.size() == 2);
}

TEST_CASE("the descent is refused to one class", "[elastic_net][degenerate]") {
  Draw draw;
  draw.train = sample_of(6, 2);
  draw.train.y.setOnes();
  draw.test = draw.train;
  DrawCache cache(draw, {1, "test", 0});
  CHECK_THROWS_AS(CoordinateDescent({{}, Coherence::c(1, 1)}).estimate(cache), UserError);
}

namespace {

/// M'WM - M'w w'M / sum(w) + ridge R on a face, from its definition.
Matrix system_of(const ElasticNetProblem& problem, const FaceModel& model) {
  const Matrix m = problem.columns(Eigen::all, model.face);
  const Vector& w = model.weights;
  Matrix system = m.transpose() * w.asDiagonal() * m;
  system -= (m.transpose() * w) * (m.transpose() * w).transpose() / w.sum();
  if (problem.ridge == Ridge::plain)
    system.diagonal().array() += model.ridge;
  else
    system += model.ridge * m(model.face, Eigen::all);
  return system;
}

Vector uniform(Eigen::Index size, double low, double high, std::uint64_t seed) {
  tests::Dice dice(seed);
  Vector out(size);
  for (double& value : out) value = low + (high - low) * dice.uniform();
  return out;
}

/// Of the right side that a chosen step, in the place of k, has, the share that the system's step leaves, at
/// their largest.
double rest(const ElasticNetProblem& problem, FaceSystem& solver, const FaceModel& chosen) {
  const Matrix system = system_of(problem, chosen);
  const Vector downhill = system * chosen.downhill;
  const Vector found = solver.step({chosen.face, chosen.weights, downhill, chosen.ridge});
  return (downhill - system * found).lpNorm<Eigen::Infinity>() / downhill.lpNorm<Eigen::Infinity>();
}

/// Steps with weights that go from all alike to far apart, on faces of all columns and of every third.
void check_steps(const ElasticNetProblem& problem) {
  FaceSystem solver(problem);
  const Eigen::Index n = problem.columns.rows(), p = problem.columns.cols();
  for (const Eigen::Index stride : {1, 3}) {
    std::vector<Eigen::Index> face;
    for (Eigen::Index j = 0; j < p; j += stride) face.push_back(j);
    for (const double spread : {0.0, 0.01, 0.1, 0.5, 0.999}) {
      CAPTURE(n, p, stride, spread);
      const Vector weights = uniform(n, 1 - spread, 1 + spread, 5) / static_cast<double>(n);
      const Vector chosen = uniform(static_cast<Eigen::Index>(face.size()), -1, 1, 6);
      CHECK(rest(problem, solver, {face, weights, chosen, 0.01}) < 2e-3);
      // Weights and ridge both by one factor: as near as can be.
      const Vector half = weights / 2;
      CHECK(rest(problem, solver, {face, half, chosen, 0.005}) < 2e-3);
    }
  }
}

} // namespace

TEST_CASE("Newton's steps on a face: what is left of the right side is small, whatever was solved before",
          "[elastic_net][manufactured]") {
  const Sample plane = tests::example1(90, 3);
  tests::Dice dice(4);
  const auto normal = [&] { return dice.normal(); };
  const Matrix tall = Matrix::NullaryExpr(90, 40, normal), wide = Matrix::NullaryExpr(60, 300, normal);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(plane.x);
  Matrix repeated = tall;
  repeated.rightCols(20) = repeated.leftCols(20);
  repeated.col(7).setConstant(2);
  for (const Matrix* columns : {&tall, &wide, &gram, static_cast<const Matrix*>(&repeated)})
    check_steps({*columns, plane.y, 0.5, Ridge::plain});
  check_steps({gram, plane.y, 0.5, Ridge::kernel});
}

TEST_CASE("products with the columns of a face are those of the columns, whatever their number and length",
          "[elastic_net][manufactured]") {
  tests::Dice dice(7);
  for (Eigen::Index n = 1; n <= 34; ++n) {
    const Matrix m = Matrix::NullaryExpr(n, 24, [&] { return static_cast<double>(dice.below(100)); });
    for (Eigen::Index size = 0; size <= 9; ++size) {
      std::vector<Eigen::Index> face;
      for (Eigen::Index k = 0; k < size; ++k) face.push_back((7 * k + 3) % 24);
      const Matrix columns = m(Eigen::all, face);
      const Vector d = Vector::LinSpaced(size, -4, static_cast<double>(size) - 5), v = m.col(1);
      // Whole numbers: every order of adding has the same bits.
      CHECK(times(m, face, d) == columns * d);
      CHECK(transposed_times(m, face, v) == columns.transpose() * v);
    }
  }
}
