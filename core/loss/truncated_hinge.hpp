#pragma once
#include <compare>
#include <string>

namespace core {

/// The multiclass loss min((1 - m)_+, 1 - s) of the margin m = min over k != y of f_y - f_k (Wu & Liu 2007;
/// Wu, Zhang & Liu 2010, eq. 7). s = -1/(K-1) is the least truncation with which weighted classifiers are
/// consistent (their Theorem 1); none, s = -infinity, is the multiclass hinge loss. It is a loss of K
/// functions: two-class solvers do not have it.
struct TruncatedHinge {
  static constexpr const char* name = "truncated hinge";

  enum class Cut { minimal, none, at };
  Cut cut = Cut::minimal;
  double s = -1; ///< at most 0; read by Cut::at only

  double s_of(int classes) const;
  std::string text() const; ///< the same for equal losses only

  auto operator<=>(const TruncatedHinge&) const = default;
};

} // namespace core
