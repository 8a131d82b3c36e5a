#include "experiments/model/row_weights.hpp"

#include <cmath>

#include "core/metric/calibration_scores.hpp"
#include "core/random/stream.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "experiments/model/prior.hpp"
#include "experiments/model/summary.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

// Rows of given scores that count more or less than once: fit --scores COLUMN --weights COLUMN.
namespace {

/// Rows of scores, one a class, that follow the classes.
struct WeightedRow {
  std::array<double, 3> z;
  int own;
  double weight;
};

std::vector<WeightedRow> drawn_rows(int n, int classes) {
  core::Stream stream("weighted rows");
  std::vector<WeightedRow> out;
  for (int i = 0; i < n; ++i) {
    WeightedRow row{{}, static_cast<int>(classes * stream.uniform()), 1 + std::floor(3 * stream.uniform())};
    for (int k = 0; k < 3; ++k)
      row.z[static_cast<std::size_t>(k)] =
          std::round(20 * (stream.normal() + (k == row.own ? 1.2 : 0))) / 20; // some are tied
    out.push_back(row);
  }
  return out;
}

std::string file_of(const std::vector<WeightedRow>& rows) {
  constexpr std::array<const char*, 3> names{"ash", "birch", "cedar"};
  std::string text = "a,b,c,w,kind\n";
  for (const WeightedRow& row : rows) {
    for (const double z : row.z) text += core::shortest(z) + ",";
    text += core::shortest(row.weight) + "," + names[static_cast<std::size_t>(row.own)] + "\n";
  }
  return text;
}

/// Each row as often as it counts.
std::vector<WeightedRow> copies_of(const std::vector<WeightedRow>& rows) {
  std::vector<WeightedRow> out;
  for (const WeightedRow& row : rows)
    for (int k = 0; k < row.weight; ++k) out.push_back({row.z, row.own, 1});
  return out;
}

own_data::FitRequest weighted(const std::string& file, const std::string& method, bool of_two = true) {
  own_data::FitRequest out;
  out.words.data = file;
  out.words.method = method;
  out.words.scores = of_two ? "b" : "a,b,c";
  out.words.weights = "w";
  return out;
}

core::Matrix of_every_row(own_data::FitRequest request) {
  request.holdout = 0;
  return own_data::fit(request).training.probability.matrix();
}

const std::vector<std::string> of_two_classes{"platt",
                                              "isotonic",
                                              "isotonic variant=centred",
                                              "venn_abers",
                                              "beta_calibration",
                                              "beta_calibration targets=labels",
                                              "bins",
                                              "bins edges=equal_mass",
                                              "softmax",
                                              "zero_one",
                                              "pp",
                                              "beta",
                                              "beta_two",
                                              "sollich",
                                              "coherence"},
    of_three_classes{"temperature", "vector_scaling", "dirichlet", "one_vs_rest", "pairwise_coupling"};

own_data::FitRequest named(const std::string& file, const std::string& text, bool of_two) {
  const std::size_t blank = text.find(' ');
  auto out = weighted(file, text.substr(0, blank), of_two);
  if (blank != std::string::npos) out.words.settings.push_back(text.substr(blank + 1));
  return out;
}

/// By how much the probabilities of weighted rows differ from those of their copies.
double off_from_copies(const std::string& method, bool of_two) {
  const tests::TemporaryFolder folder;
  const auto rows = drawn_rows(60, of_two ? 2 : 3);
  const core::Matrix once = of_every_row(named(folder.write("w.csv", file_of(rows)), method, of_two));
  const core::Matrix copied =
      of_every_row(named(folder.write("c.csv", file_of(copies_of(rows))), method, of_two));
  double off = 0;
  Eigen::Index at = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (int k = 0; k < rows[i].weight; ++k, ++at)
      off = std::max(off, (once.row(static_cast<Eigen::Index>(i)) - copied.row(at)).cwiseAbs().maxCoeff());
  return off;
}

} // namespace

