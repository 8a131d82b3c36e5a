#include "results/report/verdicts/verdicts.hpp"

#include "results/report/table/tabulate.hpp"

namespace results {
namespace {

VerdictCounts counts_of(const Judged& study) {
  const VerdictCounts numbers = study.results.card.published_comparable == Comparable::order
                                    ? study.orders.counts()
                                    : verdict_counts(study.table);
  if (study.claims.empty()) return numbers;
  VerdictCounts out = verdicts_of(study.claims);
  if (numbers.published() > 0) out += numbers; // else its cells have no number to be judged by
  return out;
}

} // namespace

Judged judge(const Results& results) {
  Judged out{results, tabulate(results), {}, {}, judged_claims(results), {}};
  out.blocks = blocks(results, out.table);
  out.orders = method_orders(results, out.table);
  out.counts = counts_of(out);
  return out;
}

} // namespace results
