#include "core/kernel/kernel.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/kernel/exponentials.hpp"
#include "core/kernel/kernel_columns.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Kernel;
using core::Matrix;
using core::median_distance_between_classes;

namespace {

const Kernel kLinear{};
const Kernel kGaussian{Kernel::Shape::gaussian, 0.7};

} // namespace

TEST_CASE("kernel: entries are the formulas, whatever the place of the pair", "[kernel]") {
  for (const Eigen::Index n : {1, 2, 5, 8}) {
    const Matrix x = tests::example1(n, 1).x, z = tests::example2(7, 2).x;
    const Matrix linear = kLinear.cross_gram(x, z), gaussian = kGaussian.cross_gram(x, z);
    REQUIRE(linear.rows() == n);
    REQUIRE(linear.cols() == 7);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < 7; ++j) {
        CHECK(linear(i, j) == Approx(x.row(i).dot(z.row(j))).epsilon(1e-14).margin(1e-15));
        const double distance = (x.row(i) - z.row(j)).squaredNorm();
        CHECK(gaussian(i, j) == Approx(std::exp(-distance / (0.7 * 0.7))).epsilon(1e-14));
      }
  }
}

TEST_CASE(
    "kernel: an entry is the sum over the inputs in their order, to the last bit, at every number of rows",
    "[kernel][golden]") {
  const Kernel twice{Kernel::Shape::gaussian, 1.3, Kernel::Width::twice};
  for (const Eigen::Index n : {1, 17, 31, 32, 33, 100}) {
    core::Stream stream("rows of the kernel test");
    Matrix x(n, 5);
    for (Eigen::Index i = 0; i < x.size(); ++i) x(i) = stream.uniform() - 0.5;
    for (const Kernel& kernel : {kLinear, twice}) {
      const Matrix gram = kernel.gram(x), cross = kernel.cross_gram(x, x);
      for (Eigen::Index j = 0; j < n; ++j) {
        const core::Vector column = kernel.column(x, x.row(j));
        for (Eigen::Index i = 0; i < n; ++i) {
          double sum = 0;
          for (Eigen::Index k = 0; k < 5; ++k)
            sum += kernel.shape == Kernel::Shape::linear ? x(i, k) * x(j, k)
                                                         : (x(i, k) - x(j, k)) * (x(i, k) - x(j, k));
          if (kernel.shape == Kernel::Shape::gaussian) {
            sum /= -2 * (1.3 * 1.3);
            core::exponentials(&sum, 1);
          }
          CHECK(gram(i, j) == sum);
          CHECK(cross(i, j) == sum);
          CHECK(column(i) == sum);
        }
      }
    }
  }
}

TEST_CASE("kernel: a Gram matrix is exactly symmetric and has the bits of the cross-Gram matrix",
          "[kernel]") {
  for (const Eigen::Index n : {1, 2, 9, 24}) {
    const Matrix x = tests::example2(n, 3).x;
    for (const Kernel& kernel : {kLinear, kGaussian}) {
      const Matrix gram = kernel.gram(x);
      CHECK(gram == gram.transpose());
      CHECK(gram == kernel.cross_gram(x, x));
    }
  }
}

TEST_CASE("kernel: equal observations have equal rows and the Gaussian of a point with itself is one",
          "[kernel]") {
  for (const Eigen::Index n : {2, 7, 12}) {
    Matrix x = tests::example1(n, 4).x;
    x.row(n - 1) = x.row(0);
    for (const Kernel& kernel : {kLinear, kGaussian}) {
      const Matrix gram = kernel.gram(x);
      CHECK(gram.row(n - 1) == gram.row(0));
    }
    CHECK(kGaussian.gram(x).diagonal() == core::Vector::Ones(n));
    CHECK(kGaussian.gram(x)(0, n - 1) == 1);
  }
}

TEST_CASE("kernel: the far Gaussian fades to nothing, never to nan", "[kernel][degenerate]") {
  Matrix x(3, 1);
  x << 0, 1e3, 1e200;
  const Matrix gram = kGaussian.gram(x);
  CHECK(gram.allFinite());
  CHECK(gram(0, 1) <= 1e-300);
  CHECK(gram(0, 2) <= 1e-300);
}