TEST_CASE("weights: a row of whole weight is so many rows alike, for every method that takes given scores",
          "[own_data][weights][manufactured]") {
  for (const std::string& method : of_two_classes) {
    CAPTURE(method);
    CHECK(off_from_copies(method, true) < 1e-8);
  }
  for (const std::string& method : of_three_classes) {
    CAPTURE(method);
    CHECK(off_from_copies(method, false) < 1e-8);
  }
}

TEST_CASE("weights: counted values have no rounding between a weight and its copies",
          "[own_data][weights][manufactured]") {
  for (const char* method : {"isotonic", "venn_abers"}) { // of these the order of scores alone decides
    CAPTURE(method);
    CHECK(off_from_copies(method, true) == 0);
  }
}

TEST_CASE("weights: every method that takes given scores is among those that were asked",
          "[own_data][weights]") {
  const tests::TemporaryFolder folder;
  const std::string two = folder.write("two.csv", file_of(drawn_rows(40, 2))),
                    three = folder.write("three.csv", file_of(drawn_rows(40, 3)));
  const auto takes = [](own_data::FitRequest request) {
    request.holdout = 0;
    return tests::refusal([&] { own_data::fit(request); }) == "accepted";
  };
  const auto is_asked = [](const std::vector<std::string>& asked, const std::string& id) {
    return std::any_of(asked.begin(), asked.end(),
                       [&](const std::string& text) { return text.substr(0, text.find(' ')) == id; });
  };
  int taken = 0;
  for (const auto& row : methods()) {
    const std::string& id = row.entry.id;
    CAPTURE(id);
    if (takes(weighted(two, id))) {
      ++taken;
      CHECK((is_asked(of_two_classes, id) || is_asked(of_three_classes, id)));
    }
    if (takes(weighted(three, id, false))) CHECK(is_asked(of_three_classes, id));
  }
  CHECK(taken >= 12);
}

TEST_CASE("weights: a row in two parts of its weight changes no fit, also where weights are not whole",
          "[own_data][weights][manufactured]") {
  const tests::TemporaryFolder folder;
  std::vector<WeightedRow> rows = drawn_rows(60, 2), parts;
  for (WeightedRow& row : rows) {
    row.weight *= 0.37;
    for (const double share : {0.25, 0.75}) parts.push_back({row.z, row.own, share * row.weight});
  }
  const std::string whole = folder.write("w.csv", file_of(rows)),
                    in_parts = folder.write("p.csv", file_of(parts));
  for (const char* method :
       {"platt", "isotonic", "venn_abers", "beta_calibration", "bins", "beta_two", "coherence"}) {
    CAPTURE(method);
    const core::Matrix a = of_every_row(weighted(whole, method)),
                       b = of_every_row(weighted(in_parts, method));
    for (Eigen::Index i = 0; i < a.rows(); ++i) CHECK((a.row(i) - b.row(2 * i)).cwiseAbs().maxCoeff() < 1e-8);
  }
}

TEST_CASE("weights: a row of weight 0 is as if it were not in the file", "[own_data][weights][degenerate]") {
  const tests::TemporaryFolder folder;
  auto rows = drawn_rows(60, 2);
  const std::string without = folder.write("a.csv", file_of(rows));
  for (int k = 0; k < 5; ++k) rows.insert(rows.begin() + 7 * k, {{9, -9, 9}, 2, 0}); // of a class of its own
  const std::string with = folder.write("b.csv", file_of(rows));
  std::vector<std::string> notes;
  for (const char* method : {"platt", "venn_abers", "bins"}) {
    CAPTURE(method);
    auto request = weighted(with, method);
    request.notes = [&](const std::string& note) { notes.push_back(note); };
    CHECK(of_every_row(request) == of_every_row(weighted(without, method)));
  }
  CHECK(std::find(notes.begin(), notes.end(), "5 rows have weight 0 in column 'w' and are left out.") !=
        notes.end());
}

