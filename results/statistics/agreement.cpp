#include "results/statistics/agreement.hpp"

#include <array>
#include <cmath>

#include "results/record/text.hpp"
#include "results/statistics/student.hpp"

namespace results {
namespace {

constexpr double beyond_reach = 1e15;

std::int64_t whole(double replicates) {
  return replicates < beyond_reach ? static_cast<std::int64_t>(replicates) : 0;
}

constexpr std::int32_t fewest = 2; // finite values of ours

constexpr double exceeded_by_20_percent = 0.8416212335729143; // of draws from N(0, 1)

struct StandardError {
  double value = 0;
  PublishedError from = PublishedError::rounding_only;
};

StandardError published_error(const Summary& ours, const Published& published, std::int32_t replications) {
  if (!published.se.empty()) return {read_printed(published.se).value, PublishedError::printed_se};
  if (replications <= 0) return {};
  const double root = std::sqrt(static_cast<double>(replications));
  if (!published.sd.empty()) return {read_printed(published.sd).value / root, PublishedError::printed_sd};
  const double our_sd = ours.finite_se * std::sqrt(static_cast<double>(ours.finite()));
  return std::isfinite(our_sd) ? StandardError{our_sd / root, PublishedError::our_spread} : StandardError{};
}

Verdict infinite_verdict(const Summary& ours, double published, std::int32_t replications) {
  if (ours.mean == published) return Verdict::match;
  if (std::isinf(ours.mean)) return Verdict::off;
  if (ours.degenerate > 0) return Verdict::cannot_tell;
  const bool as_many = replications > 0 && ours.used >= replications;
  return as_many && ours.finite() >= fewest ? Verdict::off : Verdict::cannot_tell;
}

/// `coarseness` is our se in units of the published uncertainty.
Verdict finite_verdict(double z, double coarseness) {
  if (std::abs(z) > off_beyond) return Verdict::off;
  return std::abs(z) <= match_within && coarseness <= coarsest ? Verdict::match : Verdict::cannot_tell;
}

} // namespace

EstimatedError Comparison::error_at(double replicates) const {
  const double own = se * std::sqrt(n / replicates), df = replicates - 1;
  const EstimatedError both =
      is_our_spread ? EstimatedError{std::hypot(own, published.se), df} : combined({own, df}, published);
  return combined(both, {rounding, exact});
}

double Comparison::z_at(double replicates) const {
  const EstimatedError error = error_at(replicates);
  return normal_equivalent(difference / error.se, error.df);
}

std::int64_t replicates_to_settle(const Comparison& now) {
  const double factor = now.se / now.uncertainty() / coarsest;
  const double fine = std::max<double>(fewest_to_judge, std::ceil(now.n * factor * factor));
  if (factor > 1 && std::abs(now.z_at(fine)) <= match_within) return whole(fine);
  double low = now.n, high = beyond_reach; // |z| rises with the replicates
  if (!(std::abs(now.z_at(high)) > off_beyond)) return 0;
  while (high - low > 1) {
    const double middle = std::floor(low + (high - low) / 2);
    (std::abs(now.z_at(middle)) > off_beyond ? high : low) = middle;
  }
  return whole(std::max<double>(fewest_to_judge, high));
}

std::string_view word(Verdict verdict) {
  constexpr std::array<std::string_view, 4> words{"match", "off", "cannot tell", "not published"};
  return words.at(static_cast<std::size_t>(verdict));
}

bool lacks_degrees_of_freedom(const Agreement& agreement) {
  return std::isnan(agreement.z) && std::isfinite(agreement.difference) &&
         std::isfinite(agreement.combined_se);
}

double detectable_difference(const Agreement& agreement) {
  return (off_beyond + exceeded_by_20_percent) * agreement.combined_se;
}

double improvement_rounding(const PrintedNumber& of, const PrintedNumber& over) {
  if (over.value == 0 || !std::isfinite(over.value) || !std::isfinite(of.value)) return 0;
  return 100 / std::abs(over.value) * std::hypot(of.rounding(), of.value / over.value * over.rounding());
}

Agreement compare(const Summary& ours, const Published& published, std::int32_t published_replications,
                  double source_rounding) {
  Agreement out;
  if (published.value.empty()) return out;
  const PrintedNumber printed = read_printed(published.value);
  const StandardError error = published_error(ours, published, published_replications);
  out.published_error = error.from;
  out.difference = ours.mean - printed.value;
  if (std::isinf(ours.mean) || std::isinf(printed.value)) {
    out.verdict = infinite_verdict(ours, printed.value, published_replications);
    if (out.verdict == Verdict::cannot_tell && ours.degenerate == 0)
      out.replicates_wanted = published_replications;
    return out;
  }
  out.verdict = Verdict::cannot_tell;
  if (ours.finite() < fewest || !std::isfinite(ours.se)) { // no spread of ours, be it of a part of a mean
    out.is_too_few = std::isfinite(ours.mean) && published_replications != 1;
    return out;
  }
  const bool is_known =
      published_replications < 2 || error.from == PublishedError::rounding_only; // or nobody says how well
  const Comparison now{.difference = out.difference,
                       .se = ours.se,
                       .n = ours.finite(),
                       .published = {error.value, is_known ? exact : published_replications - 1},
                       .rounding = std::hypot(printed.rounding(), source_rounding),
                       .is_our_spread = error.from == PublishedError::our_spread};
  out.combined_se = now.error_at(now.n).se;
  out.z = now.z_at(now.n);
  out.is_too_few = now.n < fewest_to_judge;
  if (!out.is_too_few) out.verdict = finite_verdict(out.z, ours.se / now.uncertainty());
  if (out.verdict == Verdict::cannot_tell) out.replicates_wanted = replicates_to_settle(now);
  return out;
}

} // namespace results
