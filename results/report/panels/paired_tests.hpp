#pragma once
#include <limits>
#include <string>
#include <vector>

#include "results/report/panel.hpp"
#include "results/statistics/summary.hpp"

namespace results {

// Which method is worse on how many data sets, by a t test on each (Rueping 2004, section 4).

/// The p value of Student's paired t test of a zero mean difference, with n - 1 degrees of freedom: against
/// either sign, or one-sided against a positive mean. NaN where there is no t: fewer than two pairs, a value
/// that is infinite, differences that are constant to ten times the machine's precision.
double paired_t_test(const Summary& difference, bool two_sided);

/// The comparison of a row with a column of the matrix.
struct TestCount {
  std::int32_t larger = 0;     ///< places where the row's values are significantly larger
  std::int32_t untestable = 0; ///< places without a t although the two are not equal in every replicate
  std::string published{};     ///< as printed; empty = nothing is printed
};

/// One place of the other axes.
struct TestMatrix {
  Coordinates at;
  std::vector<std::string> labels;                               ///< on PairedTests::axes
  std::vector<std::vector<TestCount>> cells;                     ///< [values][values], row against column
  double correlation = std::numeric_limits<double>::quiet_NaN(); ///< of ours with the published counts, off
                                                                 ///< the diagonal
};

struct PairedTests {
  std::vector<Axis> axes;        ///< that vary, but the one counted over and the one compared
  Axis over;                     ///< counted over
  std::vector<AxisValue> values; ///< rows and columns
  std::string among;             ///< label of their axis
  Metric metric;
  std::vector<TestMatrix> matrices;
};

/// On how many places of the axis `over` one value of `among` is significantly larger than a second, by the
/// metric `of`, at the level `alpha`, `sides` one or two. A zero difference is not significant, nor is one
/// that cannot be tested. Replicates that the layout's average leaves out are left out. Throws UserError
/// where the request names what the study does not have. Cost: a test for each pair and place.
PairedTests paired_tests(const Results& results, const PanelRequest& request);

/// A square grid for each matrix of tests: our count, the published one behind it in parentheses. How to read
/// them, the correlation of ours with the published counts, and what could not be tested. A count's row of
/// the long form stands at the place of its row's method under the metric "mcre_above_platt"; n is out of how
/// many, n_ok how many could be tested; it has no verdict.
PanelEntry paired_tests_panel();

} // namespace results
