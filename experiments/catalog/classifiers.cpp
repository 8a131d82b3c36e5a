#include <array>

#include "experiments/catalog/methods.hpp"

// The classifiers a config may name.
namespace experiments {
namespace {

using core::Kind;
using core::Parameters;
using core::ParameterSpec;
using Text = std::string;

core::Classifier with_kernel(const core::ClassifierLoss& loss, const Parameters& p) {
  core::Classifier out;
  out.loss = loss;
  if (p.text("kernel") == "linear") return out;
  out.kernel.shape = core::Kernel::Shape::gaussian;
  out.kernel.unit = p.text("sigma_unit") == "median" ? core::KernelChoice::SigmaUnit::median
                                                     : core::KernelChoice::SigmaUnit::absolute;
  out.kernel.sigma = p.real("sigma");
  return out;
}

core::Classifier weighted_svm(const Parameters& p) {
  return with_kernel(core::Hinge{}, p);
}

core::Classifier weighted_psi(const Parameters& p) {
  return with_kernel(core::Psi{}, p);
}

std::vector<ParameterSpec> kernel() {
  return {{.key = "kernel",
           .kind = Kind::text,
           .fallback = {},
           .meaning = "linear, or gaussian exp(-|s-t|^2/sigma^2)",
           .good = Text("gaussian"),
           .bad = Text("gausian"),
           .words = {"linear", "gaussian"}},
          {.key = "sigma_unit",
           .kind = Kind::text,
           .fallback = Text("median"),
           .meaning = "what sigma counts: the median distance between the classes, or absolute input units",
           .good = Text("absolute"),
           .bad = Text("mean"),
           .words = {"median", "absolute"},
           .only_with = {{"kernel", "gaussian"}}},
          {.key = "sigma",
           .kind = Kind::real,
           .fallback = 1.0,
           .meaning = "the bandwidth, in sigma_unit",
           .good = 0.5,
           .bad = 0.0,
           .least = 1e-12,
           .most = 1e12,
           .only_with = {{"kernel", "gaussian"}}}};
}

} // namespace

std::span<const ClassifierRow> classifiers() {
  static const std::array rows{
      ClassifierRow{{"weighted_svm", "SVM", "Wang, Shen & Liu (2008), eq. 3",
                     "support vector machine with class weights 1 - pi, pi", 1, kernel()},
                    weighted_svm},
      ClassifierRow{
          {"weighted_psi", "psi", "Wang, Shen & Liu (2008), sections 2.1 and 2.2",
           "psi-learning with class weights 1 - pi, pi, by d.c. programming from the support vector machine",
           1, kernel()},
          weighted_psi},
  };
  return rows;
}

} // namespace experiments
