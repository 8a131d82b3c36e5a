#include "experiments/publish.hpp"

#include <fmt/format.h>

#include "experiments/progress.hpp"
#include "results/hdf5/read_results.hpp"
#include "results/hdf5/write_results.hpp"
#include "results/provenance.hpp"

namespace experiments {

Publication::Publication(results::StudyCard card, results::RunDirectory directory, results::RunFacts facts)
    : card_(std::move(card)), directory_(std::move(directory)), facts_(std::move(facts)) {
  facts_.started = results::utc_now();
}

void Publication::took(const std::optional<Prediction>& predicted, double wall_seconds) {
  facts_.more["took"] = duration_text(wall_seconds);
  if (predicted)
    facts_.more["predicted"] =
        fmt::format("{} (said after {} cells)", range_text(predicted->wall), predicted->cells);
}

void Publication::publish(const Ledger& ledger) const {
  results::RunFacts facts = facts_;
  facts.finished = results::utc_now();
  results::Results all{card_, ledger.rows(), ledger.failures(), results::gather_provenance(facts), ""};
  for (results::Failure& failure : all.failures) {
    failure.replay = "marginlab replay " + directory_.path.string() + " " + failure.key.text();
  }
  results::write_results(directory_.results(), all);
}

results::Results Publication::published() const {
  return results::read_results(directory_.results());
}

} // namespace experiments
