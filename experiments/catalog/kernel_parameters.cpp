#include "experiments/catalog/kernel_parameters.hpp"

namespace experiments {
namespace {

using Shape = core::Kernel::Shape;
using Unit = core::KernelChoice::SigmaUnit;

const auto kernel = core::word<Shape>("kernel", "linear, or gaussian exp(-|s-t|^2/sigma^2)",
                                      {{"linear", Shape::linear}, {"gaussian", Shape::gaussian}});
const auto sigma_unit =
    core::word<Unit>(
        "sigma_unit",
        "what sigma counts: the median distance between the classes, absolute input units, that median over "
        "200,000 pairs of a large sample, or the mean distance between the training points",
        {{"median", Unit::median},
         {"absolute", Unit::absolute},
         {"sampled_median", Unit::sampled_median},
         {"mean", Unit::mean}})
        .or_else(Unit::median)
        .only_with(kernel, Shape::gaussian);
const auto sigma = core::real("sigma", "the bandwidth, in sigma_unit")
                       .in(1e-12, 1e12)
                       .or_else(1)
                       .only_with(kernel, Shape::gaussian);

} // namespace

std::vector<core::ParameterSpec> kernel_parameters(const std::optional<Shape>& fallback) {
  return {fallback ? kernel.or_else(*fallback) : kernel, sigma_unit, sigma};
}

core::KernelChoice kernel_of(const core::Parameters& parameters) {
  core::KernelChoice out;
  out.shape = kernel.of(parameters);
  if (!out.has_bandwidth()) return out;
  out.unit = sigma_unit.of(parameters);
  out.sigma = sigma.of(parameters);
  return out;
}

} // namespace experiments
