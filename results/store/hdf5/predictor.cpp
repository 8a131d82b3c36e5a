#include "results/store/hdf5/predictor.hpp"

#include <cmath>
#include <vector>

#include "core/contract.hpp"
#include "core/settings/words.hpp"
#include "results/store/hdf5/dataset.hpp"

namespace results::hdf5 {
namespace {

using core::DecisionFunctions;
using core::Kernel;
using core::Matrix;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

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

template <class Value>
Value word_of(hid_t group, const std::string& name, const core::Words<Value>& words) {
  const auto found = words.find(read_text(group, name));
  if (!found) throw Error("reading '" + name + "' (it is none of " + words.listed() + ")");
  return *found;
}

void write_number(hid_t group, const std::string& name, double value) {
  write_reals(group, name, {&value, 1}, {1});
}

double number_at(hid_t group, const std::string& name) {
  const std::vector<double> values = read_reals(group, name);
  if (values.size() != 1) throw Error("reading '" + name + "' (it is not one number)");
  return values.front();
}

/// Nothing where it is empty.
void write_matrix(hid_t group, const std::string& name, const Matrix& values) {
  if (values.size() == 0) return;
  const RowMajor rows = values;
  write_reals(group, name, {rows.data(), static_cast<std::size_t>(rows.size())},
              {static_cast<hsize_t>(rows.rows()), static_cast<hsize_t>(rows.cols())});
}

Matrix matrix_at(hid_t group, const std::string& name) {
  if (!has(group, name.c_str())) return {};
  const StoredMatrix stored = read_matrix(group, name);
  return Eigen::Map<const RowMajor>(stored.values.data(), static_cast<Eigen::Index>(stored.rows),
                                    static_cast<Eigen::Index>(stored.columns));
}

std::string problem_name(std::size_t k) {
  return "problem_" + std::to_string(k + 1);
}

void write_problem(hid_t group, const DecisionFunctions& problem) {
  write_text(group, "order", order_words().word(problem.order));
  write_number(group, "divisor", problem.divisor);
  write_matrix(group, "coefficient", problem.coefficients);
  const auto functions = static_cast<std::size_t>(problem.intercepts.size());
  write_reals(group, "intercept", {problem.intercepts.data(), functions}, {functions});
  write_matrix(group, "on_sample", problem.on_sample);
}

DecisionFunctions read_problem(hid_t group) {
  DecisionFunctions out;
  out.divisor = number_at(group, "divisor");
  out.order = word_of(group, "order", order_words());
  out.coefficients = matrix_at(group, "coefficient");
  const std::vector<double> intercepts = read_reals(group, "intercept");
  out.intercepts = core::Vector::Map(intercepts.data(), static_cast<Eigen::Index>(intercepts.size()));
  if (out.coefficients.size() == 0) out.coefficients.resize(0, out.intercepts.size()); // no term is left
  out.on_sample = matrix_at(group, "on_sample");
  return out;
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
  write_text(group, "kernel", shape_words().word(predictor.kernel.shape));
  write_text(group, "width", width_words().word(predictor.kernel.width));
  write_number(group, "sigma", predictor.kernel.sigma);
  write_matrix(group, "rows", predictor.rows);
  write_matrix(group, "triangle", predictor.triangle);
  write_matrix(group, "class_scores", predictor.class_scores);
  for (std::size_t k = 0; k < predictor.problems.size(); ++k)
    write_problem(create_group(group, problem_name(k)), predictor.problems[k]);
}

std::optional<core::Predictor> read_predictor(hid_t file, Eigen::Index inputs) {
  if (!has(file, "predictor")) return std::nullopt;
  const Handle group = open_group(file, "predictor");
  core::Predictor out;
  out.kernel.shape = word_of(group, "kernel", shape_words());
  out.kernel.width = word_of(group, "width", width_words());
  out.kernel.sigma = number_at(group, "sigma");
  out.rows = matrix_at(group, "rows");
  if (out.rows.size() == 0) out.rows.resize(0, inputs);
  out.triangle = matrix_at(group, "triangle");
  out.class_scores = matrix_at(group, "class_scores");
  for (std::string name = problem_name(0); has(group, name.c_str()); name = problem_name(out.problems.size()))
    out.problems.push_back(read_problem(open_group(group, name)));
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
