#include <cmath>

#include "experiments/catalog/external_program.hpp"
#include "experiments/model/fit.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/datasets/refusal.hpp"

using experiments::MethodRow;

// Rows that count more or less than once, of every method that is listed: fit --weights COLUMN.
namespace {

/// Rows of two inputs, whose class counts from 1, with their weights.
struct Drawn {
  core::Matrix x;
  std::vector<int> own;
  std::vector<double> weight;

  void add(const Drawn& from, Eigen::Index i, double w) {
    x.conservativeResize(x.rows() + 1, 2);
    x.row(x.rows() - 1) = from.x.row(i);
    own.push_back(from.own[static_cast<std::size_t>(i)]);
    weight.push_back(w);
  }
};

/// Each of weight 0 to 3.
Drawn drawn(int n, int classes) {
  core::Stream stream("weights of every method");
  Drawn out{core::Matrix(n, 2), {}, {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    const int own = static_cast<int>(classes * stream.uniform());
    out.own.push_back(own);
    out.weight.push_back(std::floor(4 * stream.uniform()));
    out.x.row(i) << stream.normal() + own, stream.normal() - (own == 1 ? 1.2 : 0);
  }
  return out;
}

/// Each row as often as it counts.
Drawn copies(const Drawn& rows) {
  Drawn out{core::Matrix(0, 2), {}, {}};
  for (Eigen::Index i = 0; i < rows.x.rows(); ++i)
    for (int k = 0; k < rows.weight[static_cast<std::size_t>(i)]; ++k) out.add(rows, i, 1);
  return out;
}

Drawn without_weightless(const Drawn& rows) {
  Drawn out{core::Matrix(0, 2), {}, {}};
  for (Eigen::Index i = 0; i < rows.x.rows(); ++i)
    if (const double w = rows.weight[static_cast<std::size_t>(i)]; w > 0) out.add(rows, i, w);
  return out;
}

std::shared_ptr<const datasets::readers::RawTable> table_of(const Drawn& rows, bool has_weights) {
  auto out = std::make_shared<datasets::readers::RawTable>();
  out->file = "rows";
  for (Eigen::Index j = 0; j < 2; ++j)
    out->columns.push_back({.name = "x" + std::to_string(j + 1), .numbers = core::numbers(rows.x.col(j))});
  if (has_weights) out->columns.push_back({.name = "w", .numbers = rows.weight});
  std::vector<std::string> words;
  for (const int own : rows.own) words.emplace_back(1, static_cast<char>('a' + own));
  out->columns.push_back({.name = "class", .words = words});
  return out;
}

bool has_parameter(const MethodRow& method, const std::string& key) {
  const auto& all = method.entry.parameters;
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.key == key; });
}

/// With nothing drawn: lambda fixed, and what scales decision values fitted to those of the training rows.
experiments::own_data::FitRequest request(const MethodRow& method, const Drawn& rows, bool has_weights,
                                          const std::string& kernel) {
  experiments::own_data::FitRequest out;
  out.words.data = "rows";
  out.words.method = method.entry.id;
  out.words.settings = {"data.ignore=none"};
  if (method.entry.takes_lambda)
    out.words.settings.insert(out.words.settings.end(), {"tuning.criterion=fixed", "tuning.lambda=0.7"});
  if (method.entry.takes_classifier) out.words.settings.push_back("classifier.kernel=" + kernel);
  if (method.entry.id == "classification_tree") out.words.settings.emplace_back("method.folds=0");
  // A descent from the hinge solution may take another way where its last digits differ.
  if (method.entry.id == "border_weight")
    out.words.settings.insert(out.words.settings.end(), {"classifier.truncation=none", "method.step=0.1"});
  if (has_parameter(method, "decision_values")) out.words.settings.emplace_back("decision_values=training");
  if (*std::max_element(rows.own.begin(), rows.own.end()) > 1)
    out.words.settings.emplace_back("data.classes=each");
  if (has_weights) out.words.weights = "w";
  out.rows = table_of(rows, has_weights);
  out.holdout = 0;
  out.force = true;
  return out;
}

core::Matrix fitted(const experiments::own_data::FitRequest& request) {
  return experiments::own_data::fit(request).training.probability.matrix();
}

