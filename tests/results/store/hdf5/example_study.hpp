#pragma once
#include <cmath>
#include <csignal>
#include <limits>
#include <string>
#include <vector>

#include "results/record/columns.hpp"
#include "results/record/hash.hpp"

// A small study with everything in it that a results.h5 must carry.
namespace results {

/// The points of the axes below, and the settings they resolve to.
inline void add_example_points(StudyCard& card) {
  const auto key = [&card] {
    std::string text = std::to_string(card.settings.size() + 11);
    return std::string(32 - text.size(), 'f') + text;
  };
  for (const auto& data : card.axes[0].values) {
    for (const auto& lambda : card.axes[3].values) {
      for (const std::string kernel : {"linear", "gaussian"}) {
        for (const auto& sigma : card.axes[2].values) {
          const bool is_shared = kernel == "linear" && sigma.name != "0.5";
          if (!is_shared) {
            card.settings.push_back(
                {key(), "{\"kernel\":\"" + kernel + "\",\"data\":\"" + data.name + "\"}"});
          }
          card.points.push_back({{{"data", data.name},
                                  {"kernel", kernel},
                                  {"sigma", sigma.name},
                                  {"lambda", lambda.name},
                                  {"method", "bracket"}},
                                 static_cast<std::int32_t>(card.settings.size()) - 1});
        }
      }
    }
  }
}

/// Two data sets x a linear and two gaussian classifiers x a swept lambda of three values x one method. The
/// linear classifier does not know sigma, so its points at both sigmas share a setting; the swept axis is
/// called lambda, and so is a diagnostic.
inline StudyCard example_card(std::int32_t replications) {
  StudyCard card;
  card.paper = "wang2008";
  card.study = "wang2008/example";
  card.title = "GKL of “our” method over λ, in %";
  card.seed = 18446744073709551615U;
  card.replications = replications;
  card.axes = {{"data", "Data", false, {{"example1", "Example 1"}, {"example2", "Exämple 2"}}},
               {"kernel", "Kernel", false, {{"linear", "linear"}, {"gaussian", "Gaussian"}}},
               {"sigma", "σ", true, {{"0.5", "1/2"}, {"2", "2"}}},
               {"lambda", "λ", true, {{"0.01", "0.01"}, {"1", "1"}, {"100", "100"}}},
               {"method", "Method", false, {{"bracket", "Our"}}}};
  add_example_points(card);
  card.metrics = {{"gkl", "GKL", "comparative Kullback-Leibler loss", true},
                  {"cre", "CRE", "cross-entropy", true}};
  card.layout = {{"data", "kernel", "sigma"}, {"lambda"}, {"gkl"}, Improvement{}, "gkl", 3};
  card.layout.panels = {{"heat_map", {{"axes", {"sigma", "lambda"}}}}};
  card.layout.improvement->of = "gkl";
  card.layout.improvement->axis = "method";
  card.layout.improvement->over = "bracket";
  card.published = {{{{"data", "example1"}}, "gkl", "0.566", ""},
                    {{{"data", "example2"}}, "gkl", ".5660", "0.0014", "0.0140"}};
  card.published_replications = 100;
  card.conventions = {"λ is 1/C", ""};
  card.deviations = {"none, “really”"};
  return card;
}

/// A criterion on one grid for all, with a term that odd settings alone have, and none in every fifth
/// setting; and the points of a path, from none to three, with an infinity and a NaN among them.
inline SeriesByName example_series(std::size_t setting, std::int32_t replicate) {
  const double x = static_cast<double>(setting) + 0.001 * replicate;
  SeriesByName series{{"path.pi", {}}, {"path.w_1", {}}};
  const std::vector<double> coefficients{std::cos(x), -std::numeric_limits<double>::infinity(), std::nan("")};
  for (std::size_t k = 0; k < static_cast<std::size_t>(replicate) % 4; ++k) {
    series["path.pi"].push_back(0.25 * static_cast<double>(k) + 0.01 * x);
    series["path.w_1"].push_back(coefficients[k]);
  }
  if (setting % 5 == 4) return series;
  series["criterion.lambda"] = {0.1, 1, 10};
  series["criterion.value"] = {std::sin(x), -0.0, std::numeric_limits<double>::infinity()};
  if (setting % 2 == 1) series["criterion.empirical"] = {std::cos(x), 2 * x, 3 * x};
  return series;
}

/// Every cell of the study, with failures, cells that did not converge, infinities and a missing value among
/// them.
inline std::vector<Record> example_records(const StudyCard& card) {
  std::vector<Record> records;
  for (std::size_t s = 0; s < card.settings.size(); ++s) {
    for (std::int32_t r = 0; r < card.replications; ++r) {
      Record record{{card.settings[s].key, r}};
      const double x = static_cast<double>(s) + 0.001 * r;
      if ((s + static_cast<std::size_t>(r)) % 17 == 3) {
        record.outcome = Outcome::failed;
        record.stage = "fit";
        record.error = "only one class in the sample (λ = " + std::to_string(s) + ")\nsecond line";
        if (s % 3 == 0) {
          record.signal = s % 2 == 0 ? SIGSEGV : SIGKILL;
          record.stderr_tail = "λ\tis too small\nlast line of " + std::to_string(s) + "\n";
        }
      } else {
        record.outcome = r % 11 == 5 ? Outcome::not_converged : Outcome::ok;
        record.values = {{"gkl", std::sin(x)}, {"cre", 1 / (x + 1)}, {"lambda", std::exp(x)}};
        if (r == 1) record.values = {{"gkl", std::numeric_limits<double>::infinity()}, {"cre", -0.0}};
        if (r == 2) record.values = {{"gkl", -std::numeric_limits<double>::infinity()}, {"seen_once", 1.0}};
        record.series = example_series(s, r);
      }
      record.seconds = 0.01 * (r + 1);
      records.push_back(record);
    }
  }
  return records;
}

/// The study these records make, and its data_hash.
inline Results assemble(const StudyCard& card, const std::vector<Record>& records) {
  std::vector<std::string> keys;
  for (const Setting& setting : card.settings) keys.push_back(setting.key);
  ResultColumns columns(keys, card.replications);
  for (const Record& record : records) columns.enter(record);
  Results results{card, columns.rows(), columns.failures(), {}, {}};
  results.data_hash = data_hash(results.card, results.rows, results.failures);
  return results;
}

inline Results example_results(std::int32_t replications) {
  const StudyCard card = example_card(replications);
  Results results = assemble(card, example_records(card));
  for (Failure& failure : results.failures) failure.replay = "marginlab replay example " + failure.key.text();
  results.provenance = {{"config_yaml", "# λ\npaper: wang2008\n"}, {"host", "here"}, {"empty", ""}};
  return results;
}

} // namespace results