TEST_CASE("kernel: a bandwidth that is not positive and samples of different inputs are refused",
          "[kernel]") {
  const Matrix x = Matrix::Zero(2, 2);
  CHECK_THROWS_AS((Kernel{Kernel::Shape::gaussian, 0}.gram(x)), std::logic_error);
  CHECK_THROWS_AS(kLinear.cross_gram(x, Matrix::Zero(2, 3)), std::logic_error);
}

TEST_CASE("kernel: the width stands where it is said to, inside, twice inside or outside the exponential",
          "[kernel]") {
  const Kernel twice{Kernel::Shape::gaussian, 0.7, Kernel::Width::twice};
  const Kernel outside{Kernel::Shape::gaussian, 0.7, Kernel::Width::outside};
  const Matrix x = tests::example1(7, 1).x, z = tests::example2(5, 2).x;
  const Matrix k = outside.cross_gram(x, z), printed = twice.cross_gram(x, z);
  for (Eigen::Index i = 0; i < 7; ++i)
    for (Eigen::Index j = 0; j < 5; ++j)
      CHECK(k(i, j) ==
            Approx(std::exp(-(x.row(i) - z.row(j)).squaredNorm()) / (2 * 0.7 * 0.7)).epsilon(1e-14));
  for (Eigen::Index i = 0; i < 7; ++i)
    CHECK(printed(i, 0) ==
          Approx(std::exp(-(x.row(i) - z.row(0)).squaredNorm() / (2 * 0.7 * 0.7))).epsilon(1e-14));
  CHECK(outside.gram(x) == outside.cross_gram(x, x));
  CHECK(outside.gram(x).diagonal() == core::KernelColumns(outside, x, 1 << 20).diagonal());
}

TEST_CASE("bandwidth: with the label as one more input two classes are farther apart by Pythagoras",
          "[kernel]") {
  core::Sample sample{core::Matrix(4, 1), core::Labels(4), {}};
  sample.x << 0, 1, 3, 7;
  sample.y << 1, -1, -1, -1;
  CHECK(core::median_distance_with_labels(sample) == Approx(std::sqrt(13)));
}

TEST_CASE("bandwidth: odd numbers of pairs take the middle distance, even ones the mean of the two middle",
          "[kernel]") {
  core::Sample sample{core::Matrix(4, 1), core::Labels(4), {}};
  sample.x << 0, 1, 3, 7;
  sample.y << 1, -1, -1, -1; // distances 1, 3, 7
  CHECK(median_distance_between_classes(sample) == 3);
  sample.y << 1, 1, -1, -1; // 3, 7, 2, 6
  CHECK(median_distance_between_classes(sample) == 4.5);
}

TEST_CASE("bandwidth: pairs of one class do not count", "[kernel]") {
  core::Sample sample{core::Matrix(3, 2), core::Labels(3), {}};
  sample.x << 0, 0, 3, 4, 1000, 1000;
  sample.y << 1, -1, 1;
  const double far = std::hypot(997, 996);
  CHECK(median_distance_between_classes(sample) == Approx((5 + far) / 2));
}

TEST_CASE("bandwidth: it is the sorted middle on a drawn sample", "[kernel][oracle]") {
  for (const Eigen::Index n : {9, 20, 41}) {
    const core::Sample sample = tests::example2(n, 11);
    std::vector<double> distances;
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < i; ++j)
        if (sample.y(i) != sample.y(j)) distances.push_back((sample.x.row(i) - sample.x.row(j)).norm());
    std::sort(distances.begin(), distances.end());
    const std::size_t m = distances.size();
    const double middle = m % 2 ? distances[m / 2] : 0.5 * (distances[m / 2 - 1] + distances[m / 2]);
    CHECK(median_distance_between_classes(sample) == Approx(middle).epsilon(1e-14));
  }
}

TEST_CASE("bandwidth: one where a class is missing or half the pairs coincide", "[kernel][degenerate]") {
  core::Sample sample{core::Matrix::Zero(3, 2), core::Labels::Ones(3), {}};
  CHECK(median_distance_between_classes(sample) == 1);
  sample.y(0) = -1;
  CHECK(median_distance_between_classes(sample) == 1);
  CHECK(median_distance_between_classes(core::Sample{}) == 1);
}

