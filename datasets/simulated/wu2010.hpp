#pragma once
#include <string>
#include <vector>

#include "datasets/source/source.hpp"

// The simulated examples of Wu, Zhang & Liu (2010), section 5.1: two inputs, three or five classes, p known
// exactly. Training, tuning and test points are drawn from streams of their own.
namespace datasets::wu2010 {

/// Examples 1 and 4: Y uniform on 1 .. K, X | Y = y normal with mean (cos(2 pi y / K), sin(2 pi y / K)) and
/// variance .7^2 in both inputs. The text prints cos(2/K): pi and y are restored. K = 3 is Example 1, K = 5
/// Example 4.
///
/// Example 2: X uniform on [-3, 3] x [-6, 6], p_k proportional to exp f_k with f_1 = -x_1 + q, f_3 = x_1 + q,
/// q = .1 x_1^2 - .05 x_2^2 + .1, and f_2 = -.2 x_1^2 + .1 x_2^2 - .2. The text has lost the sign of x_1 in
/// f_1; co-authors' later code has it.
///
/// Example 3: X uniform on the disc of radius 10, h_1 = -5 sqrt(3) x_1 + 5 x_2, h_2 = -5 sqrt(3) x_1 - 5 x_2,
/// h_3 = 0, f_k = Phi^-1(T_2(h_k)) with T_2 the distribution function of t with 2 degrees of freedom. The
/// text has lost signs and roots; this is the one reading with three equal sectors.
enum class Example { one, two, three, four };

/// Where test points lie. `lattice`: floor(sqrt(n_test)) by as many equally spaced points over the range of
/// the training sample, the second input fastest, with labels drawn there: what boundaries are drawn from.
enum class TestPoints { drawn, lattice };

struct Simulated final : Source {
  Example example = Example::one;
  std::int64_t n_train = 400, n_test = 4000, n_tune = 400;
  TestPoints test_points = TestPoints::drawn;

  core::Draw draw(const core::StreamAxes&) const override;
};

/// p [K] of an example at a point of two inputs.
core::Vector probabilities(Example example, double x1, double x2);

/// The names of its classes: 1 .. K.
std::vector<std::string> classes(Example example);

/// The row of the catalogue.
core::Entry entry(Example example);
std::unique_ptr<Source> build(Example example, const core::Parameters&);

} // namespace datasets::wu2010
