#include "results/store/hdf5/predictor.hpp"

#include <cmath>
#include <vector>

#include "core/contract.hpp"
#include "core/settings/words.hpp"
#include "results/store/hdf5/group.hpp"

namespace results::hdf5 {
namespace {

using core::DecisionFunctions;
using core::Kernel;
using core::Matrix;

core::Words<Kernel::Shape> shape_words() {
  return {{"linear", Kernel::Shape::linear}, {"gaussian", Kernel::Shape::gaussian}};
}

core::Words<Kernel::Width> width_words() {
  using Width = Kernel::Width;
  return {{"inside", Width::inside}, {"twice", Width::twice}, {"outside", Width::outside}};
}

core::Words<DecisionFunctions::Order> order_words() {
  using Order = DecisionFunctions::Order;
  return {{"blocks", Order::blocks}, {"singly", Order::singly}, {"from_intercept", Order::from_intercept}};
}

std::string problem_name(std::size_t k) {
  return "problem_" + std::to_string(k + 1);
}

template <class Group, class Problem>
void describe_problem(const Group& group, Problem& problem) {
  group.word("order", problem.order, order_words());
  group.number("divisor", problem.divisor);
  group.matrix("coefficient", problem.coefficients);
  group.vector("intercept", problem.intercepts);
  group.matrix("on_sample", problem.on_sample);
}

template <class Group, class Any>
void describe_terms(const Group& group, Any& predictor) {
  group.word("kernel", predictor.kernel.shape, shape_words());
  group.word("width", predictor.kernel.width, width_words());
  group.number("sigma", predictor.kernel.sigma);
  group.matrix("rows", predictor.rows);
  group.matrix("triangle", predictor.triangle);
  group.matrix("class_scores", predictor.class_scores);
}

/// A function of several may have no say of a point, but of one it has.
bool are_decision_values(const Matrix& values) {
  for (Eigen::Index k = 0; k < values.cols(); ++k) {
    Eigen::Index known = 0;
    for (const double value : values.col(k)) {
      if (std::isinf(value) || (std::isnan(value) && values.cols() == 1)) return false;
      known += std::isnan(value) ? 0 : 1;
    }
    if (known == 0) return false;
  }
  return true;
}

std::string fault_of_problem(const DecisionFunctions& problem, Eigen::Index points) {
  const Eigen::Index functions = problem.intercepts.size();
  if (functions == 0 || problem.coefficients.cols() != functions)
    return "the coefficients of its decision functions do not fit its terms";
  if (!problem.coefficients.allFinite() || !problem.intercepts.allFinite())
    return "a coefficient of a decision function is no number";
  if (!(problem.divisor > 0) || !std::isfinite(problem.divisor))
    return "the divisor of its decision functions is not positive";
  if (problem.on_sample.size() == 0) return "";
  if (problem.on_sample.rows() > points || problem.on_sample.cols() != functions)
    return "its decision values do not fit the training sample";
  return are_decision_values(problem.on_sample) ? "" : "a decision value is no number";
}

} // namespace

void write_predictor(hid_t file, const core::Predictor& predictor) {
  const Handle group = create_group(file, "predictor");
  describe_terms(GroupWriter(group), predictor);
  for (std::size_t k = 0; k < predictor.problems.size(); ++k) {
    const Handle problem = create_group(group, problem_name(k));
    describe_problem(GroupWriter(problem), predictor.problems[k]);
  }
}

std::optional<core::Predictor> read_predictor(hid_t file, Eigen::Index inputs) {
  if (!has(file, "predictor")) return std::nullopt;
  const Handle group = open_group(file, "predictor");
  core::Predictor out;
  describe_terms(GroupReader(group), out);
  if (out.rows.size() == 0) out.rows.resize(0, inputs);
  for (std::string name = problem_name(0); has(group, name.c_str());
       name = problem_name(out.problems.size())) {
    const Handle stored = open_group(group, name);
    DecisionFunctions& problem = out.problems.emplace_back();
    describe_problem(GroupReader(stored), problem);
    if (problem.coefficients.size() == 0)
      problem.coefficients.resize(0, problem.intercepts.size()); // no term
  }
  return out;
}

std::string fault_of_predictor(const core::Predictor& predictor, const SampleSizes& of) {
  constexpr double largest_number = 1e100; // as of inputs
  const bool is_gaussian = predictor.kernel.shape == Kernel::Shape::gaussian;
  if (!(predictor.kernel.sigma > 0) || !std::isfinite(predictor.kernel.sigma))
    return "the bandwidth of its kernel is not positive";
  if (predictor.rows.size() > 0 &&
      (!is_gaussian || predictor.rows.cols() != of.inputs || predictor.rows.rows() > of.points))
    return "its support vectors do not fit its inputs";
  if (!(predictor.rows.array().abs() <= largest_number).all())
    return "a support vector has no number, or one beyond 1e100";
  const Matrix& triangle = predictor.triangle;
  if (triangle.size() > 0 &&
      (triangle.rows() != predictor.rows.rows() || triangle.cols() != triangle.rows() ||
       !triangle.allFinite() || (triangle.diagonal().array() == 0).any()))
    return "its triangle does not fit its support vectors";
  if (predictor.problems.empty()) return "it has no decision function";
  const bool takes_inputs = predictor.takes(of.inputs) || (!is_gaussian && predictor.takes(2 * of.inputs));
  if (!takes_inputs)
    return "the coefficients of its decision functions do not fit its terms"; // or with squares
  for (const DecisionFunctions& problem : predictor.problems)
    if (const std::string fault = fault_of_problem(problem, of.points); !fault.empty()) return fault;
  const Matrix& scores = predictor.class_scores;
  if (scores.size() > 0 && (scores.rows() != of.points || scores.cols() != of.classes || !scores.allFinite()))
    return "the scores of its classes do not fit the training sample";
  return "";
}

} // namespace results::hdf5
