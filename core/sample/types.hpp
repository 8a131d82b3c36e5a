#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/sample/probabilities.hpp"

// Without these Eigen asks the processor for the sizes of its caches, and the last bits of large products
// follow them (CMakeLists.txt).
#if !defined(EIGEN_NO_CPUID) || !defined(EIGEN_DEFAULT_L1_CACHE_SIZE) || \
    !defined(EIGEN_DEFAULT_L2_CACHE_SIZE) || !defined(EIGEN_DEFAULT_L3_CACHE_SIZE)
#error "The sizes of Eigen's caches are open. Link marginlab::core by its CMake package, which fixes them."
#endif

// The words every other file speaks. Shapes are written [rows x columns] wherever a matrix is passed.
namespace core {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// Class labels [n]: +1 or -1 of two classes, 1 ... K of more. Doubles, because those of two are multiplied
/// more often than compared.
using Labels = Eigen::VectorXd;

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// u: an operation on doubles is off by at most u of its result.
inline constexpr double unit_roundoff = 0x1p-53;

/// The entries of a vector, for what keeps lists.
inline std::vector<double> numbers(const Vector& values) {
  return {values.begin(), values.end()};
}

/// n observations of p inputs.
struct Sample {
  Matrix x;              ///< inputs [n x p]
  Labels y;              ///< labels [n]
  Probabilities truth{}; ///< P(Y | x) [n] where a simulation knows it, empty otherwise
  int classes = 2;
  Vector
      weights{}; ///< observation weights [n], or empty: each counts once (core/sample/observation_weights.hpp)

  Eigen::Index size() const { return y.size(); }
};

/// One replicate of a data set: what the methods learn from, what an independent-sample criterion tunes on
/// (empty where the data set has none), and what the metrics are computed on.
struct Draw {
  Sample train, tune, test;
  /// [test] numbers of the test points in a numbering of the whole data set, where points are tested as the
  /// data set or a cross-validation says; empty where each replicate tests random ones. The predictions for
  /// such points are kept.
  std::vector<std::int64_t> test_rows{};
  /// All rows of all parts of a cross-validation in the order of the file, the same in every fold: what a
  /// choice made before it looks at. Null elsewhere.
  std::shared_ptr<const Sample> whole{};
};

} // namespace core
