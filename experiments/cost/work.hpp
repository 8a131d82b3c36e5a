#pragma once
#include <utility>
#include <vector>

// What a method does, counted before it begins, and what that takes. A row of the catalogue counts; the
// prices are here.
namespace experiments {

/// Something in which the time of methods goes, and processor seconds of one unit of it.
struct Step {
  const char* name;
  double seconds;
};

/// Seconds on one core of 2024; bench/cost_bench.cpp prints them as they are on the machine it runs on. A
/// unit is what stands behind it, of n rows, p inputs, K classes, c columns or a kernel of rank r.
namespace steps {

// One machine of two classes
inline constexpr Step linear_path{"linear_path", 5e-11};   // n^2 (1 + p / 8), linear, at a lambda of a path
inline constexpr Step kernel_path{"kernel_path", 2.5e-10}; // n^2 (1 + p / 20), other kernels
inline constexpr Step psi_path{"psi_path", 4e-10};         // n^2 (1 + p / 20), psi-learning
inline constexpr Step factor{"factor", 2.25e-7};           // n (1 + 2 r / 15 + r^2 / 125), by interior points
inline constexpr Step linear_parts{"linear_parts", 5e-8};  // n^2 (1 + p / 45), linear, part by part
inline constexpr Step kernel_parts{"kernel_parts", 2e-9};  // n^2 (1 + p / 15), other kernels

// A row whose decision value becomes a probability
inline constexpr Step scaling{"scaling", 8e-8}; // by a sigmoid, in bins, in a bracket
inline constexpr Step beta_scaling{"beta_scaling", 7e-5};
inline constexpr Step beta_calibration{"beta_calibration", 1e-6};
inline constexpr Step isotonic{"isotonic", 6e-7};
inline constexpr Step venn_abers{"venn_abers", 7e-7};
inline constexpr Step given_scores{"given_scores",
                                   2e-6}; // by any of these, of a score in a file, with its reading

// Models of the probability
inline constexpr Step logistic{"logistic", 2e-7};                  // n (1 + p^2 / 200)
inline constexpr Step logistic_path{"logistic_path", 1e-7};        // n (1 + p / 10), at a lambda of a path
inline constexpr Step kernel_logistic{"kernel_logistic", 4e-8};    // n^2
inline constexpr Step sparse_logistic{"sparse_logistic", 2.25e-7}; // n (1 + 2 r / 15 + r^2 / 125)
inline constexpr Step weight_path{"weight_path", 2e-9};            // n^3
inline constexpr Step elastic_net{"elastic_net", 1e-8};            // n c (1 + min(n, c) / 150)
inline constexpr Step descent{"descent", 8e-6};                    // n c
inline constexpr Step neighbours{"neighbours", 1.2e-8};            // a row and a point, 1 + p / 30
inline constexpr Step class_logistic{"class_logistic", 5e-9};      // n a^2 / 4 + a^3 / 6 of a coefficients
inline constexpr Step ordered_logistic{"ordered_logistic", 6e-7};  // n (1 + a^2 / 75) of a coefficients
inline constexpr Step tree{"tree", 5e-6};                          // n p, with its pruning
inline constexpr Step forest{"forest", 1.2e-7};             // n log2(n + 1) sqrt(p); 5 / 12 a point asked
inline constexpr Step class_machine{"class_machine", 5e-7}; // n (K / 3)^3 (1 + p / 10)^2
inline constexpr Step class_kernel_machine{"class_kernel_machine", 4e-5}; // n
inline constexpr Step lookup{"lookup", 1e-7}; // a row or point at which something known is read

} // namespace steps

/// What is done, counted.
struct Work {
  double fits = 0;           ///< solved problems
  double kept = 1;           ///< decision values of each row that are kept
  double bytes = 0;          ///< held at once, beside the inputs and the decision values
  bool whole_matrix = false; ///< a matrix of rows x rows is among them
  std::vector<std::pair<const Step*, double>> done{}; ///< steps and their units

  /// With so many units of a step more.
  Work with(const Step& step, double units) const;

  /// So many times the same.
  Work times(double count) const;

  /// The same, taking so many times as long.
  Work lasting(double factor) const;

  double units(const Step& step) const;

  /// Of a processor, within a factor of three.
  double seconds() const;
};

/// Both, one after the other.
Work operator+(const Work& one, const Work& other);

} // namespace experiments
