#include <array>

#include "core/elementary/functions.hpp"
#include "core/metric/metric.hpp"

// Numbers that a package prints, computed as it does where that is not what its paper defines. A table of
// such numbers is reproduced by these, and read by the definitions beside them.
namespace core {
namespace {

using Eigen::Index;

/// K times the mean over the points of term(point, label of the first class).
template <class Term>
double first_class_times_k(const Probabilities& q, const Sample& test, const Term& term) {
  const double first = label_of(0, q.classes());
  double sum = 0;
  for (Index i = 0; i < q.size(); ++i) sum += term(i, first);
  return q.classes() * sum / static_cast<double>(test.size());
}

/// p log(p / q), 0 where p is.
double divergence(double p, double q) {
  return p == 0 ? 0 : p * log(p / q);
}

/// The label of the first class of largest q.
double first_of_the_largest(const Probabilities& q, Index point) {
  int best = 0;
  for (int k = 1; k < q.classes(); ++k)
    if (q.of(point, label_of(k, q.classes())) > q.of(point, label_of(best, q.classes()))) best = k;
  return label_of(best, q.classes());
}

template <double (*metric)(const Probabilities&, const Sample&)>
double of_probability(const Estimate& estimate, const Draw& draw) {
  return metric(estimate.probability, draw.test);
}

double by_votes(const Estimate& estimate, const Draw& draw) {
  return test_error_voted(estimate, draw.test);
}

} // namespace

double egkl_as_coded(const Probabilities& q, const Sample& test) {
  return first_class_times_k(
      q, test, [&](Index i, double first) { return divergence(test.truth.of(i, first), q.of(i, first)); });
}

double gkl_as_coded(const Probabilities& q, const Sample& test) {
  return first_class_times_k(q, test, [&](Index i, double first) {
    const double p = test.truth.of(i, first), estimated = q.of(i, first);
    return divergence(p, estimated) + divergence(1 - p, 1 - estimated);
  });
}

double test_error_first(const Probabilities& q, const Sample& test) {
  double errors = 0;
  for (Index i = 0; i < q.size(); ++i) errors += first_of_the_largest(q, i) != test.y(i);
  return errors / static_cast<double>(q.size());
}

double test_error_voted(const Estimate& estimate, const Sample& test) {
  if (estimate.voted.size() == 0) return test_error_first(estimate.probability, test);
  return (estimate.voted.array() != test.y.array()).cast<double>().mean();
}

std::span<const MetricRow> metrics_as_coded() {
  constexpr bool by_truth = true, by_labels = false, of_probabilities = true, smaller = true;
  static constexpr std::array rows{
      MetricRow{"egkl_as_coded", "EGKL as coded",
                "K times the mean over the test sample of p_1 log(p_1 / q_1), as the package of Zeng & Zhang "
                "(2023) has it, true p",
                by_truth, of_probabilities, smaller, of_probability<egkl_as_coded>},
      MetricRow{
          "gkl_as_coded", "GKL as coded",
          "the same with (1 - p_1) log((1 - p_1) / (1 - q_1)) beside it: the first class against all others",
          by_truth, of_probabilities, smaller, of_probability<gkl_as_coded>},
      MetricRow{"test_error_first", "TE, first",
                "share of test points whose label is not the class of largest q, the first of level ones",
                by_labels, of_probabilities, smaller, of_probability<test_error_first>},
      MetricRow{"test_error_voted", "TE by votes",
                "share of test points whose label is not the class that wins most pairs of classes",
                by_labels, of_probabilities, smaller, by_votes},
  };
  return rows;
}

} // namespace core
