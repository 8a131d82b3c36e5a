#include "core/solver/parametric/elbow.hpp"

namespace core {

void Elbow::append() {
  if (large_) return large_->append();
  small_.append();
  if (small_.size() < large) return;
  large_ = ElbowCholesky::of(gram_, lift(), small_.points());
  if (large_) small_.clear();
}

void Elbow::clear() {
  large_.reset();
  small_.clear();
}

bool Elbow::take(const std::vector<Index>& points) {
  clear();
  if (static_cast<Index>(points.size()) < small_again) return small_.take(points);
  large_ = ElbowCholesky::of(gram_, lift(), points);
  return is_large();
}

Elbow::Closing Elbow::remove(Index position) {
  if (!large_) {
    small_.remove(position);
    return Closing::last_takes_place;
  }
  large_->remove(position);
  if (large_->size() < small_again && small_.take(large_->points())) large_.reset();
  return Closing::all_move_up;
}

ElbowInverse::Solved Elbow::solve(double* rhs, double total) {
  if (!large_) return small_.solve(rhs, total);
  const loops::Saddle saddle = large_->solve(rhs, total);
  return {lift() * total + saddle.excess, saddle.magnitude, saddle.largest};
}

} // namespace core
