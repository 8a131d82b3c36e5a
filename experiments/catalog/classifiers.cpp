#include <array>

#include "core/parameter.hpp"
#include "experiments/catalog/methods.hpp"

// The classifiers a config may name.
namespace experiments {
namespace {

using core::Parameters;
using Shape = core::Kernel::Shape;
using Unit = core::KernelChoice::SigmaUnit;

const auto kernel = core::word<Shape>("kernel", "linear, or gaussian exp(-|s-t|^2/sigma^2)",
                                      {{"linear", Shape::linear}, {"gaussian", Shape::gaussian}});
const auto sigma_unit =
    core::word<Unit>(
        "sigma_unit",
        "what sigma counts: the median distance between the classes, absolute input units, or that "
        "median over 200,000 pairs of a large sample",
        {{"median", Unit::median}, {"absolute", Unit::absolute}, {"sampled_median", Unit::sampled_median}})
        .or_else(Unit::median)
        .only_with(kernel, Shape::gaussian);
const auto sigma = core::real("sigma", "the bandwidth, in sigma_unit")
                       .in(1e-12, 1e12)
                       .or_else(1)
                       .only_with(kernel, Shape::gaussian);

template <class Loss>
core::Classifier with_kernel(const Parameters& p) {
  core::Classifier out{Loss{}, {}};
  out.kernel.shape = kernel.of(p);
  if (out.kernel.shape == Shape::linear) return out;
  out.kernel.unit = sigma_unit.of(p);
  out.kernel.sigma = sigma.of(p);
  return out;
}

} // namespace

std::span<const ClassifierRow> classifiers() {
  static const std::array rows{
      ClassifierRow{{"weighted_svm",
                     "SVM",
                     "Wang, Shen & Liu (2008), eq. 3",
                     "support vector machine with class weights 1 - pi, pi",
                     1,
                     {kernel, sigma_unit, sigma}},
                    with_kernel<core::Hinge>},
      ClassifierRow{
          {"weighted_psi",
           "psi",
           "Wang, Shen & Liu (2008), sections 2.1 and 2.2",
           "psi-learning with class weights 1 - pi, pi, by d.c. programming from the support vector machine",
           1,
           {kernel, sigma_unit, sigma}},
          with_kernel<core::Psi>},
  };
  return rows;
}

} // namespace experiments
