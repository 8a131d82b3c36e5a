#include "core/kernel/kernel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "core/random/weighted_draw.hpp"
#include "core/sample/observation_weights.hpp"
#include "core/sample/quantile.hpp"
#include "core/settings/parameters.hpp"

namespace core {
namespace {

using Eigen::Index;

/// Entries of a tile into the rows of K that are its points.
void put_mirrored(const KernelTiles::Entries& entries, Matrix& gram) {
  for (Index i = 0; i < entries.rows; ++i) {
    double* const column = gram.col(entries.row + i).data() + entries.point;
    for (Index j = 0; j < entries.points; ++j) column[j] = entries.at[j * KernelTiles::height + i];
  }
}

/// The middle value, or the mean of the two middle values. Reorders its argument, which is not empty.
double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*std::max_element(values.begin(), middle) + *middle);
}

} // namespace

KernelEntry Kernel::entry() const {
  if (shape == Shape::linear) return {};
  const double squared = sigma * sigma;
  if (width == Width::outside) return {.is_product = false, .over = -1, .factor = at_distance_zero()};
  return {.is_product = false, .over = width == Width::twice ? -2 * squared : -squared};
}

Matrix Kernel::cross_gram(const Matrix& x, const Matrix& z) const {
  expect(x.cols() == z.cols(), "both samples have the same inputs");
  expect(sigma > 0, "a bandwidth is positive");
  Matrix gram(x.rows(), z.rows());
  const KernelTiles tiles(entry(), x);
  const Matrix points = z.transpose();
  for (Index t = 0; t < tiles.tiles(); ++t)
    tiles.meet(t, {points, 0, points.cols()},
               [&](const KernelTiles::Entries& entries) { entries.put(gram); });
  return gram;
}

Vector Kernel::column(const Matrix& x, const Eigen::RowVectorXd& z) const {
  expect(x.cols() == z.cols(), "both samples have the same inputs");
  expect(sigma > 0, "a bandwidth is positive");
  constexpr Index height = KernelTiles::height;
  const Index n = x.rows(), whole = n - n % height;
  Vector out(n);
  for (Index i = 0; i < whole; i += height)
    kernel_of_tile(entry(), {x.data() + i, n, x.cols()}, {z.data(), 1}, out.data() + i);
  if (whole == n) return out;
  Matrix last = Matrix::Zero(height, x.cols());
  last.topRows(n - whole) = x.bottomRows(n - whole);
  std::array<double, height> entries;
  kernel_of_tile(entry(), {last.data(), height, x.cols()}, {z.data(), 1}, entries.data());
  std::copy_n(entries.data(), n - whole, out.data() + whole);
  return out;
}

Matrix Kernel::gram(const Matrix& x) const {
  expect(sigma > 0, "a bandwidth is positive");
  const Index n = x.rows();
  Matrix gram(n, n);
  const KernelTiles tiles(entry(), x);
  const Matrix points = x.transpose();
  for (Index t = 0; t < tiles.tiles(); ++t)
    tiles.meet(t, {points, 0, std::min(n, (t + 1) * KernelTiles::height)},
               [&](const KernelTiles::Entries& entries) {
                 entries.put(gram);
                 put_mirrored(entries, gram);
               });
  return gram;
}

namespace {

/// Of two points [p], their squares added one after the other, as those of two rows of a sample are.
double distance(const auto& a, const auto& b) {
  double sum = 0;
  for (Index k = 0; k < a.size(); ++k) sum += (a(k) - b(k)) * (a(k) - b(k));
  return std::sqrt(sum);
}

/// The median over pairs of different classes of the distance, where these are `apart` in one more input.
double median_over_pairs(const Sample& sample, double apart) {
  const auto with = [&](double distance) {
    return apart == 0 ? distance : std::sqrt(distance * distance + apart * apart);
  };
  std::vector<double> distances;
  std::vector<std::pair<double, double>> weighed;
  for (Eigen::Index i = 0; i < sample.size(); ++i)
    for (Eigen::Index j = i + 1; j < sample.size(); ++j) {
      if (sample.y(i) == sample.y(j)) continue;
      const double distance = with((sample.x.row(i) - sample.x.row(j)).norm());
      if (sample.weights.size() == 0)
        distances.push_back(distance);
      else
        weighed.emplace_back(distance, sample.weights(i) * sample.weights(j));
    }
  if (distances.empty() && weighed.empty()) return 1;
  const double middle = weighed.empty() ? median(std::move(distances)) : weighted_median(std::move(weighed));
  return middle > 0 ? middle : 1;
}

} // namespace

