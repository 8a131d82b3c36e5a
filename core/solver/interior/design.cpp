#include "core/solver/interior/design.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/solver/loops/product_loops.hpp"

namespace core {
namespace {

using Eigen::Index;

/// Up to so many columns the sums of the products are taken one by one.
constexpr Index few = 12;

/// From so many columns and observations on they are taken by loops that are compiled for each processor.
/// What is smaller keeps the order of sums that its stored results have.
constexpr Index many = 64, large = 2000;

/// The two values of a column, the more frequent one first; none where it has three or more.
std::optional<std::pair<double, double>> two_values(const Eigen::Ref<const Vector>& column) {
  const double first = column(0);
  double second = first;
  Index of_second = 0;
  for (const double v : column) {
    if (v == first) continue;
    if (second == first) second = v;
    if (v != second) return std::nullopt;
    ++of_second;
  }
  return 2 * of_second <= column.size() ? std::pair(first, second) : std::pair(second, first);
}

} // namespace

Design::Design(const Matrix& x, Columns columns) : x_(x), r_(x.cols()) {
  if (columns == Columns::as_they_are || x.rows() == 0) return;
  std::vector<Index> whole;
  std::vector<std::pair<Index, std::pair<double, double>>> listed;
  for (Index k = 0; k < r_; ++k) {
    if (const auto values = two_values(x.col(k)))
      listed.emplace_back(k, *values);
    else
      whole.push_back(k);
  }
  listed_ = static_cast<Index>(listed.size());
  if (listed_ == 0) return;
  const auto held = static_cast<Index>(whole.size());
  dense_ = x(Eigen::all, whole);
  rows_ = dense_.transpose();
  to_ = Matrix::Zero(r_ + 1, r_ + 1);
  for (Index k = 0; k < held; ++k) to_(k, whole[static_cast<std::size_t>(k)]) = 1;
  to_(r_, r_) = 1;
  for (Index l = 0; l < listed_; ++l) {
    const auto& [column, values] = listed[static_cast<std::size_t>(l)];
    to_(held + l, column) = values.second - values.first;
    to_(r_, column) = values.first;
  }
  for (Index i = 0; i < x.rows(); ++i) {
    start_.push_back(static_cast<std::int64_t>(on_.size()));
    for (Index l = 0; l < listed_; ++l) {
      const auto& [column, values] = listed[static_cast<std::size_t>(l)];
      if (x(i, column) != values.first) on_.push_back(static_cast<std::int32_t>(held + l));
    }
  }
  start_.push_back(static_cast<std::int64_t>(on_.size()));
}

Design::Part Design::values(const Vector& c, Index i, Index m) const {
  const Matrix& x = dense();
  Part f = Part::Constant(m, c(r_));
  for (Index k = 0; k < x.cols(); ++k) f += c(k) * x.col(k).segment(i, m).array();
  if (listed_ == 0) return f;
  for (Index j = 0; j < m; ++j)
    for (auto at = start_[static_cast<std::size_t>(i + j)]; at < start_[static_cast<std::size_t>(i + j + 1)];
         ++at)
      f(j) += c(on_[static_cast<std::size_t>(at)]);
  return f;
}

void Design::add_sums(const Part& v, Index i, Vector& out) const {
  const Matrix& x = dense();
  const Index m = v.size();
  for (Index k = 0; k < x.cols(); ++k) out(k) += x.col(k).segment(i, m).dot(v.matrix());
  out(r_) += v.sum();
  if (listed_ == 0) return;
  for (Index j = 0; j < m; ++j)
    for (auto at = start_[static_cast<std::size_t>(i + j)]; at < start_[static_cast<std::size_t>(i + j + 1)];
         ++at)
      out(on_[static_cast<std::size_t>(at)]) += v(j);
}

void Design::add_products(const Part& weight, Index i, Matrix& out) {
  const Matrix& x = dense();
  const Index m = weight.size(), held = x.cols();
  const Part root = weight.sqrt();
  scaled_.resize(m, held + 1);
  scaled_.leftCols(held) = root.matrix().asDiagonal() * x.middleRows(i, m);
  scaled_.col(held) = root;
  if (listed_ > 0) {
    // The constant's row is the last one, behind the lists.
    const Matrix square = scaled_.transpose().lazyProduct(scaled_);
    out.topLeftCorner(held, held) += square.topLeftCorner(held, held);
    out.col(r_).head(held) += square.col(held).head(held);
    out(r_, r_) += square(held, held);
    add_listed_products(weight, i, out);
  } else if (r_ < few) {
    out += scaled_.transpose().lazyProduct(scaled_);
  } else if (r_ < many || size() < large) {
    out.selfadjointView<Eigen::Lower>().rankUpdate(scaled_.transpose());
  } else {
    loops::add_lower_products({m, held + 1, m, scaled_.data()}, out.data());
  }
}

/// Above the diagonal, where an observation's dense part is contiguous.
void Design::add_listed_products(const Part& weight, Index i, Matrix& out) const {
  const Index held = rows_.rows();
  for (Index j = 0; j < weight.size(); ++j) {
    const double w = weight(j);
    const auto begin = static_cast<std::size_t>(start_[static_cast<std::size_t>(i + j)]),
               end = static_cast<std::size_t>(start_[static_cast<std::size_t>(i + j + 1)]);
    for (std::size_t at = begin; at < end; ++at) {
      double* column = out.data() + on_[at] * out.rows();
      const double* row = rows_.data() + (i + j) * held;
      for (Index k = 0; k < held; ++k) column[k] += w * row[k];
      for (std::size_t other = begin; other <= at; ++other) column[on_[other]] += w;
    }
  }
}

Matrix Design::products(Matrix out) const {
  if (listed_ == 0) return out;
  const Index held = rows_.rows();
  // The product of a list with the constant is that of the list with itself.
  for (Index l = held; l < r_; ++l) out(l, r_) = out(l, l);
  out.triangularView<Eigen::StrictlyLower>() = out.transpose();
  return to_.transpose() * out * to_;
}

} // namespace core
