#include "core/loss/functions.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/elementary/functions.hpp"
#include "core/loss/coherence.hpp"
#include "core/loss/hinge.hpp"
#include "core/loss/huberised_hinge.hpp"
#include "core/loss/logistic.hpp"
#include "core/loss/psi.hpp"
#include "core/loss/truncated_hinge.hpp"
#include "core/settings/parameter.hpp"

namespace core {
namespace {

using Function = std::function<double(double)>;

const auto rho = real("rho", "the temperature").in(1e-6, 1e6).or_else(1);
const auto u = real("u", "the cost of a misclassification").in(0, 1e6).or_else(1);
const auto positive_u = real("u", "the cost of a misclassification").in(1e-6, 1e6).or_else(1);
const auto corner = real("corner", "the margin from which on it is 0").in(-1e6, 1e6).or_else(1);
const auto delta = real("delta", "the width of the rounded corner").in(1e-6, 1e6).or_else(2);
const auto rate = real("rate", "the factor of the margin").in(1e-6, 1e6).or_else(1);
const auto classes =
    integer("classes", "K, for which it is cut off as late as is consistent").in(2, 1000).or_else(3);

double exponential(double z) {
  return exp(-z);
}

/// min(l(z), l(s)), l falling.
Function cut_off(double (*loss)(double), double s) {
  return [loss, most = loss(s)](double z) { return std::min(loss(z), most); };
}

LeastTruncation least(const Parameters& p) {
  return least_truncation(static_cast<int>(classes.of(p)));
}

const char* const zhang = "Zhang, Dai & Jordan (2013)";
const char* const wu = "Wu, Zhang & Liu (2010), section 3.1";

std::vector<LossFunction> coherent() {
  return {{{"coherence",
            "V",
            std::string(zhang) + ", eq. 7",
            "V(z) = rho log(1 + exp((u - z) / rho))",
            1,
            {rho, u}},
           [](const Parameters& p) -> Function {
             return [of = Coherence::v(rho.of(p), u.of(p))](double z) { return of.value(z); };
           }},
          {{"c_loss", "C", std::string(zhang) + ", eq. 8", "C(z) = u V(z) / V(0)", 1, {rho, positive_u}},
           [](const Parameters& p) -> Function {
             return [of = Coherence::c(rho.of(p), positive_u.of(p))](double z) { return of.value(z); };
           }},
          {{"l_loss", "L", std::string(zhang) + ", section 3.2", "L(z) = V(z) / V(0)", 1, {rho, u}},
           [](const Parameters& p) -> Function {
             const Coherence v = Coherence::v(rho.of(p), u.of(p));
             return [v, at_zero = v.value(0)](double z) { return v.value(z) / at_zero; };
           }}};
}

std::vector<LossFunction> of_two_classes() {
  return {{{"hinge", "hinge", "Wang, Shen & Liu (2008), eq. 2", "H(z) = (corner - z)_+", 1, {corner}},
           [](const Parameters& p) -> Function {
             return [shift = 1 - corner.of(p)](double z) { return Hinge::value(z + shift); };
           }},
          {{"squared_hinge", "squared hinge", std::string(zhang) + ", Figure 1", "((1 - z)_+)^2", 1, {}},
           [](const Parameters&) -> Function {
             return [](double z) { return Hinge::value(z) * Hinge::value(z); };
           }},
          {{"huberised_hinge",
            "huberised hinge",
            "Wang, Zhu & Zou (2008)",
            "0 for z > 1, (1 - z)^2 / (2 delta) for 1 - delta < z <= 1, 1 - z - delta / 2 below",
            1,
            {delta}},
           [](const Parameters& p) -> Function {
             return [of = HuberisedHinge{delta.of(p)}](double z) { return of.value(z); };
           }},
          {{"psi", "psi", "Wang, Shen & Liu (2008), section 2.1", "min(max(2 (1 - z), 0), 2)", 1, {}},
           [](const Parameters&) -> Function { return &Psi::value; }},
          {{"logistic", "logistic", "Wu, Zhang & Liu (2010), section 3.1", "log(1 + exp(-z))", 1, {}},
           [](const Parameters&) -> Function { return &Logistic::value; }},
          {{"exponential", "exponential", std::string(zhang) + ", Figure 1", "exp(-rate z)", 1, {rate}},
           [](const Parameters& p) -> Function {
             return [by = rate.of(p)](double z) { return exponential(by * z); };
           }}};
}

std::vector<LossFunction> truncated() {
  return {
      {{"truncated_hinge", "truncated hinge", wu, "min((1 - z)_+, 1 - s), s = -1 / (K - 1)", 1, {classes}},
       [](const Parameters& p) { return cut_off(&Hinge::value, least(p).hinge); }},
      {{"truncated_exponential",
        "truncated exponential",
        wu,
        "min(exp(-z), exp(-s)), s = log(1 - 1 / K)",
        1,
        {classes}},
       [](const Parameters& p) { return cut_off(&exponential, least(p).exponential); }},
      {{"truncated_logistic",
        "truncated logistic",
        wu,
        "min(log(1 + exp(-z)), log(1 + exp(-s))), s = -log(2^(K / (K - 1)) - 1)",
        1,
        {classes}},
       [](const Parameters& p) { return cut_off(&Logistic::value, least(p).logistic); }}};
}

} // namespace

LeastTruncation least_truncation(int classes) {
  const double K = classes;
  return {TruncatedHinge{}.s_of(classes), log(1 - 1 / K), -log(exp(log(2) * (K / (K - 1))) - 1)};
}

std::span<const LossFunction> loss_functions() {
  static const std::vector<LossFunction> rows = [] {
    std::vector<LossFunction> all;
    for (const auto& group : {coherent(), of_two_classes(), truncated()})
      all.insert(all.end(), group.begin(), group.end());
    return all;
  }();
  return rows;
}

const LossFunction& loss_function(std::string_view id) {
  for (const LossFunction& row : loss_functions())
    if (row.entry.id == id) return row;
  throw std::logic_error("no loss '" + std::string(id) + "' has a name");
}

} // namespace core