double median_distance_between_classes(const Sample& sample) {
  return median_over_pairs(sample, 0);
}

double median_distance_with_labels(const Sample& sample) {
  return median_over_pairs(sample, 2);
}

double sampled_median_distance(const Sample& sample, std::int64_t pairs) {
  std::vector<Index> positive, negative;
  for (Index i = 0; i < sample.size(); ++i) (sample.y(i) > 0 ? positive : negative).push_back(i);
  const auto all = static_cast<std::int64_t>(positive.size()) * static_cast<std::int64_t>(negative.size());
  if (all <= pairs) return median_distance_between_classes(sample);
  Stream stream("pairs of the sampled median distance");
  const Matrix points = sample.x.transpose(); // drawn at random, so each must lie together
  const WeightedDraw of_positive(weights_of(sample.weights, positive), positive.size()),
      of_negative(weights_of(sample.weights, negative), negative.size());
  std::vector<double> distances;
  for (std::int64_t k = 0; k < pairs; ++k) {
    const Index i = positive[of_positive(stream)], j = negative[of_negative(stream)];
    distances.push_back(distance(points.col(i), points.col(j)));
  }
  const double middle = median(std::move(distances));
  return middle > 0 ? middle : 1;
}

double mean_distance(const Matrix& x, const Vector& weights) {
  double sum = 0, pairs = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    const double w = weight_at(weights, i);
    pairs += w * std::max(0.0, w - 1) / 2;
    for (Index j = 0; j < i; ++j) {
      const double both = w * weight_at(weights, j);
      pairs += both;
      sum += both * (x.row(i) - x.row(j)).norm();
    }
  }
  return sum > 0 ? sum / pairs : 1;
}

namespace {

using Unit = KernelChoice::SigmaUnit;

std::string counted_in(Unit unit) {
  switch (unit) {
    case Unit::absolute:
      return "";
    case Unit::sampled_median:
      return " sampled medians";
    case Unit::mean:
      return " means";
    case Unit::median_with_labels:
      return " medians with labels";
    case Unit::median:
      break;
  }
  return " medians";
}

std::string placed(Kernel::Width width) {
  switch (width) {
    case Kernel::Width::twice:
      return " twice";
    case Kernel::Width::outside:
      return " outside";
    case Kernel::Width::inside:
      break;
  }
  return "";
}

double length_of(Unit unit, const Sample& train) {
  switch (unit) {
    case Unit::absolute:
      return 1;
    case Unit::sampled_median:
      return sampled_median_distance(train);
    case Unit::mean:
      return mean_distance(train.x, train.weights);
    case Unit::median_with_labels:
      return median_distance_with_labels(train);
    case Unit::median:
      break;
  }
  return median_distance_between_classes(train);
}

} // namespace

KernelChoice KernelChoice::at(const std::optional<double>& bandwidth) const {
  KernelChoice out = *this;
  if (bandwidth && has_bandwidth()) out.sigma = *bandwidth;
  return out;
}

std::string KernelChoice::text() const {
  if (!has_bandwidth()) return "linear";
  return "gaussian " + shortest(sigma) + counted_in(unit) + placed(width);
}

Kernel KernelChoice::on(const Sample& train) const {
  if (!has_bandwidth()) return {shape, 1};
  return {shape, sigma * length_of(unit, train), width};
}

} // namespace core
