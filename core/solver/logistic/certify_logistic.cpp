#include "core/solver/logistic/certify_logistic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/logistic/duality.hpp"
#include "core/solver/logistic/row_blocks.hpp"

namespace core {
namespace {

constexpr double operations = 8; // of a loss or an entropy, in units of its value

/// Numbers with what each may be off by.
struct Computed {
  Vector value, error;
};

/// A half squared norm with what it may be off by.
struct Penalty {
  double value, error;
};

/// What is said of a decision function by its values at the training points without the intercept.
struct Form {
  Computed h; ///< [n]
  Penalty penalty;
};

/// K v at the rows of the sample. Where rows repeat, the entries of v are added up first.
Computed product(const GramRows& sample, const Vector& v) {
  const Vector whole = summed_by_row(v, sample.rows, sample.gram.rows());
  const Vector size = sample.gram.diagonal().cwiseSqrt();
  const double repeats = static_cast<double>(v.size()) - static_cast<double>((whole.array() != 0).count());
  const Vector summing = unit_roundoff * std::max(0.0, repeats) * size(sample.rows).dot(v.cwiseAbs()) * size;
  const Vector error = rounding_of_product(sample.gram, whole) + summing;
  return {gram_times(sample.gram, whole)(sample.rows), error(sample.rows)};
}

/// a'Ka / (2 lambda) and Ka / lambda.
Form kernel_form(const GramRows& sample, const Vector& a, double lambda) {
  const Computed image = product(sample, a);
  const Vector h = image.value / lambda;
  const auto n = static_cast<double>(a.size());
  const double reach = a.cwiseAbs().dot(image.error) +
                       (n + operations) * unit_roundoff * a.cwiseAbs().dot(image.value.cwiseAbs());
  return {{h, image.error / lambda + unit_roundoff * h.cwiseAbs()},
          {a.dot(image.value) / (2 * lambda), reach / (2 * lambda)}};
}

/// lambda |w|^2 and x w, w right to `error` in each entry.
Form linear_form(const Matrix& x, const Computed& w, double lambda) {
  const auto terms = static_cast<double>(x.cols()) + operations;
  const Vector size = w.value.cwiseAbs(), off = terms * unit_roundoff * size + w.error;
  const double square = lambda * w.value.squaredNorm();
  Computed h{Vector(x.rows()), Vector(x.rows())};
  for_row_blocks(x.rows(), [&](Eigen::Index first, Eigen::Index count) {
    const auto rows = x.middleRows(first, count);
    h.value.segment(first, count).noalias() = rows * w.value;
    h.error.segment(first, count).noalias() = rows.cwiseAbs() * off;
  });
  return {std::move(h),
          {square, terms * unit_roundoff * square + 2 * lambda * (size + w.error).dot(w.error)}};
}

/// x'a / (2 lambda), the coefficients of a dual point.
Computed coefficients(const Matrix& x, const Vector& a, double lambda) {
  const auto n = static_cast<double>(a.size());
  Vector sum = Vector::Zero(x.cols()), sum_of_sizes = Vector::Zero(x.cols());
  for_row_blocks(x.rows(), [&](Eigen::Index first, Eigen::Index count) {
    const auto rows = x.middleRows(first, count);
    sum.noalias() += rows.transpose() * a.segment(first, count);
    sum_of_sizes.noalias() += rows.cwiseAbs().transpose() * a.segment(first, count).cwiseAbs();
  });
  return {sum / (2 * lambda), (n + operations) * unit_roundoff / (2 * lambda) * sum_of_sizes};
}

/// P at h and b.
Penalty primal_of(const Form& form, const WeightedLabels& labels, double beta_0) {
  const auto& [y, w] = labels;
  const auto n = static_cast<double>(y.size());
  double loss = 0, moved = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double f = form.h.value(i) + beta_0;
    const double off = form.h.error(i) + unit_roundoff * (std::abs(form.h.value(i)) + std::abs(beta_0));
    loss += weight_at(w, i) * Logistic::value(y(i) * f);
    moved += weight_at(w, i) * std::min(1.0, -Logistic::slope(y(i) * f) * exp(std::min(off, 700.0))) * off;
  }
  const double value = loss + form.penalty.value;
  return {value, moved + form.penalty.error + (n + operations) * unit_roundoff * value};
}

/// A dual point and the weights of its observations.
struct DualAt {
  const Vector &a, &weights;
};

/// D there; `above` is the form at which it is the dual point.
Penalty dual_of(const Form& form, const DualAt& at, const Form& above, double beta_0) {
  const auto& [a, weights] = at;
  const auto n = static_cast<double>(a.size());
  const double height = entropy(a, weights);
  const double unbalanced = std::abs(a.sum()) + n * unit_roundoff * a.lpNorm<1>();
  const double slope = 1 + std::abs(beta_0) + (form.h.value - above.h.value).lpNorm<Eigen::Infinity>();
  return {height - form.penalty.value, form.penalty.error +
                                           (n + operations) * unit_roundoff * (height + form.penalty.value) +
                                           2 * unbalanced * slope};
}

Certificate certificate_of(const Penalty& primal, const Penalty& dual) {
  Certificate out;
  out.primal = std::isfinite(primal.value) ? primal.value : infinity;
  out.dual = std::isfinite(dual.value) ? dual.value : -infinity;
  const double rounding = primal.error + dual.error;
  out.rounding = std::isfinite(rounding) ? rounding : infinity;
  return out;
}

} // namespace

Certificate certify_kernel_logistic(const GramRows& sample, const WeightedLabels& labels, double lambda,
                                    const LogisticAnswer& answer) {
  const auto& [a, beta_0] = answer;
  const Form above = kernel_form(sample, a, lambda);
  const Vector point = dual_point_of(labels, above.h.value.array() + beta_0);
  return certificate_of(primal_of(above, labels, beta_0),
                        dual_of(kernel_form(sample, point, lambda), {point, labels.weights}, above, beta_0));
}

Certificate certify_penalised_logistic(const Matrix& x, const WeightedLabels& labels, double lambda,
                                       const LogisticAnswer& answer) {
  const auto& [beta, beta_0] = answer;
  const Form above = linear_form(x, {beta, Vector::Zero(beta.size())}, lambda);
  const Vector point = dual_point_of(labels, above.h.value.array() + beta_0);
  return certificate_of(primal_of(above, labels, beta_0),
                        dual_of(linear_form(x, coefficients(x, point, lambda), lambda),
                                {point, labels.weights}, above, beta_0));
}

} // namespace core
