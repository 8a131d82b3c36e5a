#include <functional>
#include <map>
#include <set>

#include "core/random/stream.hpp"
#include "core/sample/class_numbers.hpp"
#include "tests/conformance/relations.hpp"
#include "tests/support/catch.hpp"

using conformance::Rows;
using conformance::rows_of;
using core::Draw;
using core::Matrix;
using Eigen::Index;
using experiments::Setting;

// What becomes of the estimates when a sample is written down in another way. No oracle is needed: the
// answers must be the same, or mirror each other.
namespace {

/// How far an answer may move: fits are certified to a relative gap of 1e-8, and their sums are formed in the
/// order of the rows and of the columns.
constexpr double rounding = 1e-5;

struct Case {
  Setting setting;
  Draw draw;
};

/// A sample written in another way, the setting that belongs to it, and what then becomes of the estimates.
struct Relation {
  std::string name;
  std::function<Case(Case)> changed;
  std::function<Matrix(const Matrix& p)> expected;
  /// The methods for which it does not hold, by their definition, and why.
  std::map<std::string, std::string> exceptions{};
  bool holds_for_scores = true; ///< for scores that are given, whose 0 and unit mean something
};

Rows shuffled(const std::string& name, Index count) {
  core::Stream stream(name);
  const auto order = stream.permutation(count);
  return {order.begin(), order.end()};
}

Case rows_permuted(Case one) {
  one.draw.train = rows_of(one.draw.train, shuffled("rows", one.draw.train.size()));
  return one;
}

Case columns_permuted(Case one) {
  for (core::Sample* part : {&one.draw.train, &one.draw.tune, &one.draw.test})
    part->x = part->x.rowwise().reverse().eval();
  return one;
}

bool is_of_scores(const Setting& setting) {
  return setting.classifier.id == "given_scores";
}

/// The last class is named first, and so on. Scores that are given are of the class that was first.
Case classes_reversed(Case one) {
  for (core::Sample* part : {&one.draw.train, &one.draw.tune, &one.draw.test}) {
    const int K = part->classes;
    if (is_of_scores(one.setting)) part->x = -part->x;
    for (double& label : part->y) label = core::label_of(K - 1 - core::class_of(label, K), K);
    if (!part->truth.empty())
      part->truth = core::Probabilities::of_classes(part->truth.matrix().rowwise().reverse());
  }
  return one;
}

Matrix same(const Matrix& p) {
  return p;
}

Matrix reversed(const Matrix& p) {
  return p.rowwise().reverse();
}

Case inputs_shifted(Case one) {
  for (core::Sample* part : {&one.draw.train, &one.draw.tune, &one.draw.test}) part->x.array() += 0.375;
  return one;
}

void multiply(core::Parameters& parameters, const char* key, double by) {
  if (!parameters.has(key)) return;
  if (std::string(key) == "neighbours")
    parameters.set(key, static_cast<std::int64_t>(by) * parameters.integer(key));
  else
    parameters.set(key, by * parameters.real(key));
}

/// The methods that minimise a mean of losses. All others minimise a sum, which doubled rows double.
const std::set<std::string> of_mean_loss{"c_learning", "hhsvm", "elastic_net_logistic", "c_learning_descent"};

/// Every row twice. Where a sum of losses is minimised the penalty is doubled as well, and of twice as many
/// rows twice as many are neighbours.
Case rows_doubled(Case one) {
  Rows twice = conformance::range(0, one.draw.train.size());
  twice.insert(twice.end(), twice.begin(), twice.end());
  one.draw.train = rows_of(one.draw.train, twice);
  const std::string& method = one.setting.method.id;
  multiply(one.setting.method.parameters, "neighbours", 2);
  if (of_mean_loss.contains(method)) return one;
  multiply(one.setting.method.parameters, "lambda", 2);
  multiply(one.setting.tuning.parameters, "lambda", 2);
  return one;
}

const std::string folds = "its folds are drawn by the places of the rows",
                  draws = "its bags and inputs are drawn by the places of the rows and columns",
                  counts = "it counts rows, and adds a constant to each count";

const std::vector<Relation>& relations() {
  static const std::vector<Relation> all{
      {"rows permuted", rows_permuted, same, {{"random_forest", draws}}},
      {"columns permuted", columns_permuted, same, {{"random_forest", draws}}},
      {"classes reversed", classes_reversed, reversed, {}},
      {"inputs shifted", inputs_shifted, same, {}, false},
      {"rows doubled",
       rows_doubled,
       same,
       {{"classification_tree", folds},
        {"random_forest", draws},
        {"platt", counts},
        {"bins", counts},
        {"pp", counts},
        {"zero_one", counts},
        {"beta", counts},
        {"beta_two", counts},
        {"isotonic", counts},
        {"venn_abers", counts},
        {"beta_calibration", counts},
        {"one_vs_rest", counts},
        {"pairwise_coupling", counts},
        {"temperature", counts},
        {"vector_scaling", counts},
        {"dirichlet", counts}}}};
  return all;
}

/// The decision values that a scaling is fitted to are those of the training points: held-out ones are drawn.
Setting without_draws(Setting setting) {
  core::Parameters& method = setting.method.parameters;
  if (method.has("decision_values")) method.set("decision_values", std::string("training"));
  return setting;
}

std::vector<Case> cases() {
  std::vector<Case> out;
  for (const char* data : {"wang2008/example1", "ruping2004/two_normals", "wu2010/example1"})
    for (const Setting& setting : conformance::fixed_settings_on(conformance::simulated(data), 30)) {
      const Setting used = without_draws(setting);
      out.push_back({used, build_source(used)->draw(stream_axes(used, 0))});
    }
  return out;
}

double largest_move(const Matrix& a, const Matrix& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

/// Probabilities, or scores of either class.
Matrix answers(const Case& one) {
  const core::Estimate estimate = conformance::estimate_on(one.setting, one.draw);
  if (!estimate.probability.empty()) return estimate.probability.matrix();
  Matrix out(estimate.score.size(), 2);
  out << estimate.score, -estimate.score;
  return out;
}

} // namespace

TEST_CASE("no method's answer depends on how its sample is written down", "[conformance]") {
  std::set<std::string> seen;
  for (const Case& one : cases()) {
    seen.insert(one.setting.method.id);
    const Matrix before = answers(one);
    for (const Relation& relation : relations()) {
      if (relation.exceptions.contains(one.setting.method.id)) continue;
      if (is_of_scores(one.setting) && !relation.holds_for_scores) continue;
      CAPTURE(relation.name, canonical(one.setting));
      CHECK(largest_move(answers(relation.changed(one)), relation.expected(before)) <= rounding);
    }
  }
  for (const core::Entry& method : experiments::catalogue().methods) {
    CAPTURE(method.id);
    CHECK(seen.contains(method.id) != conformance::is_of_studies(method));
  }
}

TEST_CASE("every exception is a method of the catalogue, whose answer does depend on it", "[conformance]") {
  for (const Relation& relation : relations()) {
    for (const auto& [method, reason] : relation.exceptions) {
      CAPTURE(relation.name, method, reason);
      double most = 0;
      for (const Case& one : cases()) {
        if (one.setting.method.id != method) continue;
        most = std::max(most, largest_move(answers(relation.changed(one)), relation.expected(answers(one))));
      }
      CHECK(most > rounding);
    }
  }
}

TEST_CASE(
    "ten rows in another order have the same probabilities by bracket where no intercept is the only one",
    "[conformance][degenerate]") {
  Setting setting;
  for (const Setting& one : conformance::fixed_settings_on(conformance::simulated("wang2008/example1"), 30))
    if (one.method.id == "bracket" && one.classifier.id == "weighted_svm") setting = one;
  REQUIRE(setting.method.id == "bracket");
  CAPTURE(canonical(setting));
  Draw draw;
  draw.train = {Matrix(10, 1), core::Labels(10), {}, 2};
  draw.train.x << 1, 2, 3, 4, 5, 6, 7, 0, 8, -1;
  draw.train.y << 1, -1, 1, -1, 1, -1, -1, 1, -1, 1;
  draw.test = draw.train;
  const Matrix before = answers({setting, draw});
  for (const char* order : {"first", "second", "third", "fourth"}) {
    Draw other = draw;
    other.train = rows_of(draw.train, shuffled(order, 10));
    CAPTURE(order);
    CHECK(answers({setting, other}) == before);
  }
}
