#pragma once
#include <string>
#include <vector>

#include "experiments/catalog/setting.hpp"
#include "experiments/metrics/external_metric.hpp"

namespace experiments {

/// One thing that a program of a user's was asked to do.
struct Trial {
  enum class Verdict {
    passed,
    declined, ///< it said in its own words that it cannot; its row of such a replicate would be a failed one
    failed,
  };
  std::string name;
  Verdict verdict = Verdict::passed;
  std::string sentence; ///< what it said, or what is wrong
  double seconds = 0;   ///< of wall time
};

/// Tries the program of a setting on small made-up samples of so many classes, as our own methods are tried:
/// an ordinary sample, the same again and by another worker, one class only, a constant column, one point,
/// four rows. Cost: eight answers, and the start of two workers.
std::vector<Trial> try_worker(const Setting& setting, int classes);

/// Tries the program of a metric on made-up labels and probabilities: the same again and by another worker,
/// one class only, probabilities of 0 and 1, one point.
std::vector<Trial> try_metric(const ExternalMetric& metric, int classes);

/// Tries the program that draws the data of a setting: replicates 0 and 1, the first again and by another
/// worker.
std::vector<Trial> try_generator(const Setting& setting);

} // namespace experiments
