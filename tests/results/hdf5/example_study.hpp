#pragma once
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "results/journal/assemble.hpp"
#include "results/results.hpp"

// A small study with everything in it that a results.h5 must carry.
namespace results {

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
  card.metrics = {{"gkl", "GKL", "comparative Kullback-Leibler loss", true},
                  {"cre", "CRE", "cross-entropy", true}};
  card.layout = {{"data", "kernel", "sigma"}, {"lambda"}, {"gkl"}, Improvement{}, "gkl", 3,
                 std::pair{"sigma", "lambda"}};
  card.layout.improvement->of = "gkl";
  card.layout.improvement->axis = "method";
  card.layout.improvement->over = "bracket";
  card.published = {{{{"data", "example1"}}, "gkl", "0.566", ""},
                    {{{"data", "example2"}}, "gkl", ".5660", "0.0014"}};
  card.published_replications = 100;
  card.conventions = {"λ is 1/C", ""};
  card.deviations = {"none, “really”"};
  return card;
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
      } else {
        record.outcome = r % 11 == 5 ? Outcome::not_converged : Outcome::ok;
        record.values = {{"gkl", std::sin(x)}, {"cre", 1 / (x + 1)}, {"lambda", std::exp(x)}};
      }
      if (r == 1) record.values = {{"gkl", std::numeric_limits<double>::infinity()}, {"cre", -0.0}};
      if (r == 2) record.values = {{"gkl", -std::numeric_limits<double>::infinity()}, {"seen_once", 1.0}};
      record.seconds = 0.01 * (r + 1);
      records.push_back(record);
    }
  }
  return records;
}

inline Results example_results(std::int32_t replications) {
  const StudyCard card = example_card(replications);
  Results results = assemble(card, example_records(card));
  for (Failure& failure : results.failures) failure.replay = "marginlab replay example " + failure.key.text();
  results.provenance = {{"config_yaml", "# λ\npaper: wang2008\n"}, {"host", "here"}, {"empty", ""}};
  return results;
}

} // namespace results
