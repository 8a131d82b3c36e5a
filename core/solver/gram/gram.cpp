#include "core/solver/gram/gram.hpp"

#include "core/solver/loops/vector_loops.hpp"

namespace core {

using Eigen::Index;

namespace {

Index leading(const Matrix& matrix) {
  return matrix.outerStride();
}

} // namespace

Features::Features(Matrix inputs) : x(std::move(inputs)), rows(x.transpose()) {
  for (Index k = 0; k < x.cols(); ++k) columns.push_back(x.data() + k * leading(x));
}

double Gram::operator()(Index i, Index j) const {
  if (dense_) return (*dense_)(i, j);
  double entry = 0;
  entries({&i, 1}, j, &entry);
  return entry;
}

void Gram::entries(std::span<const Index> points, Index j, double* out) const {
  if (!features_) {
    const double* const all = dense_ ? dense_->data() + j * leading(*dense_) : computed_->column(j);
    for (std::size_t k = 0; k < points.size(); ++k) out[k] = all[points[k]];
    return;
  }
  const Matrix& rows = features_->rows;
  for (std::size_t k = 0; k < points.size(); ++k) {
    double sum = 0;
    for (Index l = 0; l < rows.rows(); ++l) sum += rows(l, points[k]) * rows(l, j);
    out[k] = sum;
  }
}

const double* Gram::column(Index j, Vector& room) const {
  if (dense_) return dense_->data() + j * leading(*dense_);
  if (computed_) return computed_->column(j);
  room.setZero(rows());
  const Vector inputs = features_->rows.col(j);
  loops::add_columns(rows(), {inputs.size(), features_->columns.data(), inputs.data()}, room.data());
  return room.data();
}

Vector Gram::diagonal() const {
  if (dense_) return dense_->diagonal();
  if (computed_) return computed_->diagonal();
  return features_->rows.colwise().squaredNorm();
}

bool Gram::is_finite() const {
  if (dense_) return dense_->allFinite();
  return (features_ ? features_->x : computed_->x()).allFinite();
}

double Gram::largest_diagonal() const {
  return rows() > 0 ? diagonal().maxCoeff() : 0;
}

Matrix Gram::columns(std::span<const Index> points) const {
  if (dense_) return (*dense_)(Eigen::all, points);
  if (computed_) return computed_->columns(points);
  const Kernel linear;
  return linear.cross_gram(features_->x, features_->x(points, Eigen::all));
}

Matrix Gram::block(std::span<const Index> points) const {
  if (dense_) return (*dense_)(points, points);
  const Kernel linear;
  return computed_ ? computed_->kernel().gram(computed_->x()(points, Eigen::all))
                   : linear.gram(features_->x(points, Eigen::all));
}

OwnedGram::OwnedGram(Matrix dense) : dense_(std::make_unique<const Matrix>(std::move(dense))) {}

Gram OwnedGram::view() const {
  if (dense_) return *dense_;
  return features_ ? Gram(*features_) : Gram(*computed_);
}

OwnedGram sub_gram(const Gram& gram, const std::vector<Index>& points) {
  if (gram.features())
    return OwnedGram(std::make_unique<const Features>(gram.features()->x(points, Eigen::all)));
  if (gram.computed())
    return OwnedGram(std::make_unique<const KernelColumns>(gram.computed()->kernel(),
                                                           gram.computed()->x()(points, Eigen::all)));
  return OwnedGram(gram.block(points));
}

} // namespace core
