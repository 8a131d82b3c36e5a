#include <algorithm>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "results/record/columns.hpp"
#include "tests/fuzz/harness.hpp"

// The bytes are taken for the card of a stored study. A card that is accepted is believed by every report, so
// each of them is asked for: of a study without cells, and of one with a few.
namespace {

constexpr std::int32_t most_cells = 64;

results::Results with_cells(const results::StudyCard& card) {
  results::Results all{card, {}, {}, {}, ""};
  const auto settings = static_cast<std::int32_t>(card.settings.size());
  for (std::int32_t s = 0; s < settings; ++s)
    for (std::int32_t r = 0; r < std::min(card.replications, 2) && s * 2 + r < most_cells; ++r) {
      all.rows.setting.push_back(s);
      all.rows.replicate.push_back(r);
      all.rows.outcome.push_back(0);
      all.rows.seconds.push_back(1);
      for (const results::Metric& metric : card.metrics)
        all.rows.values[metric.name].push_back(0.25 + 0.125 * r + 0.5 * s);
    }
  return all;
}

} // namespace

bool fuzz::card(std::string_view bytes) {
  results::StudyCard card;
  try {
    card = results::study_card(std::string(bytes), "card");
  } catch (const core::UserError&) {
    return false; // refused, as documented
  }
  all_reports({card, {}, {}, {}, ""});
  all_reports(with_cells(card));
  return true;
}