/// A forest draws, whatever its settings, and a fit names its streams by what the file holds: one with copies, or
/// with a column of weights, is another. So it is asked where all samples have the streams of one name. Copies lie
/// behind each other, and one draw then falls on the same row.
core::Matrix drawn_alike(const MethodRow& method, const Drawn& all, bool has_weights) {
  const Drawn rows = has_weights ? without_weightless(all) : all;
  const Eigen::Index n = rows.x.rows();
  const int classes = *std::max_element(rows.own.begin(), rows.own.end()) + 1;
  core::Sample sample{rows.x, core::Labels(n), {}, classes};
  for (Eigen::Index i = 0; i < n; ++i)
    sample.y(i) = core::label_of(rows.own[static_cast<std::size_t>(i)], classes);
  core::Sample train = sample;
  if (has_weights) train.weights = Eigen::Map<const core::Vector>(rows.weight.data(), n);
  core::DrawCache cache({train, {}, sample}, {3, "drawn alike", 0});
  const auto estimator = method.build(conformance::chosen(method.entry).parameters, {});
  return estimator->estimate(cache).probability.matrix();
}

core::Matrix answered(const MethodRow& method, const Drawn& rows, bool has_weights,
                      const std::string& kernel) {
  return method.entry.id == "random_forest" ? drawn_alike(method, rows, has_weights)
                                            : fitted(request(method, rows, has_weights, kernel));
}

/// The methods that a model file can hold.
std::vector<MethodRow> methods_of_models() {
  std::vector<MethodRow> out;
  for (const MethodRow& row : experiments::methods())
    if (!row.of_studies && !row.needs_truth && !row.entry.decides_only &&
        !experiments::is_external(conformance::chosen(row.entry)) && row.entry.id != "decision_comparison")
      out.push_back(row);
  return out;
}

/// How far copies may be off. Border weights are read off labels at 36 grid points, by machines that are right to
/// their gap: at a point in the margin one label may be another's.
double within(const MethodRow& method) {
  return method.entry.id == "border_weight" ? 1.0 / 36 : 1e-6;
}

/// Of two classes, and of three where the method takes them; with either kernel.
template <class Ask>
void ask_each(bool takes_weights, const Ask& ask) {
  std::size_t asked = 0;
  for (const MethodRow& method : methods_of_models())
    for (const int classes : {2, 3}) {
      if (method.takes_weights != takes_weights || classes > method.entry.most_classes) continue;
      for (const char* kernel : {"linear", "gaussian"}) {
        if (!method.entry.takes_classifier && kernel == std::string("gaussian")) continue;
        CAPTURE(method.entry.id, classes, kernel);
        ask(method, drawn(36, classes), kernel);
        ++asked;
      }
    }
  if (takes_weights) CHECK(asked > 40);
}

} // namespace

TEST_CASE("weights: a row of whole weight is so many rows alike, for every method that takes weights",
          "[conformance][weights]") {
  ask_each(true, [](const MethodRow& method, const Drawn& rows, const std::string& kernel) {
    const Drawn counted = without_weightless(rows);
    const core::Matrix once = answered(method, counted, true, kernel),
                       copied = answered(method, copies(rows), false, kernel);
    double off = 0;
    Eigen::Index at = 0;
    for (std::size_t i = 0; i < counted.own.size(); ++i)
      for (int k = 0; k < counted.weight[i]; ++k, ++at)
        off = std::max(off, (once.row(static_cast<Eigen::Index>(i)) - copied.row(at)).cwiseAbs().maxCoeff());
    CHECK(off < within(method));
    const bool reads_nothing = method.entry.id == "constant";
    if (!reads_nothing) CHECK(once != answered(method, counted, false, kernel));
  });
}

TEST_CASE("weights: of weight 0 is as if absent, and of weight 1 as without weights, to the last bit",
          "[conformance][weights]") {
  ask_each(true, [](const MethodRow& method, const Drawn& rows, const std::string& kernel) {
    const Drawn counted = without_weightless(rows);
    CHECK(answered(method, rows, true, kernel) == answered(method, counted, true, kernel));
    Drawn ones = rows;
    std::fill(ones.weight.begin(), ones.weight.end(), 1);
    CHECK(answered(method, ones, true, kernel) == answered(method, ones, false, kernel));
  });
}

TEST_CASE("weights: a method that takes none refuses them, and names those that do",
          "[conformance][weights]") {
  const auto ask = [](const MethodRow& method, const Drawn& rows, const std::string& kernel) {
    const std::string said = tests::refusal([&] { fitted(request(method, rows, true, kernel)); });
    CHECK_THAT(said, Catch::Contains("Method '" + method.entry.id + "' takes no weights."));
    CHECK_THAT(said, Catch::Contains("platt, softmax"));
    CHECK_THAT(said, !Catch::Contains("svm_decision")); // no model file holds what decides only
  };
  ask_each(false, ask);
  ask(experiments::find(experiments::methods(), "bayes_rule"), drawn(36, 2), "linear");
}
