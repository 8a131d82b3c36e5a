#pragma once
#include <compare>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/contract.hpp"
#include "core/kernel/kernel.hpp"
#include "core/loss/psi.hpp"
#include "core/loss/truncated_hinge.hpp"

namespace core {

/// In the place of a machine: the single input is the score of a point, which another program has given it
/// (core/probability/scaling/given_scores.hpp), or there is one for each class
/// (core/multiclass/scaling/given_class_scores.hpp).
struct GivenScores {
  static constexpr const char* name = "given scores";

  enum class Scale { score, log_odds, probability };
  Scale scale = Scale::score;
  std::vector<int> columns{}; ///< [K] which input has the score of each class, from 1; empty: in their order

  auto operator<=>(const GivenScores&) const = default;
};

/// The losses that a weighted margin classifier may have: the support vector machine's and that of
/// psi-learning, of two classes, and the truncated hinge loss of several; none where scores are given. What
/// each asks of the solvers is written in core/estimate/weighted_fits.cpp and
/// core/multiclass/methods/grid_fits.cpp.
using ClassifierLoss = std::variant<Hinge, Psi, TruncatedHinge, GivenScores>;

/// A weighted margin classifier before it meets a sample: a loss, and a kernel whose bandwidth is a rule.
struct Classifier {
  ClassifierLoss loss{};
  KernelChoice kernel{};

  auto operator<=>(const Classifier&) const = default;

  /// The same with this bandwidth, where one is given and the kernel has one.
  Classifier at(const std::optional<double>& bandwidth) const { return {loss, kernel.at(bandwidth)}; }

  std::string loss_name() const {
    if (const auto* psi = std::get_if<Psi>(&loss); psi != nullptr && psi->most_steps > 0)
      return psi->name + std::string(" of at most ") + std::to_string(psi->most_steps) + " steps";
    return std::visit(
        [](const auto& one) -> std::string {
          if constexpr (requires { one.text(); })
            return one.text();
          else
            return one.name;
        },
        loss);
  }

  /// Loss and kernel in words, the same for equal classifiers only.
  std::string text() const { return loss_name() + " " + kernel.text(); }

  /// The kernel, for a method that has its loss decided: it takes a support vector machine and no other,
  /// since two classifiers with one kernel would be one method under two names. Throws UserError(refusal).
  const KernelChoice& machine_kernel(const std::string& refusal) const {
    require(
        !std::holds_alternative<GivenScores>(loss),
        "This method fits a machine of its own, and a column of scores stands in its place. Choose a method "
        "that calibrates scores, such as --method platt.");
    require(std::holds_alternative<Hinge>(loss), refusal);
    return kernel;
  }
};

} // namespace core