TEST_CASE("sampled median: of few pairs it is the median, of many near it, and always the same number",
          "[kernel]") {
  const core::Sample small = tests::example1(60, 1), large = tests::example2(1500, 2);
  CHECK(core::sampled_median_distance(small) == core::median_distance_between_classes(small));
  const double median = core::median_distance_between_classes(large);
  CHECK(core::sampled_median_distance(large) == Approx(median).epsilon(0.01));
  CHECK(core::sampled_median_distance(large) != median);
  CHECK(core::sampled_median_distance(large) == core::sampled_median_distance(large));
}

TEST_CASE("mean distance: over all pairs of points, one where there is none or all coincide", "[kernel]") {
  core::Matrix x(3, 2);
  x << 0, 0, 3, 4, 0, 8;
  CHECK(core::mean_distance(x) == Approx((5 + 8 + 5) / 3.0).epsilon(1e-15));
  CHECK(core::mean_distance(core::Matrix::Ones(4, 2)) == 1);
  CHECK(core::mean_distance(x.topRows(1)) == 1);
  const core::Sample sample{x, core::Labels::Ones(3), {}};
  const core::KernelChoice choice{core::Kernel::Shape::gaussian, core::KernelChoice::SigmaUnit::mean, 2};
  CHECK(choice.on(sample).sigma == 2 * core::mean_distance(x));
  CHECK(choice.text() == "gaussian 2 means");
}

TEST_CASE("the exponential of a kernel is exact to a rounding or two, and each entry has its own bits",
          "[kernel][oracle]") {
  core::Stream stream("exponentials");
  core::Vector x(4001);
  for (Eigen::Index i = 0; i < x.size(); ++i)
    x(i) = -stream.uniform() * (i % 3 == 0 ? 1 : i % 3 == 1 ? 30 : 707);
  core::Vector all = x;
  core::exponentials(all.data(), all.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    CHECK(std::abs(all(i) / std::exp(x(i)) - 1) < 5e-16);
    double alone = x(i);
    core::exponentials(&alone, 1);
    CHECK(alone == all(i));
  }
}

TEST_CASE("a column of a kernel is the exponential of its squared distances, whatever its length",
          "[kernel][manufactured]") {
  core::Stream stream("columns of a kernel");
  for (const Eigen::Index n : {1, 3, 4, 5, 16, 23})
    for (const double far : {1.0, 40.0, 1e200}) { // of the last every square is infinite
      CAPTURE(n, far);
      const core::Matrix x = core::Matrix::NullaryExpr(n, 3, [&] { return far * stream.normal(); });
      const Eigen::RowVectorXd z = Eigen::RowVectorXd::NullaryExpr(3, [&] { return stream.normal(); });
      const core::Vector column = core::Kernel{core::Kernel::Shape::gaussian, 0.8}.column(x, z);
      for (Eigen::Index i = 0; i < n; ++i) {
        double square = 0;
        for (Eigen::Index k = 0; k < 3; ++k) square += (x(i, k) - z(k)) * (x(i, k) - z(k));
        double alone = square / -(0.8 * 0.8);
        core::exponentials(&alone, 1);
        CHECK(column(i) == alone);
      }
    }
}

TEST_CASE("the exponential of a kernel keeps the bits that stored kernels have", "[kernel][golden]") {
  double x[] = {0, -0.0, -1, -0.1, -1.0 / 3, -25.7, -700, -708.9, -1e300, -core::infinity};
  core::exponentials(x, 10);
  const double kept[] = {0x1p+0,
                         0x1p+0,
                         0x1.78b56362cef37p-2,
                         0x1.cf46d99d52b3ap-1,
                         0x1.6edd3122f2ea5p-1,
                         0x1.e54d2dc890402p-38,
                         0x1.14f2b0fb9307fp-1010,
                         0x0.9ab77c6e3d8a4p-1022,
                         0x0.3feaecf4d1116p-1022,
                         0x0.3feaecf4d1116p-1022};
  for (int i = 0; i < 10; ++i) CHECK(x[i] == kept[i]);
}
