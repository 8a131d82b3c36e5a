#include "core/solver/large/moving_field.hpp"

#include <cmath>
#include <utility>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {

using Eigen::Index;

MovingField::MovingField(const Gram& gram, const Vector& a, std::size_t bytes)
    : MovingField(gram, {a, gram_times(gram, a), rounding_units(gram, a)}, bytes) {}

MovingField::MovingField(const Gram& gram, Known known, std::size_t bytes)
    : gram_(gram),
      a_(std::move(known.a)),
      roots_(gram.diagonal().cwiseSqrt()),
      value_(std::move(known.value)),
      error_(known.units * size_of(a_)),
      room_(bytes / (sizeof(double) * static_cast<std::size_t>(gram.rows() + 1))),
      column_(static_cast<std::size_t>(gram.rows()), nullptr) {
  expect(gram.features() == nullptr, "a field that moves is that of a kernel's columns");
}

void MovingField::keep(const std::vector<Index>& points) {
  if (points.empty()) return;
  room_ -= points.size();
  kept_.push_back(gram_.columns(points));
  for (std::size_t k = 0; k < points.size(); ++k)
    column_[static_cast<std::size_t>(points[k])] = kept_.back().col(static_cast<Index>(k)).data();
}

void MovingField::move(std::span<const Index> points, const Vector& to, const std::vector<bool>& again) {
  std::vector<Index> to_keep;
  Changes at_hand, passing;
  double way = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Index i = points[k];
    const double step = to(static_cast<Index>(k)) - a_(i);
    if (step == 0) continue;
    const bool is_kept = column_[static_cast<std::size_t>(i)] != nullptr;
    const bool keeps = !is_kept && again[k] && to_keep.size() < room_ && gram_.computed() != nullptr;
    if (keeps) to_keep.push_back(i);
    Changes& changes = is_kept || keeps ? at_hand : passing;
    changes.points.push_back(i);
    changes.steps.push_back(step);
    way += roots_(i) * std::abs(step);
    a_(i) = to(static_cast<Index>(k));
  }
  keep(to_keep);
  Vector change = Vector::Zero(a_.size());
  add_many_columns(gram_, passing.points, passing.steps, change);
  std::vector<const double*> columns;
  for (const Index i : at_hand.points) columns.push_back(column_[static_cast<std::size_t>(i)]);
  add_in_blocks(columns, at_hand.steps, change);
  value_ += change;
  const auto moved = static_cast<double>(at_hand.points.size() + passing.points.size());
  constexpr double units_of_a_block = 84, block = 64;
  error_ += (units_of_a_block + moved / block) * way + size_of(a_);
}

double MovingField::units() const {
  const double size = size_of(a_);
  return size > 0 ? error_ / size : 0;
}

} // namespace core
