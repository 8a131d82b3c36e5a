#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "results/record/text.hpp"
#include "results/statistics/student.hpp"
#include "results/statistics/summary.hpp"

namespace results {

// The limits of the verdicts (results/statistics/agreement.hpp).

inline constexpr double match_within = 2;          ///< of |z|
inline constexpr double coarsest = 3;              ///< our se over the published uncertainty
inline constexpr std::int32_t fewest_to_judge = 3; ///< finite values of ours; below it there is no verdict

// How many replicates would settle a comparison that cannot tell (results/statistics/agreement.hpp), were
// everything but their number to stay as it is: with n' replicates our standard error is se sqrt(n / n').

/// A finite mean of ours beside a finite published one.
struct Comparison {
  double difference = 0;      ///< ours - published
  double se = 0;              ///< of ours
  std::int32_t n = 0;         ///< replicates behind se
  EstimatedError published{}; ///< without its rounding
  double rounding = 0;        ///< that the printed text brings in
  bool is_our_spread = false; ///< `published` was taken from our spread, and has our degrees of freedom

  double uncertainty() const { return std::hypot(published.se, rounding); } ///< u
  /// The error of the difference, were ours of so many replicates.
  EstimatedError error_at(double replicates) const;
  double z_at(double replicates) const;
};

/// Where se is above 3 u, the number that brings it there, if z is then within 2: a match. Otherwise the
/// number that brings |z| above 3: off. It is an estimate, not a promise: the difference will move. 0 where
/// none would do, because z can never exceed 3, or more than 1e15 would be wanted. Cost: fifty z.
std::int64_t replicates_to_settle(const Comparison& now);

// Does a reproduced mean agree with the number a paper prints?
//
//   u = sqrt(published se^2 + rounding^2)   published uncertainty; rounding = ulp of the last digit /
//   sqrt(12) s = sqrt(our se^2 + u^2)                combined t = (ours - published) / s Student's, with the
//   degrees of freedom that s has: n - 1 of our se,
//                                           R - 1 of the published one (results/statistics/student.hpp)
//   z                                       what a normal variable exceeds as often as t is exceeded
//
// off: |z| > 3; or our mean is infinite and the published one is not, or of the other sign; or the published
// one is infinite, ours is not, and we have at least as many replicates as the paper.
// match: |z| <= 2 and our se <= 3 u; or both are infinite with the same sign.
// cannot tell: everything else. Fewer than fewest_to_judge finite values of ours ("too few", but for a single
// one where the paper, too, has a single one); 2 < |z| <= 3; a standard error of ours too coarse to miss
// anything; no finite value of ours; an infinite published mean against fewer replicates, or against a mean
// of ours that leaves degenerate replicates out.
//
// docs/verdicts.md gives the reasons.

enum class Verdict { match, off, cannot_tell, not_published };
inline constexpr std::array all_verdicts{Verdict::match, Verdict::off, Verdict::cannot_tell,
                                         Verdict::not_published};

/// "match", "off", "cannot tell", "not published"
std::string_view word(Verdict verdict);

/// Where the Monte Carlo error of the published mean comes from.
enum class PublishedError {
  printed_se,    ///< the paper prints the standard error
  printed_sd,    ///< it prints a standard deviation, divided here by the root of its replications
  our_spread,    ///< it prints neither: our standard deviation over the root of its replications
  rounding_only, ///< it prints neither, nor how many replications it averaged over
};

/// How many digits of a printed number another has.
struct DigitAgreement {
  int agreed = 0;  ///< from the first digit that is not 0 on; at most `printed`
  int printed = 0; ///< significant digits of the printed number
};

struct Agreement {
  Verdict verdict = Verdict::not_published;
  PublishedError published_error = PublishedError::rounding_only;
  double difference = std::numeric_limits<double>::quiet_NaN();  ///< ours - published
  double combined_se = std::numeric_limits<double>::quiet_NaN(); ///< s
  double z = std::numeric_limits<double>::quiet_NaN();
  bool is_too_few = false;            ///< it cannot tell because so few replications have been run
  std::int64_t replicates_wanted = 0; ///< of a cell that cannot tell, how many would settle it
                                      ///< (results/statistics/agreement.hpp), of an infinite published mean
                                      ///< as many as the paper's; 0 where no number is known to
  DigitAgreement digits{};            ///< of a study without chance (results/statistics/digits.hpp)
};

/// `published_replications` is what the paper averaged over, 0 where it does not say. `source_rounding` is
/// the spread that the rounding of other printed numbers brings into this one, if it was computed from them.
/// A published number without a value counts as not published. Throws UserError where the printed text is not
/// a number.
Agreement compare(const Summary& ours, const Published& published, std::int32_t published_replications,
                  double source_rounding = 0);

/// Whether there is no z although both means are finite: the error of their difference has fewer degrees of
/// freedom than a verdict asks for.
bool lacks_degrees_of_freedom(const Agreement& agreement);

/// The smallest difference that would be off with probability 0.8: 3.84 combined standard errors. NaN where
/// there is no z.
double detectable_difference(const Agreement& agreement);

/// What the rounding of two printed means brings into 100 (1 - of / over): the root of the sum of squares of
/// its derivatives times their roundings. 0 where `over` is 0 or one of them is infinite.
double improvement_rounding(const PrintedNumber& of, const PrintedNumber& over);

} // namespace results
