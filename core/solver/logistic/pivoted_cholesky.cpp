#include "core/solver/logistic/pivoted_cholesky.hpp"

#include <cmath>

namespace core {

LowRank pivoted_cholesky(const GramRows& sample, Eigen::Index most_rank, double rest) {
  LowRank out{Matrix(sample.size(), most_rank), sample.gram.diagonal()(sample.rows)};
  Eigen::Index rank = 0;
  for (; rank < most_rank; ++rank) {
    Eigen::Index pivot = 0;
    const double largest = out.rest.maxCoeff(&pivot);
    if (!(largest > rest)) break;
    const auto known = out.factor.leftCols(rank);
    Vector column = sample.gram.col(sample.rows[static_cast<std::size_t>(pivot)])(sample.rows);
    column -= known * known.row(pivot).transpose();
    out.factor.col(rank) = column / std::sqrt(largest);
    out.rest = (out.rest - out.factor.col(rank).cwiseAbs2()).cwiseMax(0);
    out.rest(pivot) = 0;
  }
  out.factor.conservativeResize(Eigen::NoChange, rank);
  return out;
}

} // namespace core
