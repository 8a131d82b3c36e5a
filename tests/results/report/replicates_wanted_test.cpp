#include "results/report/table/tabulate.hpp"
#include "results/statistics/agreement.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/support/catch.hpp"

using namespace results;

TEST_CASE("the replications that would settle a mean over three data sets are a third of all its replicates",
          "[replicates_wanted]") {
  Results all = handmade::data_sets();
  all.card.published = {{{{"classifier", "linear"}, {"method", "klr"}}, "mse", "0.20000", "0.0001"}};
  all.card.published_comparable = Comparable::value;
  std::optional<TableCell> mean;
  for_each_cell(tabulate(all), [&](const TableRow&, const TableColumn&, const TableCell& one) {
    if (one.at.at("classifier") == "linear" && one.at.at("method") == "klr" && one.metric == "mse")
      mean = one;
  });
  REQUIRE(mean);
  REQUIRE(mean->parts.size() == 3);
  // The mean is .2 with a standard error of .001 / sqrt 3, too coarse for a printed .0001.
  const std::int64_t together =
      compare(mean->ours, mean->published, all.card.published_replications).replicates_wanted;
  REQUIRE(together > 3);
  CHECK(mean->agreement.replicates_wanted == (together + 2) / 3);
}
