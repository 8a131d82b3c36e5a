#include "core/multiclass/methods/grid_fits.hpp"

namespace core {

using Eigen::Index;

GridFits grid_fits(const GridSample& sample, const WeightGrid& grid, const TruncatedHinge& loss, double C) {
  MulticlassMachine machine(sample.x, {sample.labels, sample.weights}, grid.classes);
  const double s = loss.s_of(static_cast<int>(grid.classes));
  GridFits out;
  for (std::size_t g = 0; g < grid.interior; ++g) {
    const MachineFit fit = machine.fit(C * grid.weights(g), s);
    out.summary.see(fit.certificate);
    out.summary.dc_steps += fit.dc_steps;
    out.support += static_cast<double>(fit.support) / static_cast<double>(grid.interior);
    out.further_support += static_cast<double>(fit.further_support) / static_cast<double>(grid.interior);
    const Matrix& weights = sample.is_linear ? fit.w : fit.coefficients;
    Matrix& rule = out.rules.emplace_back(weights.rows() + 1, grid.classes);
    rule << weights, fit.b.transpose();
  }
  return out;
}

} // namespace core
