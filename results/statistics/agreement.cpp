#include "results/statistics/agreement.hpp"

#include <array>
#include <cmath>

#include "results/record/text.hpp"

namespace results {
namespace {

constexpr double beyond_reach = 1e15;

std::int64_t whole(double replicates) {
  return replicates < beyond_reach ? static_cast<std::int64_t>(replicates) : 0;
}

constexpr std::int32_t fewest = 2; // finite values of ours

constexpr double exceeded_by_20_percent = 0.8416212335729143; // of draws from N(0, 1)

double combined(double one, double other) {
  return std::sqrt(one * one + other * other);
}

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

std::int64_t replicates_to_settle(const Undecided& now) {
  const double u = now.uncertainty, distance = std::abs(now.difference);
  const double factor = now.se / u / coarsest;
  const double z_when_fine = distance / (u * std::sqrt(coarsest * coarsest + 1));
  if (factor > 1 && z_when_fine <= match_within) return whole(std::ceil(now.n * factor * factor));
  const double reach = distance / off_beyond; // the combined error below which |z| is above 3
  if (reach <= u) return 0;
  return whole(std::floor(now.n * now.se * now.se / (reach * reach - u * u)) + 1);
}

std::string_view word(Verdict verdict) {
  constexpr std::array<std::string_view, 4> words{"match", "off", "cannot tell", "not published"};
  return words.at(static_cast<std::size_t>(verdict));
}

double detectable_difference(const Agreement& agreement) {
  return (off_beyond + exceeded_by_20_percent) * agreement.combined_se;
}

double improvement_rounding(const PrintedNumber& of, const PrintedNumber& over) {
  if (over.value == 0 || !std::isfinite(over.value) || !std::isfinite(of.value)) return 0;
  return 100 / std::abs(over.value) * combined(of.rounding(), of.value / over.value * over.rounding());
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
  if (ours.finite() < fewest || !std::isfinite(ours.se)) return out;
  const double uncertainty = combined(error.value, combined(printed.rounding(), source_rounding));
  out.combined_se = combined(ours.se, uncertainty);
  out.z = out.difference / out.combined_se;
  out.verdict = finite_verdict(out.z, ours.se / uncertainty);
  if (out.verdict == Verdict::cannot_tell)
    out.replicates_wanted = replicates_to_settle({out.difference, ours.se, uncertainty, ours.finite()});
  return out;
}

} // namespace results