TEST_CASE("weights: held-out scores, the score of shares and --prior count the weights",
          "[own_data][weights][oracle]") {
  const tests::TemporaryFolder folder;
  const results::Model model =
      own_data::fit(weighted(folder.write("w.csv", file_of(drawn_rows(120, 2))), "platt"));
  const core::Vector &w = model.held_out.weights, &y = model.held_out.y;
  const core::Vector p = model.held_out.probability.positive();
  REQUIRE(w.size() == y.size());
  REQUIRE(w.maxCoeff() > w.minCoeff());
  double log_score = 0, brier = 0, errors = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double own = y(i) > 0 ? p(i) : 1 - p(i);
    log_score -= w(i) * std::log(own);
    brier += w(i) * (1 - own) * (1 - own);
    errors += own < 0.5 ? w(i) : 0;
  }
  CHECK(model.scores.at("cre") == Approx(log_score / w.sum()).epsilon(1e-12));
  CHECK(model.scores.at("brier") == Approx(brier / w.sum()).epsilon(1e-12));
  CHECK(model.scores.at("test_error") == Approx(errors / w.sum()).epsilon(1e-12));
  CHECK(model.scores.at("auc") == core::auc(p, {y, w}));
  const core::Vector &v = model.training.weights, &t = model.training.y;
  const double share = (t.array() > 0).select(v, 0).sum() / v.sum();
  double by_shares = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) by_shares -= w(i) * std::log(y(i) > 0 ? share : 1 - share);
  CHECK(own_data::score_of_shares(model) == Approx(by_shares / w.sum()).epsilon(1e-12));
  own_data::Predictions said;
  said.probability = core::Vector(core::Vector::Constant(1, 0.5));
  own_data::correct(said, share, model);
  CHECK(said.probability.positive()(0) == Approx(0.5).epsilon(1e-14)); // the shares of the training rows
  CHECK_THAT(own_data::summary(model, "w.csv"), Catch::Contains("each counts as column w says"));
}

TEST_CASE("weights: a stored model predicts by its weights, with the bits that were scored",
          "[own_data][weights]") {
  const tests::TemporaryFolder folder;
  const std::string two = folder.write("w.csv", file_of(drawn_rows(80, 2))),
                    three = folder.write("v.csv", file_of(drawn_rows(80, 3))), store = folder.path() / "m.h5";
  for (const bool of_two : {true, false})
    for (const std::string& method : of_two ? of_two_classes : of_three_classes) {
      CAPTURE(method);
      results::write_model(store, own_data::fit(named(of_two ? two : three, method, of_two)));
      const results::Model model = results::read_model(store);
      CHECK(model.weights == "w");
      CHECK(model.training.weights.size() == model.training.y.size());
      const core::Matrix all = own_data::predict(model, of_two ? two : three, {}).probability.matrix();
      const core::Matrix scored = model.held_out.probability.matrix();
      for (std::size_t k = 0; k < model.held_out.row.size(); ++k)
        CHECK(all.row(model.held_out.row[k] - 1) == scored.row(static_cast<Eigen::Index>(k)));
    }
}

TEST_CASE("weights: what is no weight is refused with its line and column", "[own_data][weights][checker]") {
  const tests::TemporaryFolder folder;
  const auto said_of = [&](const std::string& weight) {
    const std::string file = folder.write(
        "r.csv", "b,w,kind\n0.5,1,x\n0.25," + weight + ",y\n0.2,1,y\n0.75,2,x\n0.6,1,y\n0.3,1,x\n");
    return tests::refusal([&] { own_data::fit(weighted(file, "platt")); });
  };
  const std::string place = "r.csv:3: column 2 ('w') is ", what = ", and a weight is a number from 0.";
  CHECK_THAT(said_of("-2"), Catch::Contains(place + "-2" + what));
  CHECK_THAT(said_of("inf"), Catch::Contains(place + "'inf'" + what));
  CHECK_THAT(said_of("nan"), Catch::Contains("r.csv:3: column 2 ('w') is "));
  CHECK_THAT(said_of("two"), Catch::Contains(place + "'two'" + what));
  CHECK_THAT(said_of(""), Catch::Contains(place + "missing" + what));
  CHECK(said_of("0.5") == "accepted");
  const std::string file = folder.write("w.csv", file_of(drawn_rows(40, 2)));
  auto request = weighted(file, "platt");
  request.words.weights = "b";
  CHECK_THROWS_WITH(own_data::fit(request), Catch::Contains("has the scores, and --weights names it too"));
  request.words.weights = "kind";
  CHECK_THROWS_WITH(own_data::fit(request), Catch::Contains("has the classes, and --weights names it too"));
  request.words.weights = "weight";
  CHECK_THROWS_WITH(own_data::fit(request), Catch::Contains("weight"));
  const std::string none = folder.write("n.csv", "b,w,kind\n0.5,0,x\n0.25,0,y\n");
  CHECK_THROWS_WITH(own_data::fit(weighted(none, "platt")), Catch::Contains("every weight is 0"));
  const std::string of_one = folder.write("o.csv", "b,w,kind\n0.5,0,x\n0.25,1,y\n0.2,2,y\n");
  request = weighted(of_one, "platt");
  request.words.scores.clear();
  CHECK_THROWS_WITH(own_data::fit(request),
                    Catch::Contains("every row of class 'x' has weight 0. Give one of its rows a weight"));
}

