#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/record/study_card.hpp"

// What arithmetic says about a printed table, given how it is said to have been made, and nothing else: no
// number here is computed from data. Printed numbers are taken with the rounding of their last digit, so that
// an objection holds whatever the digits behind it were.
namespace results {

/// A column that is 100 (1 - mean / mean at the reference) of another.
struct PrintedImprovement {
  std::string metric;
  std::vector<std::string> of; ///< metrics it may be of; which one, the numbers say
  std::string axis, over;      ///< the reference value's name on that axis
};

/// A column of average ranks.
struct PrintedRanks {
  std::string metric;
  std::string among;          ///< the axis whose values are ranked
  double over = 0;            ///< places that each is averaged over
  std::optional<Ties> ties{}; ///< as the paper says
};

/// How the numbers of one data set were made. What is not known is 0.
struct PrintedData {
  double test_points = 0; ///< m, in each replication
  double rows = 0;      ///< N, of which the test points are drawn without replacement; 0 where they are fresh
  double positives = 0; ///< of the rows
  bool is_random = false; ///< the test points are drawn anew in each replication
};

/// How a table is said to have been made.
struct PaperDesign {
  double replications = 0; ///< R; 0 where the paper does not say
  std::map<std::string, double>
      rates{}; ///< metrics that are mean error rates: what a rate of one is printed as
  std::map<std::string, PrintedData> data{}; ///< by name on the axis data; "" stands for all others
  std::optional<PrintedImprovement> improvement{};
  std::vector<PrintedRanks> ranks{};
  double tests_over = 0; ///< places that counts of tests are out of
};

/// What a remark amounts to.
enum class Gravity {
  impossible, ///< no study of this design has these numbers
  telling,    ///< the numbers say how they were made, or what they are
  account,    ///< how many were asked, and how many could have failed
};

struct Remark {
  Gravity gravity = Gravity::account;
  std::string check;    ///< attainable means, ranks, improvements, losses, standard errors, tests, ...
  std::string sentence; ///< begins with where
  std::optional<std::size_t> number{}; ///< index into the published numbers it is about
};

/// Everything there is to say, check by check: first the account of a check, then its remarks. A check that
/// the design gives no ground for says nothing.
std::vector<Remark> referee(const std::vector<Published>& numbers, const std::vector<PublishedCount>& counts,
                            const PaperDesign& design);

/// "data colon, method hhsvm": where a number stands.
std::string place_text(const Coordinates& at);

} // namespace results
