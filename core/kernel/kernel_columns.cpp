#include "core/kernel/kernel_columns.hpp"

#include <algorithm>
#include <utility>

namespace core {

KernelColumns::KernelColumns(const Kernel& kernel, Matrix x, std::size_t bytes)
    : kernel_(kernel),
      x_(std::move(x)),
      room_(std::max(fewest, bytes / (sizeof(double) * static_cast<std::size_t>(x_.rows() + 1)))) {}

const double* KernelColumns::column(Index j) const {
  const auto found = where_.find(j);
  if (found != where_.end()) {
    kept_.splice(kept_.begin(), kept_, found->second);
    return kept_.front().column.data();
  }
  if (kept_.size() == room_) {
    where_.erase(kept_.back().j);
    kept_.pop_back();
  }
  kept_.push_front({j, kernel_.column(x_, x_.row(j))});
  where_.emplace(j, kept_.begin());
  return kept_.front().column.data();
}

const KernelTiles& KernelColumns::tiles() const {
  if (!tiles_) tiles_.emplace(kernel_.entry(), x_);
  return *tiles_;
}

Matrix KernelColumns::inputs_of(std::span<const Index> points) const {
  Matrix out(x_.cols(), static_cast<Index>(points.size()));
  for (std::size_t j = 0; j < points.size(); ++j)
    out.col(static_cast<Index>(j)) = x_.row(points[j]).transpose();
  return out;
}

Matrix KernelColumns::columns(std::span<const Index> points) const {
  Matrix out(size(), static_cast<Index>(points.size()));
  const Matrix inputs = inputs_of(points);
  for (Index t = 0; t < tiles().tiles(); ++t)
    tiles().meet(t, {inputs, 0, inputs.cols()},
                 [&](const KernelTiles::Entries& entries) { entries.put(out); });
  return out;
}

Vector KernelColumns::diagonal() const {
  if (kernel_.shape == Kernel::Shape::gaussian) return Vector::Constant(size(), kernel_.at_distance_zero());
  Vector squares = Vector::Zero(size());
  for (Index k = 0; k < x_.cols(); ++k) squares.array() += x_.col(k).array().square();
  return squares;
}

} // namespace core