TEST_CASE("weights: a model of weighted rows predicts, from its file, with the bits that were scored",
          "[own_data][weights]") {
  const tests::TemporaryFolder folder;
  const std::string two = folder.write("w.csv", file_of(drawn_rows(80, 2))),
                    three = folder.write("v.csv", file_of(drawn_rows(80, 3))), store = folder.path() / "m.h5";
  for (const std::string& method : {"platt", "bracket", "venn_abers", "kernel_logistic", "penalised_logistic",
                                    "base_rate", "one_vs_all", "one_vs_rest", "pairwise_coupling"})
    for (const std::string& file : {two, three})
      for (const std::string& kernel : {"linear", "gaussian"}) {
        if (file == three && experiments::find(experiments::methods(), method).entry.most_classes == 2)
          continue;
        CAPTURE(method, file, kernel);
        own_data::FitRequest request;
        request.words.data = file;
        request.words.method = method;
        request.words.weights = "w";
        if (file == three) request.words.settings.emplace_back("classes=each");
        if (experiments::find(experiments::methods(), method).entry.takes_classifier)
          request.words.settings.push_back("classifier.kernel=" + kernel);
        if (method != "base_rate")
          request.words.settings.insert(request.words.settings.end(),
                                        {"tuning.criterion=cross_validation", "tuning.lambda=[0.1, 1]"});
        results::write_model(store, own_data::fit(request));
        const results::Model model = results::read_model(store);
        CHECK(model.weights == "w");
        CHECK(model.inputs == std::vector<std::string>{"a", "b", "c"});
        const auto predicted = own_data::predict(model, file, {});
        CHECK(predicted.notes.empty()); // of the column of weights nothing is to be said
        const core::Matrix all = predicted.probability.matrix(), scored = model.held_out.probability.matrix();
        for (std::size_t k = 0; k < model.held_out.row.size(); ++k)
          CHECK(all.row(model.held_out.row[k] - 1) == scored.row(static_cast<Eigen::Index>(k)));
      }
}

TEST_CASE("weights: missing values are filled by weighted medians, and files without names have weights",
          "[own_data][weights]") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("m.csv", "x,w,kind\n1,1,a\n2,1,b\n9,5,a\n,1,b\n3,1,a\n4,1,b\n");
  own_data::FitRequest request;
  request.words.data = file;
  request.words.method = "penalised_logistic";
  request.words.weights = "w";
  request.words.settings = {"if_missing=median", "tuning.criterion=fixed", "tuning.lambda=1"};
  request.holdout = 0;
  CHECK(own_data::fit(request).fill(0) == 9);
  request.words.weights.clear();
  CHECK(own_data::fit(request).fill(0) == 3);
  const std::string bare = folder.write("b.csv", "1,1,a\n2,2,b\n1.5,1,a\n3,1,b\n1.2,2,b\n2.8,1,a\n");
  request = {};
  request.words.data = bare;
  request.words.method = "penalised_logistic";
  request.words.weights = "2";
  request.words.settings = {"header=none", "tuning.criterion=fixed", "tuning.lambda=1"};
  request.holdout = 0;
  const results::Model model = own_data::fit(request);
  CHECK(model.inputs.size() == 1);
  CHECK(own_data::predict(model, bare, {"header=none"}).probability.positive() ==
        model.training.probability.positive());
}
