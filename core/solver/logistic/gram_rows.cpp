#include "core/solver/logistic/gram_rows.hpp"

#include "core/solver/gram/columns.hpp"

namespace core {

bool GramRows::is_whole() const {
  if (size() != gram.rows()) return false;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] != static_cast<Eigen::Index>(i)) return false;
  return true;
}

Vector GramRows::times(const Vector& v) const {
  if (is_whole()) return gram.selfadjointView<Eigen::Lower>() * v;
  const Vector image = gram.selfadjointView<Eigen::Lower>() * summed_by_row(v, rows, gram.rows());
  return image(rows);
}

} // namespace core
